import type { ProfileResponse } from "#domain/contract/profile.ts";
import { hoursOnOffer } from "../features/profile/account-words.ts";
import { HourKeys } from "../features/profile/hour-keys.tsx";
import { useSaveProfile } from "../features/profile/save-profile.mutation.ts";
import { Notifications } from "../features/push/notifications.tsx";

export function WelcomeHour({ profile, today }: { profile: ProfileResponse; today: string }) {
  const save = useSaveProfile();
  return (
    <div className="grid gap-4">
      <HourKeys
        legend="Wake-up time"
        hours={hoursOnOffer(profile)}
        hour={profile.emailTime}
        onChoose={(emailTime) =>
          save.mutate({ emailTime }, { title: "Profile Updated", description: "Your wake-up time is saved." })
        }
      />
      <Notifications timezone={profile.timezone} today={today} />
    </div>
  );
}

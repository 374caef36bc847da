import type { ProfileResponse } from "#domain/contract/profile.ts";
import { hoursOnOffer } from "../features/profile/account-words.ts";
import { HourKeys } from "../features/profile/hour-keys.tsx";
import { useSaveProfile } from "../features/profile/save-profile.mutation.ts";

export function WelcomeHour({ profile }: { profile: ProfileResponse }) {
  const save = useSaveProfile();
  return (
    <HourKeys
      legend="Wake-up time"
      hours={hoursOnOffer(profile)}
      hour={profile.emailTime}
      onChoose={(emailTime) =>
        save.mutate({ emailTime }, { title: "Profile Updated", description: "Your wake-up time is saved." })
      }
    />
  );
}

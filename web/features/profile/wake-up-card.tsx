import type { ReactNode } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { zoneLabel } from "#domain/rules/time-zones.ts";
import { clockTime, NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { hoursOnOffer } from "./account-words.ts";
import { NextWakeUp } from "./next-wake-up.tsx";
import { PauseControl } from "./pause-control.tsx";
import { TravelPlace } from "./travel-place.tsx";
import { WakeUpDial } from "./wake-up-dial.tsx";

type WakeUpCardProps = { profile: ProfileResponse; notifications?: ReactNode };

export function WakeUpCard({ profile, notifications }: WakeUpCardProps) {
  const { part, opener, close } = useDisclosure(() => import("./wake-up-form.tsx"));
  return (
    <Card
      id="wake-up-heading"
      title="Wake-up"
      aside={
        !part && (
          <Button variant="secondary" size="sm" className="!px-3" {...opener}>
            Edit Profile
          </Button>
        )
      }
    >
      {part ? (
        <part.WakeUpForm profile={profile} onDone={close} />
      ) : (
        <WakeUpSummary profile={profile} notifications={notifications} />
      )}
    </Card>
  );
}

function WakeUpSummary({ profile, notifications }: WakeUpCardProps) {
  return (
    <div className="grid gap-6">
      <TravelPlace profile={profile} />
      {/* Dimmed while no wake-up is due. */}
      <div className={profile.nextWakeUpAt === null ? "opacity-45 saturate-25" : undefined}>
        <p className="sr-only">{`Wake-up time: ${clockTime(profile.emailTime)}`}</p>
        <WakeUpDial hours={hoursOnOffer(profile)} hour={profile.emailTime} />
      </div>
      <DetailList
        details={[
          ["Weekends", weekendWords(profile)],
          ["Time zone", zoneLabel(profile.timezone)],
          ["Daily wake-up email", profile.emailEnabled ? "On" : "Off"],
        ]}
      />
      <NextWakeUp profile={profile} shownHour={profile.emailTime}>
        <PauseControl profile={profile} />
      </NextWakeUp>
      {notifications}
    </div>
  );
}

/** The dial shows the hour of all other days. */
function weekendWords({ weekendTime }: ProfileResponse): string | null {
  if (weekendTime === null) return null;
  return weekendTime === NO_EMAIL ? "Nothing" : clockTime(weekendTime);
}

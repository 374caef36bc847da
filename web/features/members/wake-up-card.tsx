import { AlarmClock } from "lucide-react";
import { useState } from "react";
import type { ProfileResponse } from "#domain/contract/members.ts";
import { zoneLabel } from "#domain/rules/time-zones.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { DetailList } from "./detail-list.tsx";
import { clockTime, wakeUpMoment } from "./member-words.ts";
import { WakeUpForm } from "./wake-up-form.tsx";

/** Email preferences: read-only until Edit Profile; Cancel or a saved change leads back. */
export function WakeUpCard({ profile }: { profile: ProfileResponse }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card aria-labelledby="wake-up-heading">
      <CardHeading
        id="wake-up-heading"
        hint="When your daily wake-up mail reaches you."
        aside={
          !isEditing && (
            <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
              Edit Profile
            </Button>
          )
        }
      >
        Email Preferences
      </CardHeading>
      {isEditing ? (
        <WakeUpForm profile={profile} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <DetailList
            details={[
              { term: "Wake-up time", value: clockTime(profile.emailTime) },
              { term: "Time zone", value: zoneLabel(profile.timezone) },
              { term: "Daily wake-up mail", value: profile.emailEnabled ? "On" : "Off" },
            ]}
          />
          <NextWakeUp profile={profile} />
        </>
      )}
    </Card>
  );
}

function NextWakeUp({ profile: { nextWakeUpAt, timezone, emailEnabled, hasAccess } }: { profile: ProfileResponse }) {
  const reason = emailEnabled
    ? "Your address does not take our mails right now."
    : "Your wake-up mail is switched off.";
  return (
    <p className="mt-6 flex items-center gap-3 rounded-xl bg-night px-4 py-3.5">
      <AlarmClock aria-hidden="true" className="size-5 shrink-0 text-bolt" />
      {nextWakeUpAt === null ? (
        <span className="text-muted">{hasAccess ? reason : "No wake-up mail while your membership is over."}</span>
      ) : (
        <span>
          <span className="text-muted">Next wake-up: </span>
          <strong>{wakeUpMoment(nextWakeUpAt, timezone)}</strong>
        </span>
      )}
    </p>
  );
}

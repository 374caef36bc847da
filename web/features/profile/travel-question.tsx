import { Plane } from "lucide-react";
import { useState } from "react";
import { formatTimeIfKnown } from "#domain/formats.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import { clockTime } from "#domain/rules/wake-up-hours.ts";
import { storedText } from "../../lib/stored.ts";
import { Button } from "../../ui/button.tsx";
import { browserZoneAmong } from "./browser-zone.ts";
import { useProfile } from "./profile.query.ts";
import { useSaveProfile } from "./save-profile.mutation.ts";

/** The device's zone when the question was last answered, so that it is asked once per trip. */
const answeredFor = storedText("travel_answered", { scope: "browser", endsWith: "session" });

/** Asks whether emails should follow a member whose device is in another zone than their profile. Asks once per zone. */
export function TravelQuestion() {
  const { data: profile } = useProfile();
  const save = useSaveProfile();
  const [answered, setAnswered] = useState(answeredFor.read);
  const here = profile && browserZoneAmong(profile.wakeUpOptions.timezones);
  if (!profile?.hasAccess || here === undefined || here === answered) return null;
  const { timezone } = profile;
  // The next email's hour: on weekends it may be another.
  const emailTime = profile.nextWakeUpLocal?.split("T")[1] ?? profile.emailTime;
  const now = new Date().toISOString();
  const [clock, clockAtHome] = [here, timezone].map((zone) => formatTimeIfKnown(now, zone));
  // Two names for the same clock aren't a trip, and a zone this browser doesn't know may be the same one.
  if (clockAtHome === undefined || clock === clockAtHome) return null;
  const answer = () => {
    answeredFor.write(here);
    setAnswered(here);
  };
  const follow = () =>
    save.mutate(
      { timezone: here },
      {
        title: "Profile Updated",
        description: `Your emails now arrive at ${clockTime(emailTime)} ${zoneWords(here)}.`,
        onSaved: answer,
      },
    );
  return (
    <section aria-labelledby="travel-heading" className="grid gap-3 rounded-xl border border-bolt/40 bg-night p-4">
      <h3 id="travel-heading" className="flex items-start gap-2.5 text-base">
        <Plane className="mt-0.5 size-5 shrink-0 text-bolt" />
        {`It's ${clock} where you are`}
      </h3>
      <p className="text-muted text-sm leading-relaxed">
        {`Your wake-up email arrives at ${clockTime(emailTime)} ${zoneWords(timezone)}. Switch it to ${zoneWords(here)}?`}
      </p>
      <div className="grid gap-2">
        <Button onClick={follow} isBusy={save.isPending} className="min-h-11">
          {`Wake me at ${clockTime(emailTime)} here`}
        </Button>
        <Button variant="ghost" onClick={answer} disabled={save.isPending} className="min-h-11">
          {`Keep ${zoneWords(timezone)}`}
        </Button>
      </div>
    </section>
  );
}

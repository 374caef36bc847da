import { AlarmClock } from "lucide-react";
import { useMemo, useState } from "react";
import type { WakeUpQuestion as Question, WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { zoneHere } from "#domain/formats.ts";
import { hourWords, nextHourWords } from "#domain/rules/hour-words.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import { clockTime, FIRST_HOUR, isMorning, parseHour, spokenTime } from "#domain/rules/wake-up-hours.ts";
import { zoneOnOffer } from "#domain/rules/zone-on-offer.ts";
import { isClockHere } from "../../lib/clock-here.ts";
import { clockHere } from "../../lib/device-clock.ts";
import { useNow } from "../../lib/use-now.ts";
import { Alert } from "../../ui/alert.tsx";
import { TEXT_LINK } from "../../ui/button.tsx";
import { hoursOnOffer } from "./account-words.ts";
import { HourKeys } from "./hour-keys.tsx";
import { ZoneField } from "./zone-field.tsx";

/** The answer of someone who hasn't answered: this browser's zone. The server applies the rule that the page shows. */
export const browsersAnswer = (): WakeUpChoice => ({ timezone: zoneHere() });

type WakeUpQuestionProps = {
  question: Question;
  answer: WakeUpChoice;
  onAnswer: (answer: WakeUpChoice) => void;
  /** "Next email" for someone who may have had one. */
  lead?: string;
};

/** "When should we wake you?", for checkout, gift, and trial. The account that it's for doesn't exist or hasn't been set up. */
export function WakeUpQuestion({ question, answer, onAnswer, lead = "First email" }: WakeUpQuestionProps) {
  const now = useNow(MINUTE_MS);
  const [isZoneOpen, setIsZoneOpen] = useState(false);
  const { timezones } = question.wakeUpOptions;
  const { timezone, emailTime: hour = question.emailTime } = answer;
  // A zone that counts as another is looked up through a year.
  const zone = useMemo(() => zoneOnOffer(timezones, timezone, Date.now()), [timezones, timezone]);
  const hours = hoursOnOffer(question);
  return (
    <div className="grid gap-3">
      <HourKeys
        legend="When should we wake you?"
        hours={hours}
        hour={hour}
        onChoose={(emailTime) => onAnswer({ ...answer, emailTime })}
      />
      {/* This browser's clocks can't say when that is in a zone they don't know. */}
      {isKnownZone(zone) && (
        <>
          <FirstEmail lead={lead} hour={hour} zone={zone} now={now} />
          <NoMorning hours={hours} zone={zone} now={now} />
        </>
      )}
      {isZoneOpen ? (
        <ZoneField
          zones={timezones}
          saved={zone}
          zone={zone}
          now={now}
          onChoose={(chosen) => onAnswer({ ...answer, timezone: chosen })}
        />
      ) : (
        <button
          type="button"
          className={`${TEXT_LINK} justify-self-start font-semibold text-sm`}
          onClick={() => setIsZoneOpen(true)}
        >
          Change time zone
        </button>
      )}
    </div>
  );
}

/** When that hour next begins there (epoch ms), and what this device's clock shows then. */
function nextTime(hour: string, zone: string, now: number): { at: number; here: string } {
  const at = nextSlot(parseHour(hour) ?? FIRST_HOUR, zone, now);
  return { at, here: clockHere(at).slice(11) };
}

function FirstEmail({ lead, hour, zone, now }: { lead: string; hour: string; zone: string; now: number }) {
  const { at, here } = nextTime(hour, zone, now);
  const wakeUp = { wakeUpHour: parseHour(hour) ?? FIRST_HOUR, timezone: zone };
  return (
    <div role="status" className="flex items-start gap-3">
      <AlarmClock className="mt-0.5 size-5 shrink-0 text-bolt" />
      <div className="grid gap-1">
        <p>
          <span className="text-muted">{`${lead}: `}</span>
          <strong className="inline-block">{nextHourWords(wakeUp, now)}</strong>
        </p>
        {!isClockHere(zone, at) && (
          <p className="text-muted text-sm">{`${hourWords(wakeUp)} is ${spokenTime(here)} where you are.`}</p>
        )}
      </div>
    </div>
  );
}

/** Says so before anything is paid. */
function NoMorning({ hours, zone, now }: { hours: readonly string[]; zone: string; now: number }) {
  const there = hours.map((hour) => nextTime(hour, zone, now).here);
  const [first = "", last = ""] = [hours[0], hours.at(-1)];
  if (there.some(isMorning)) return null;
  return (
    <Alert tone="info">
      {`We can't wake you in the morning yet: our hours, ${clockTime(first)} to ${clockTime(last)} ${zoneWords(zone)}, are ${spokenTime(there[0] ?? "")} to ${spokenTime(there.at(-1) ?? "")} where you are.`}
    </Alert>
  );
}

import { useState } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn, isKnownZone, localTimeIn } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { hourOn, weekHoursOf } from "#domain/rules/week-hours.ts";
import { useNow } from "../../lib/use-now.ts";
import { CancelOrSubmit } from "../../ui/cancel-or-submit.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { hoursOnOffer } from "./account-words.ts";
import { HourKeys } from "./hour-keys.tsx";
import { isWoken } from "./member-words.ts";
import { NextWakeUp } from "./next-wake-up.tsx";
import { useSaveProfile } from "./save-profile.mutation.ts";
import { WeekendKeys } from "./weekend-keys.tsx";
import { ZoneField } from "./zone-field.tsx";

export function WakeUpForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
  const { emailTime, weekendTime, timezone, emailEnabled, wakeUpOptions } = profile;
  const [draft, setDraft] = useState<WakeUpDraft>({ emailTime, weekendTime, timezone, emailEnabled });
  // As it was when the form opened: another device may change it meanwhile.
  const [savedWeekend] = useState(weekendTime);
  const save = useSaveProfile();
  const now = useNow(MINUTE_MS);
  const nextWakeUpLocal = draftWakeUp(profile, draft, now);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const isKept = draft.weekendTime === savedWeekend;
        save.mutate({ ...draft, weekendTime: isKept ? undefined : draft.weekendTime }, { onSaved: onDone });
      }}
      className="grid gap-6"
    >
      <div className="grid gap-4">
        <HourKeys
          legend="Wake-up time"
          hours={hoursOnOffer(profile)}
          hour={draft.emailTime}
          onChoose={(hour) => setDraft({ ...draft, emailTime: hour })}
        />
        <WeekendKeys
          hours={weekendHours(profile)}
          time={draft.weekendTime}
          onChoose={(time) => setDraft({ ...draft, weekendTime: time })}
        />
        <div role="status">
          <NextWakeUp profile={{ ...profile, ...draft, nextWakeUpLocal }} shownHour={draft.emailTime} />
        </div>
      </div>
      <ZoneField
        zones={wakeUpOptions.timezones}
        saved={timezone}
        zone={draft.timezone}
        now={now}
        onChoose={(zone) => setDraft({ ...draft, timezone: zone })}
      />
      <SwitchField
        label="Daily wake-up email"
        hint="The day's session in your inbox, every morning."
        isOn={draft.emailEnabled}
        onChange={(isOn) => setDraft({ ...draft, emailEnabled: isOn })}
      />
      <CancelOrSubmit onCancel={onDone} isBusy={save.isPending}>
        Save Changes
      </CancelOrSubmit>
    </form>
  );
}

/** The hours on offer, and the saved weekend hour. */
function weekendHours({ weekendTime, wakeUpOptions }: ProfileResponse): string[] {
  const isHour = weekendTime !== null && weekendTime !== NO_EMAIL;
  return isHour ? hoursOnOffer({ emailTime: weekendTime, wakeUpOptions }) : wakeUpOptions.emailTimes;
}

type WakeUpDraft = Pick<ProfileResponse, "emailTime" | "weekendTime" | "timezone" | "emailEnabled">;

// The server's answer while nothing has changed, else the next slot after the mornings that the server skips.
/** The next wake-up's local time in the draft's zone if it were saved now, or null; only the hour if a zone is unknown here. */
export function draftWakeUp(profile: ProfileResponse, draft: WakeUpDraft, now: number): string | null {
  const { emailTime, weekendTime, timezone, hasAccess, nextWakeUpAt, nextWakeUpLocal, pausedUntil } = profile;
  const [hours, savedHours] = [weekHoursOf(draft), weekHoursOf(profile)];
  if (!isWoken({ ...profile, ...draft }) || !hasAccess || hours === null || savedHours === null) return null;
  const areHoursKept = draft.emailTime === emailTime && draft.weekendTime === weekendTime;
  if (isWoken(profile) && ((areHoursKept && draft.timezone === timezone) || nextWakeUpAt === null))
    return nextWakeUpLocal;
  if (![timezone, draft.timezone].every(isKnownZone)) return draft.emailTime;
  const afterPause = (zone: string) => (pausedUntil ? Math.max(now, instantAt(pausedUntil, 0, zone) - 1) : now);
  let from = afterPause(draft.timezone);
  const savedSlot = nextSlot((date) => hourOn(savedHours, date), timezone, afterPause(timezone));
  if (nextWakeUpAt !== null && Date.parse(nextWakeUpAt) > savedSlot) {
    const firstMorning = dateIn(timezone, Date.parse(nextWakeUpAt));
    from = Math.max(from, instantAt(firstMorning, 0, draft.timezone) - 1);
  }
  return localTimeIn(
    draft.timezone,
    nextSlot((date) => hourOn(hours, date), draft.timezone, from),
  );
}

import { type CSSProperties, useState } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn, isKnownZone, localTimeIn } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { clockParts, parseHour } from "#domain/rules/wake-up-hours.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, ButtonPair } from "../../ui/button.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { hoursOnOffer } from "./account-words.ts";
import { NextWakeUp } from "./next-wake-up.tsx";
import { useSaveProfile } from "./save-profile.mutation.ts";
import { WakeUpDial } from "./wake-up-dial.tsx";
import { ZoneField } from "./zone-field.tsx";

export function WakeUpForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
  const { emailTime, timezone, emailEnabled, wakeUpOptions } = profile;
  const [draft, setDraft] = useState<WakeUpDraft>({ emailTime, timezone, emailEnabled });
  const save = useSaveProfile();
  const now = useNow(MINUTE_MS);
  const nextWakeUpLocal = draftWakeUp(profile, draft, now);
  const hours = hoursOnOffer(profile);
  const chooseHour = (hour: string) => setDraft({ ...draft, emailTime: hour });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft, {
          title: "Profile Updated",
          description: "Your profile settings have been saved successfully.",
          onSaved: onDone,
        });
      }}
      className="grid gap-6"
    >
      <div className="grid gap-4">
        <WakeUpDial hours={hours} hour={draft.emailTime} onTurn={chooseHour} />
        <HourKeys legend="Wake-up time" hours={hours} hour={draft.emailTime} onChoose={chooseHour} />
        <div role="status">
          <NextWakeUp profile={{ ...profile, ...draft, nextWakeUpLocal }} />
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
      <ButtonPair>
        <Button variant="secondary" onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" className="!px-3 whitespace-nowrap sm:!px-5" isBusy={save.isPending}>
          Save Changes
        </Button>
      </ButtonPair>
    </form>
  );
}

/** Columns for `count` keys in rows of at most `most`, as evenly filled as possible. */
function columnsFor(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}

type HourKeysProps = { legend: string; hours: readonly string[]; hour: string; onChoose: (hour: string) => void };

function HourKeys({ legend, hours, hour, onChoose }: HourKeysProps) {
  const columns = {
    "--narrow": columnsFor(hours.length, 5),
    "--middle": columnsFor(hours.length, 6),
    "--wide": columnsFor(hours.length, 8),
  } as CSSProperties;
  return (
    <fieldset className="@container">
      <legend className="mb-2 text-sm font-semibold semi-wide">{legend}</legend>
      <div
        style={columns}
        className="grid grid-cols-[repeat(var(--narrow),minmax(0,1fr))] gap-1.5 @min-[18.5rem]:grid-cols-[repeat(var(--middle),minmax(0,1fr))] @min-[25.5rem]:grid-cols-[repeat(var(--wide),minmax(0,1fr))]"
      >
        {hours.map((each) => (
          <HourKey key={each} hour={each} isChosen={each === hour} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  );
}

function HourKey({ hour, isChosen, onChoose }: { hour: string; isChosen: boolean; onChoose: (hour: string) => void }) {
  const { clock, half } = clockParts(hour);
  return (
    <label className="relative grid min-h-14 min-w-[44px] cursor-pointer place-content-center justify-items-center rounded-xl border border-control bg-night text-ink transition-colors hover:border-bolt has-checked:border-bolt has-checked:bg-bolt has-checked:text-night has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-bolt forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:[forced-color-adjust:none]">
      <input
        type="radio"
        name="wake-up-hour"
        value={hour}
        checked={isChosen}
        onChange={() => onChoose(hour)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-xl focus-visible:outline-none"
      />
      <span className="text-xl leading-none font-extrabold wide">{clock.split(":")[0]}</span>{" "}
      <span className="mt-1 text-[0.6875rem] leading-none font-bold semi-wide">{half}</span>
    </label>
  );
}

type WakeUpDraft = Pick<ProfileResponse, "emailTime" | "timezone" | "emailEnabled">;

// The server's answer while nothing has changed, else the next slot after the mornings that the server skips.
/** The next email's local time in the draft's zone if it were saved now, or null; only the hour if a zone is unknown here. */
export function draftWakeUp(profile: ProfileResponse, draft: WakeUpDraft, now: number): string | null {
  const { emailTime, timezone, emailEnabled, hasAccess, nextWakeUpAt, nextWakeUpLocal, pausedUntil } = profile;
  const hour = parseHour(draft.emailTime);
  if (!draft.emailEnabled || !hasAccess || hour === null) return null;
  const isHourKept = draft.emailTime === emailTime && draft.timezone === timezone;
  if (emailEnabled && (isHourKept || nextWakeUpAt === null)) return nextWakeUpLocal;
  if (![timezone, draft.timezone].every(isKnownZone)) return draft.emailTime;
  let from = now;
  if (pausedUntil) from = Math.max(from, instantAt(pausedUntil, 0, draft.timezone) - 1);
  const savedSlot = nextSlot(parseHour(emailTime) ?? hour, timezone, now);
  if (nextWakeUpAt !== null && Date.parse(nextWakeUpAt) > savedSlot) {
    const firstMorning = dateIn(timezone, Date.parse(nextWakeUpAt));
    from = Math.max(from, instantAt(firstMorning, 0, draft.timezone) - 1);
  }
  return localTimeIn(draft.timezone, nextSlot(hour, draft.timezone, from));
}

import { useState } from "react";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { MAX_PAUSE_DAYS, pauseProblem } from "#domain/rules/mail-pause.ts";
import { dayIn } from "../../lib/device-clock.ts";
import { Button } from "../../ui/button.tsx";
import { CancelOrSubmit } from "../../ui/cancel-or-submit.tsx";
import { TextField } from "../../ui/field.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";

const CHOICES = [
  { label: "1 week", days: 7 },
  { label: "2 weeks", days: 14 },
  { label: "1 month", days: 30 },
] as const;

type PauseFormProps = {
  timezone: string;
  save: { pause: (date: string) => void; isPending: boolean };
  onCancel: () => void;
};

export function PauseForm({ timezone, save, onCancel }: PauseFormProps) {
  const [today] = useState(() => dayIn(timezone, Date.now()));
  const [date, setDate] = useState(addDays(today, CHOICES[0].days));
  const [wasSent, setWasSent] = useState(false);
  const problem = pauseProblem(date, today);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasSent(true);
        if (problem === null) save.pause(date);
      }}
      className="grid animate-rise grid-cols-1 gap-4 border-t border-line pt-4"
    >
      <p className="text-muted text-sm">A pause stops emails and notifications.</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(3.75rem,22%),1fr))] gap-2">
        {CHOICES.map(({ label, days }) => {
          const chosen = addDays(today, days);
          return (
            <Button
              key={label}
              variant="secondary"
              aria-pressed={date === chosen}
              onClick={() => setDate(chosen)}
              className="min-h-11 !px-1 text-sm aria-pressed:border-bolt aria-pressed:text-bolt forced-colors:aria-pressed:border-3"
            >
              {label}
            </Button>
          );
        })}
      </div>
      <TextField
        ref={focusOnArrival}
        label="Resume on"
        hint={problem === null ? formatLongDate(date).split(",")[0] : undefined}
        type="date"
        min={addDays(today, 1)}
        max={addDays(today, MAX_PAUSE_DAYS)}
        value={date}
        onChange={(event) => setDate(event.target.value)}
        error={wasSent && problem !== null ? problem : undefined}
      />
      <CancelOrSubmit onCancel={onCancel} isBusy={save.isPending}>
        Pause
      </CancelOrSubmit>
    </form>
  );
}

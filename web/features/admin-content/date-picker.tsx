import { useState } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { TextField } from "../../ui/text-field.tsx";

type DatePickerProps = { date: string; openDate: (date: string) => Promise<boolean>; isBusy: boolean };

/** Holds what is being typed; a date that could not be opened gives way to the one that is still open. */
export function DatePicker({ date, openDate, isBusy }: DatePickerProps) {
  const [typed, setTyped] = useState(date);

  async function choose(next: string) {
    setTyped(next);
    await openDate(next);
  }

  return (
    <TextField
      label="Date"
      type="date"
      required
      value={typed}
      aria-busy={isBusy || undefined}
      hint={formatLongDate(date)}
      onChange={(event) => choose(event.target.value)}
      onBlur={() => setTyped(date)}
    />
  );
}

import { useState } from "react";
import { formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { TextField } from "../../ui/field.tsx";

type DatePickerProps = {
  label: string;
  date: string;
  /** If the date can't be opened, the field goes back to the open one. */
  openDate: (date: string) => Promise<void> | void;
  hint?: string;
  isBusy?: boolean;
};

/** A year below 2000 is still being typed: "0020" on the way to 2026. */
function isWhole(date: string): boolean {
  return isCalendarDate(date) && date >= "2000";
}

/** A typed date counts once its year is complete, on Enter, or on blur, because almost every keystroke gives a valid one. */
export function DatePicker({ label, date, openDate, hint, isBusy = false }: DatePickerProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);

  async function take(next: string) {
    setIsTyping(false);
    if (isWhole(next) && next !== date) await openDate(next);
    setTyped(null);
  }

  function change(next: string) {
    const completesYear = isWhole(next) && isCalendarDate(typed ?? "") && !isWhole(typed ?? "");
    setTyped(next);
    if (!isTyping || completesYear) void take(next);
  }

  const isWaiting = typed !== null && typed !== date && isWhole(typed);
  return (
    <TextField
      label={label}
      type="date"
      required
      value={typed ?? date}
      aria-busy={isBusy || undefined}
      hint={isWaiting ? `Press Enter to open ${formatLongDate(typed)}` : hint}
      onPointerDown={() => setIsTyping(false)}
      onKeyDown={({ key, currentTarget }) => (key === "Enter" ? take(currentTarget.value) : setIsTyping(true))}
      onChange={(event) => change(event.target.value)}
      onBlur={(event) => void take(event.target.value)}
    />
  );
}

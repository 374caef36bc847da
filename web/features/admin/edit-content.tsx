import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Card, CardHeading } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { contentOfDateQuery } from "./content.query.ts";
import { ContentEditor } from "./content-editor.tsx";

type EditContentProps = { date: string; openDate: (date: string) => Promise<void>; isSwitching: boolean };

export function EditContent({ date, openDate, isSwitching }: EditContentProps) {
  const content = useQuery(contentOfDateQuery(date));
  return (
    <Card aria-labelledby="edit-content">
      <CardHeading id="edit-content" hint="There is no save button: your text is kept as you type.">
        Edit Content for Date
      </CardHeading>
      <div className="grid gap-5">
        <DatePicker date={date} openDate={openDate} isBusy={isSwitching} />
        {content.data ? (
          <ContentEditor key={content.data.id} item={content.data} />
        ) : content.isPending ? (
          <StatePanel kind="loading" title="Loading content..." />
        ) : (
          // An answer other than "not found" counts as no content too (spec section 7), but says why.
          <StatePanel
            kind={content.error ? "error" : "empty"}
            title="No content found for selected date"
            {...(content.error && { detail: errorDetail(content.error), retry: content })}
          />
        )}
      </div>
    </Card>
  );
}

type DatePickerProps = { date: string; openDate: (date: string) => Promise<void>; isBusy: boolean };

/** A year below 2000 is one that is still being typed: "0020" on the way to 2026. */
function isWhole(date: string): boolean {
  return isCalendarDate(date) && date >= "2000";
}

/**
 * A date typed by keyboard is a valid one at almost every key. It is taken once its year is whole, on Enter or when the
 * field is left; a date picked from the calendar at once. What cannot be opened gives way to the date that is open.
 */
function DatePicker({ date, openDate, isBusy }: DatePickerProps) {
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

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter") void take(event.currentTarget.value);
    else setIsTyping(true);
  }

  const isWaiting = typed !== null && typed !== date && isWhole(typed);
  return (
    <TextField
      label="Date"
      type="date"
      required
      value={typed ?? date}
      aria-busy={isBusy || undefined}
      hint={isWaiting ? `Press Enter to open ${formatLongDate(typed)}` : formatLongDate(date)}
      onPointerDown={() => setIsTyping(false)}
      onKeyDown={press}
      onChange={(event) => change(event.target.value)}
      onBlur={(event) => void take(event.target.value)}
    />
  );
}

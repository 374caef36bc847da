import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import type { CalendarDay } from "#domain/contract/content/library.ts";
import { addMonths, formatMonthOf, monthOf } from "#domain/rules/calendar-days.ts";
import { IconButton } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useStayHere } from "../media/upload-field.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { CalendarCell } from "./calendar-cell.tsx";
import { dayAfterKey, WEEKDAYS, weeksOf } from "./calendar-grid.ts";
import { calendarQuery } from "./content.query.ts";
import type { ContentAddress } from "./content-address.ts";
import { useSelection } from "./selection.atoms.ts";

type MonthCalendarProps = Pick<ContentAddress, "month" | "today" | "day" | "go"> & {
  onFiles: (date: string, files: readonly File[]) => void;
};

/** A month as a grid of days. It is one Tab stop; arrow keys move between days and on into adjacent months. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { month, today, go } = props;
  useStayHere();
  const calendar = useQuery(calendarQuery(month));
  const name = formatMonthOf(month);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-2">
        <IconButton
          isSmall
          icon={ChevronLeft}
          label="Previous month"
          onClick={() => go({ month: addMonths(month, -1) })}
        />
        <div className="flex flex-wrap items-center justify-center gap-x-3">
          <h3 aria-live="polite" className="font-bold text-lg wide">
            {name}
          </h3>
          {month !== monthOf(today) && (
            <SmallButton variant="ghost" onClick={() => go({ month: monthOf(today) })}>
              Today
            </SmallButton>
          )}
        </div>
        <IconButton isSmall icon={ChevronRight} label="Next month" onClick={() => go({ month: addMonths(month, 1) })} />
      </div>
      <QueryPanel query={calendar} failed="Couldn't load the month" />
      {!calendar.isLoadingError && (
        <Grid
          {...props}
          name={name}
          items={calendar.data ?? []}
          isLoading={calendar.isPending || calendar.isPlaceholderData}
        />
      )}
    </div>
  );
}

type GridProps = MonthCalendarProps & { name: string; items: CalendarDay[]; isLoading: boolean };

function Grid({ name, month, today, day, items, isLoading, go, onFiles }: GridProps) {
  /** The day that Tab reaches; `isMoving` after an arrow key, when that day takes focus. */
  const [stop, setStop] = useState({ date: today, isMoving: false });
  const stopDate = monthOf(stop.date) === month ? stop.date : monthOf(today) === month ? today : `${month}-01`;
  const byDate = new Map(items.map((item) => [item.date, item]));
  const selection = useSelection();

  /** Selects or opens a day, as in a file manager: Ctrl adds it, Shift all up to it. */
  function choose(date: string, { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">) {
    const item = byDate.get(date);
    if (shiftKey) selection.extend(date, items);
    else if (item && (selection.isOn || ctrlKey || metaKey)) selection.toggle(item);
    else if (!selection.isOn) go({ day: date });
  }

  function press(event: KeyboardEvent, date: string) {
    if (event.key === " " && (event.ctrlKey || event.shiftKey)) {
      event.preventDefault();
      return choose(date, event);
    }
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : dayAfterKey(date, event.key);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(next, items, date);
    setStop({ date: next, isMoving: true });
    if (monthOf(next) !== month) go({ month: monthOf(next) });
  }

  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's pattern for a calendar with arrow keys is a grid.
      role="grid"
      aria-label={name}
      aria-busy={isLoading}
      className="table-fixed border-separate border-spacing-px max-sm:-mx-5 max-sm:w-[calc(100%+2.5rem)] sm:w-full sm:border-spacing-1"
    >
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" className="readout pb-1 text-center text-muted">
              <abbr title={weekday} className="no-underline">
                {weekday.slice(0, 2)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((date, index) =>
              date === null ? (
                <td key={WEEKDAYS[index]} />
              ) : (
                <td key={date} className="p-0 align-top">
                  <CalendarCell
                    date={date}
                    today={today}
                    isOpen={date === day}
                    item={byDate.get(date)}
                    isLoading={isLoading}
                    tabIndex={date === stopDate ? 0 : -1}
                    takesFocus={stop.isMoving && date === stop.date}
                    isSelected={selection.isOn ? selection.isSelected(byDate.get(date)?.id ?? "") : null}
                    onFiles={(files) => onFiles(date, files)}
                    onDay={(from) => {
                      const dragged = byDate.get(from);
                      if (dragged) selection.drop(dragged, date, byDate.get(date));
                    }}
                    onKeyDown={(event) => press(event, date)}
                    onClick={(event) => {
                      // Don't remount the cell: the drawer returns focus to it when it closes.
                      setStop({ date, isMoving: stop.isMoving && stop.date === date });
                      choose(date, event);
                    }}
                  />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

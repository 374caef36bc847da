import { useLocation } from "react-router";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { formatMonthOf } from "#domain/rules/calendar-days.ts";
import { ROWS, SessionRow } from "./session-row.tsx";

type LibraryMonthsProps = {
  items: readonly BrowsedItem[];
  today: string;
  /** The date of the session in the player. */
  playing: string | undefined;
  isBusy: boolean;
};

export function LibraryMonths({ items, today, playing, isBusy }: LibraryMonthsProps) {
  const { search } = useLocation();
  const months = new Map<string, BrowsedItem[]>();
  for (const item of items) {
    const month = item.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), item]);
  }
  return (
    <section aria-label="Sessions" aria-busy={isBusy} className="grid grid-cols-1 gap-6">
      {[...months].map(([month, ofMonth]) => (
        <section key={month} className="grid grid-cols-1 gap-2.5">
          <h2 id={month} className="text-lg">
            {formatMonthOf(month)}
          </h2>
          <ul aria-labelledby={month} className={ROWS}>
            {ofMonth.map((item) => (
              <SessionRow key={item.id} item={item} search={search} today={today} isCurrent={item.date === playing} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

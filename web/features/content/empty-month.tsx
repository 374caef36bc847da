import { formatMonth } from "#domain/rules/calendar-days.ts";
import { ActionBar } from "../../brand/dock.tsx";
import type { YearMonth } from "./dashboard-address.ts";
import { TodayButton } from "./selected-content.tsx";

/** The month's arrows and list, above, lead on. */
export function EmptyMonth({ month, onToday }: { month: YearMonth; onToday: (() => void) | null }) {
  return (
    <section aria-labelledby="empty-month" className="min-h-40 [grid-area:title]">
      <h2 id="empty-month" className="text-[1.375rem] md:text-3xl lg:text-4xl">
        No sessions in {formatMonth(month.year, month.month)}
      </h2>
      {onToday && (
        <ActionBar label="Selected session">
          <div className="grid sm:mt-5 sm:flex">
            <TodayButton onClick={onToday} />
          </div>
        </ActionBar>
      )}
    </section>
  );
}

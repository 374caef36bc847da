import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { ActionBar } from "../../brand/dock.tsx";
import { Button } from "../../ui/button.tsx";
import { monthsQuery } from "./content.query.ts";
import type { YearMonth } from "./dashboard-address.ts";
import { TodayButton } from "./selected-content.tsx";

type EmptyMonthProps = { month: YearMonth; onGoTo: (month: YearMonth) => void; onToday: (() => void) | null };

function monthsBetween(from: YearMonth, to: YearMonth): number {
  return (to.year - from.year) * 12 + to.month - from.month;
}

export function EmptyMonth({ month, onGoTo, onToday }: EmptyMonthProps) {
  const months = useQuery(monthsQuery);
  const before = months.data?.findLast((other) => monthsBetween(month, other) < 0);
  const after = months.data?.find((other) => monthsBetween(month, other) > 0);
  return (
    <section aria-labelledby="empty-month" className="grid content-start gap-4 pb-4 [grid-area:title] md:pt-14">
      <h2 id="empty-month" className="text-[1.375rem] md:text-3xl lg:text-4xl">
        No sessions in {formatMonth(month.year, month.month)}
      </h2>
      <div className="flex min-h-12 flex-wrap gap-2 sm:gap-3">
        {before && (
          <Button
            icon={ArrowLeft}
            variant="secondary"
            className="max-sm:flex-1 max-sm:px-3"
            onClick={() => onGoTo(before)}
          >
            {formatMonth(before.year, before.month)}
          </Button>
        )}
        {after && (
          <Button variant="secondary" className="max-sm:flex-1 max-sm:px-3" onClick={() => onGoTo(after)}>
            {formatMonth(after.year, after.month)}
            <ArrowRight className="size-4" />
          </Button>
        )}
        {months.isSuccess && !before && !after && <p className="text-muted">Your first session is on its way.</p>}
        {months.isError && <p className="text-muted">Try the month before or after.</p>}
      </div>
      {onToday && (
        <ActionBar label="Selected session">
          <div className="grid sm:flex">
            <TodayButton onClick={onToday} />
          </div>
        </ActionBar>
      )}
    </section>
  );
}

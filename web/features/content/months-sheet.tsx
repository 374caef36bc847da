import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import { Link } from "react-router";
import type { ContentMonths } from "#domain/contract/content/content.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { monthsQuery } from "./content.query.ts";
import type { DialAddress, YearMonth } from "./dashboard-address.ts";

type MonthsSheetProps = {
  isOpen: boolean;
  onClose: () => void;
  shown: YearMonth;
  onGoTo: (place: DialAddress) => void;
};

export function MonthsSheet({ isOpen, onClose, shown, onGoTo }: MonthsSheetProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="All months">
      <Months shown={shown} onGoTo={onGoTo} />
    </Dialog>
  );
}

function Months({ shown, onGoTo }: Pick<MonthsSheetProps, "shown" | "onGoTo">) {
  const months = useQuery(monthsQuery);
  return (
    <div className="grid min-h-64 content-start gap-5">
      <Link to={APP_PAGES.library} className={buttonClass("secondary")}>
        <Search className="size-4" />
        Search all sessions
      </Link>
      <QueryPanel query={months} loading="Loading months..." failed="The months didn't load">
        {(all) => <MonthList months={all} shown={shown} onGoTo={onGoTo} />}
      </QueryPanel>
    </div>
  );
}

function MonthList({ months, shown, onGoTo }: Pick<MonthsSheetProps, "shown" | "onGoTo"> & { months: ContentMonths }) {
  if (months.length === 0) return <StatePanel kind="empty" title="No sessions yet. The first one is on its way." />;
  const newestFirst = months.toReversed();
  const years = [...new Set(newestFirst.map(({ year }) => year))];
  return years.map((year) => (
    <section key={year} aria-label={String(year)} className="grid gap-1">
      <h3 className="readout text-muted">{year}</h3>
      <ul className="-mx-3 grid">
        {newestFirst
          .filter((month) => month.year === year)
          .map((month) => (
            <li key={month.month}>
              <MonthRow
                month={month}
                isShown={month.year === shown.year && month.month === shown.month}
                onClick={() => onGoTo({ year, month: month.month, rolodex: 0 })}
              />
            </li>
          ))}
      </ul>
    </section>
  ));
}

type MonthRowProps = { month: ContentMonths[number]; isShown: boolean; onClick: () => void };

function MonthRow({ month: { year, month, total, completed }, isShown, onClick }: MonthRowProps) {
  const name = formatMonth(year, month);
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      onClick={onClick}
      className={clsx(
        "grid min-h-13 w-full grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 rounded-xl px-3 py-2 text-left hover:bg-raised focus-visible:-outline-offset-3",
        isShown && "bg-raised",
      )}
    >
      <span className="font-bold semi-wide">
        <span>{name.split(" ")[0]}</span>
        <span className="sr-only"> {year}, </span>
      </span>
      {total > 0 && (
        <span className="text-sm text-muted tabular-nums">
          <span className={completed > 0 ? "text-ink" : undefined}>{completed}</span> of {total}
          <span className="sr-only"> done</span>
        </span>
      )}
      <span className="col-span-2 flex overflow-hidden rounded-full bg-line">
        <span
          style={{ width: `${total === 0 ? 0 : (100 * completed) / total}%` }}
          className={clsx(completed > 0 && "border-bolt border-t-4", "h-1")}
        />
      </span>
    </button>
  );
}

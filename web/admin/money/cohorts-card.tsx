import { useQuery } from "@tanstack/react-query";
import type { MoneyMonth } from "#domain/contract/money/ledger.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { formatMonthOf } from "#domain/rules/calendar-days.ts";
import { COHORT_MONTHS, COHORT_RULE } from "#domain/rules/money-months.ts";
import { Card } from "../../ui/card.tsx";
import { FigureTable } from "./figure-table.tsx";
import { cohortQuery } from "./ledger.query.ts";

/** Those who began, then the places of `COHORT_MONTHS`. */
const COLUMNS = [undefined, ...COHORT_MONTHS.keys()];

/** The darker, the more stayed. Empty until the month's last beginner is that far. */
function Cell({ month, after }: { month: string; after: number | undefined }) {
  const { data, isError } = useQuery(cohortQuery(month));
  if (!data) return isError ? "Couldn't load" : "…";
  const stayed = after === undefined ? undefined : (data.stayed[after] ?? null);
  if (stayed === undefined) return formatNumber(data.began);
  if (stayed === null || data.began === 0) return null;
  const share = Math.round((100 * stayed) / data.began);
  const background = `color-mix(in srgb, var(--color-bolt) ${Math.round(share * 0.4)}%, transparent)`;
  return (
    <span className="lg:-my-1 inline-block min-w-24 rounded-md px-2 py-1" style={{ background }}>
      <b>{share}%</b> {formatNumber(stayed)}
    </span>
  );
}

/** How many of those who began in a month stayed. `months` is newest first. */
export function CohortsCard({ months }: { months: MoneyMonth[] }) {
  return (
    <Card id="cohorts" title="Who stays" hint={COHORT_RULE}>
      <FigureTable
        label="Members who stayed, for each month in which they began"
        labelledBy="cohorts"
        head={["Began in", "Members", ...COHORT_MONTHS.map((count) => formatCount(count, "month"))]}
        rows={months.slice(0, 24).map(({ month }) => ({
          key: month,
          cells: [formatMonthOf(month), ...COLUMNS.map((after) => <Cell key={after} month={month} after={after} />)],
        }))}
      />
    </Card>
  );
}

import { useQuery } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { Link } from "react-router";
import type { MoneyMonth } from "#domain/contract/money/ledger.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { formatMonthOf } from "#domain/rules/calendar-days.ts";
import { MONTH_RULES, netOf } from "#domain/rules/money-months.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { Card } from "../../ui/card.tsx";
import { LazySection } from "../../ui/lazy-section.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { FigureTable } from "./figure-table.tsx";
import { monthsQuery } from "./ledger.query.ts";
import { churnText, NOT_KNOWN } from "./ledger-words.ts";

const HEAD = [
  ...["Month", "Gross", "Refunds", "Fees", "Net", "MRR", "Members", "New", "Lost", "Churn"],
  ...["Trials", "Became paid", "Gifts"],
];

const count = (figure: number | null) => (figure === null ? NOT_KNOWN : formatNumber(figure));

function rowOf(month: MoneyMonth) {
  const { grossCents, refundedCents, feeCents, unknownFees, mrrCents, members, started, lost } = month;
  const fees = (
    <>
      {formatPrice(feeCents)}
      {unknownFees > 0 && <span className="block text-muted">{formatCount(unknownFees, "fee")} unknown</span>}
    </>
  );
  const cells = [
    <MonthLink key="month" month={month} />,
    ...[formatPrice(grossCents), formatPrice(refundedCents), fees, <b key="net">{formatPrice(netOf(month))}</b>],
    ...[mrrCents === null ? NOT_KNOWN : formatPrice(mrrCents), count(members), count(started), count(lost)],
    ...[churnText(month), count(month.trialsBegun), count(month.trialsPaid), count(month.gifts)],
  ];
  return { key: month.month, cells };
}

function MonthLink({ month: { month, isRunning } }: { month: MoneyMonth }) {
  return (
    <Link
      to={adminPath({ tab: "money", month })}
      className="grid min-h-11 content-center font-bold underline-offset-4 hover:text-bolt hover:underline"
    >
      {formatMonthOf(month)}
      {isRunning && <span className="font-normal text-muted">{" so far"}</span>}
    </Link>
  );
}

const loadCharts = async () => (await import("./month-charts.tsx")).MonthCharts;
const loadCohorts = async () => (await import("./cohorts-card.tsx")).CohortsCard;

export function MonthsPage() {
  const query = useQuery(monthsQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <QueryPanel query={query} loading="Loading the months..." failed="Couldn't load the months">
        {({ months }) => (
          <Card id="months" title="Months" hint="Back to the first payment. A month opens its payments.">
            {months.length > 0 ? (
              <FigureTable
                label="Money and members by month"
                labelledBy="months"
                head={HEAD}
                rows={months.map(rowOf)}
              />
            ) : (
              <StatePanel
                kind="empty"
                icon={CalendarRange}
                title="No payments yet. The first one starts the first month."
              />
            )}
            <ul className="mt-5 grid gap-1.5 text-muted text-sm">
              {MONTH_RULES.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </Card>
        )}
      </QueryPanel>
      {query.data && query.data.months.length > 0 && (
        <>
          <LazySection load={loadCharts} className="min-h-80" props={{ months: query.data.months }} />
          <LazySection load={loadCohorts} className="min-h-80" props={{ months: query.data.months }} />
        </>
      )}
    </div>
  );
}

import { clsx } from "clsx";
import type { CountedDay, OverviewResponse } from "#domain/contract/health.ts";
import { formatNumber } from "#domain/formats.ts";
import { formatLongDate, formatMonth } from "#domain/rules/calendar-days.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { TitledCard } from "../parts/titled-card.tsx";

/** Today's emails so far, including members whose local date is a day ahead or behind. */
export function TodayCard({ today, elsewhere }: Pick<OverviewResponse, "today" | "elsewhere">) {
  return (
    <TitledCard id="todays-mails" title="Today's emails" hint={formatLongDate(today.date)}>
      <MailFigures mails={today} />
      {elsewhere.map((mails) => (
        <section key={mails.date} aria-label={formatLongDate(mails.date)} className="mt-6 border-line border-t pt-5">
          <p className="mb-4 text-muted">
            {mails.date < today.date ? "Where it's still" : "Where it's already"} {formatLongDate(mails.date)}
          </p>
          <MailFigures mails={mails} />
        </section>
      ))}
    </TitledCard>
  );
}

function MailFigures({ mails }: { mails: OverviewResponse["today"] }) {
  const figures = [
    ["Due", mails.due],
    ["Sent", mails.sent],
    ["On time", mails.onTime],
    ["Sending", mails.open],
    ["Failed", mails.failed],
    ["Missed", mails.missed],
    ["Unknown", mails.unknown],
  ] as const;
  return <Figures figures={figures} className="grid-cols-2 text-2xl sm:grid-cols-4" />;
}

const CHURN_DAYS = 30;

function sumOf(days: CountedDay[], field: Exclude<keyof CountedDay, "date">): number {
  return days.reduce((sum, day) => sum + (day[field] ?? 0), 0);
}

function monthOf(days: CountedDay[], month: string) {
  const counted = days.filter(({ date }) => date.startsWith(month));
  const [year = 0, number = 0] = month.split("-").map(Number);
  const cents = sumOf(counted, "revenueCents") - sumOf(counted, "refundedCents");
  return { name: formatMonth(year, number), amount: formatPrice(cents) };
}

/** Share of the payers at the start of the period whose subscription has ended; a dash if there were no payers. */
function churnOf(days: CountedDay[]): string {
  const stretch = days.slice(-CHURN_DAYS);
  const [first] = stretch;
  const payers = first ? first.monthly + first.quarterly + first.annual : 0;
  return payers === 0 ? "–" : `${((100 * sumOf(stretch, "subscriptionsEnded")) / payers).toFixed(1)}%`;
}

export function MoneyCard({ money, days }: Pick<OverviewResponse, "money" | "days">) {
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))].slice(-2).toReversed();
  const figures = [
    ...months.map((month) => monthOf(days, month)).map(({ name, amount }) => [`Revenue, ${name}`, amount] as const),
    ["Past due", money.failedPayments],
    ["Recovered (30 days)", sumOf(days.slice(-CHURN_DAYS), "recoveredPayments")],
    ["Churn (30 days)", churnOf(days)],
    ["Out of sync", money.differingSubscriptions],
    ["Fixed automatically (7 days)", money.healedDifferences],
    ["Gifts to deliver", money.giftsToDeliver],
    ["Gifts to redeem", money.giftsToRedeem],
  ] as const;
  return (
    <TitledCard id="money" title="Revenue" hint="Net revenue through yesterday.">
      <Figures figures={figures} className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] text-xl" />
    </TitledCard>
  );
}

type FiguresProps = { figures: readonly (readonly [string, number | string | null])[]; className: string };

function Figures({ figures, className }: FiguresProps) {
  return (
    <dl className={clsx("grid gap-x-6 gap-y-4", className)}>
      {figures.map(([label, value]) => (
        <div key={label} className="grid content-start gap-1">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="wrap-anywhere font-bold tabular-nums">
            {typeof value === "number" ? formatNumber(value) : (value ?? "–")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

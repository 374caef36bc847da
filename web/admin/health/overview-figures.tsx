import { clsx } from "clsx";
import { Link } from "react-router";
import type { CountedDay, OverviewResponse } from "#domain/contract/health.ts";
import { formatNumber } from "#domain/formats.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { formatLongDate, formatMonthOf } from "#domain/rules/calendar-days.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { Card } from "../../ui/card.tsx";
import { NOT_DUE_YET } from "../wake-up/delivery-words.ts";

/** Today's emails so far, including members whose local date is a day ahead or behind. */
export function TodayCard({ today, elsewhere }: Pick<OverviewResponse, "today" | "elsewhere">) {
  const date = formatLongDate(today.date);
  return (
    <Card id="todays-mails" title="Today's emails" hint={today.open > 0 ? `${date}. ${NOT_DUE_YET}` : date}>
      <MailFigures mails={today} />
      {elsewhere.map((mails) => (
        <section key={mails.date} aria-label={formatLongDate(mails.date)} className="mt-6 border-line border-t pt-5">
          <p className="mb-4 text-muted">
            {mails.date < today.date ? "Where it's still" : "Where it's already"} {formatLongDate(mails.date)}
          </p>
          <MailFigures mails={mails} />
        </section>
      ))}
    </Card>
  );
}

function MailFigures({ mails }: { mails: OverviewResponse["today"] }) {
  const place: AdminPlace = { tab: "delivery", date: mails.date };
  const figures: Figure[] = [
    ["Due", mails.due, place],
    ["Sent", mails.sent, place],
    ["On time", mails.onTime, place],
    ["Sending", mails.open, place],
    ["Failed", mails.failed, place, true],
    ["Missed", mails.missed, place, true],
    ["Unknown", mails.unknown, place, true],
  ];
  return <Figures figures={figures} className="grid-cols-3 text-xl sm:grid-cols-4" />;
}

const CHURN_DAYS = 30;
const PAYPAL: AdminPlace = { tab: "paypal" };

function sumOf(days: CountedDay[], field: Exclude<keyof CountedDay, "date">): number {
  return days.reduce((sum, day) => sum + (day[field] ?? 0), 0);
}

function revenueOf(days: CountedDay[], month: string, today: { date: string; cents: number }): Figure {
  const counted = days.filter(({ date }) => date.startsWith(month));
  const running = today.date.startsWith(month) ? today.cents : 0;
  const cents = sumOf(counted, "revenueCents") - sumOf(counted, "refundedCents") + running;
  return [`Revenue, ${formatMonthOf(month)}`, formatPrice(cents), PAYPAL];
}

/** Share of the payers at the start of the period whose subscription has ended; a dash if there were no payers. */
function churnOf(days: CountedDay[]): string {
  const stretch = days.slice(-CHURN_DAYS);
  const [first] = stretch;
  const payers = first ? first.monthly + first.quarterly + first.annual : 0;
  return payers === 0 ? "–" : `${((100 * sumOf(stretch, "subscriptionsEnded")) / payers).toFixed(1)}%`;
}

export function MoneyCard({ money, days, today }: Pick<OverviewResponse, "money" | "days" | "today">) {
  const sold = { date: today.date, cents: money.revenueTodayCents };
  const months = [...new Set([...days.map(({ date }) => date), today.date].map((date) => date.slice(0, 7)))];
  const figures: Figure[] = [
    ...months
      .slice(-2)
      .toReversed()
      .map((month) => revenueOf(days, month, sold)),
    ["Recovered (30 days)", sumOf(days.slice(-CHURN_DAYS), "recoveredPayments"), PAYPAL],
    ["Churn (30 days)", churnOf(days), PAYPAL],
    ["Out of sync", money.differingSubscriptions, { tab: "members", group: "out-of-sync" }, true],
    [
      "Fixed automatically (7 days)",
      money.healedDifferences,
      { tab: "settings", page: "audit", action: "subscription.differed" },
    ],
    ["Gifts to deliver", money.giftsToDeliver, PAYPAL],
    ["Unopened gifts", money.giftsToRedeem, PAYPAL],
  ];
  return (
    <Card id="money" title="Revenue" hint="Payments less refunds, including today.">
      <Figures figures={figures} className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] text-xl" />
    </Card>
  );
}

/** The place lists what the figure counts. An `isBad` figure is red unless it's zero. */
type Figure = readonly [label: string, value: number | string, place: AdminPlace, isBad?: boolean];

function Figures({ figures, className }: { figures: readonly Figure[]; className: string }) {
  return (
    <dl className={clsx("grid gap-x-4 gap-y-4", className)}>
      {figures.map(([label, value, place, isBad]) => (
        <div key={label} className="grid content-start gap-1">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="wrap-anywhere font-bold tabular-nums">
            <Link to={adminPath(place)} className={clsx("hover:text-bolt", isBad && value !== 0 && "text-bad")}>
              {typeof value === "number" ? formatNumber(value) : value}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}

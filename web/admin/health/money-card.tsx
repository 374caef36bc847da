import type { CountedDay, OverviewResponse } from "#domain/contract/health.ts";
import { formatNumber } from "#domain/formats.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { Card, CardHeading } from "../../ui/card.tsx";

/** Days over which churn is measured. */
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
    ["Failed payments open", money.failedPayments],
    ["Recovered in 30 days", sumOf(days.slice(-CHURN_DAYS), "recoveredPayments")],
    ["Churn in 30 days", churnOf(days)],
    ["Subscriptions that differ", money.differingSubscriptions],
    ["Healed in 7 days", money.healedDifferences],
    ["Gifts to deliver", money.giftsToDeliver],
    ["Gifts not redeemed", money.giftsToRedeem],
  ] as const;
  return (
    <Card aria-labelledby="money">
      <CardHeading id="money" hint="Revenue by counted days, refunds taken off.">
        Money
      </CardHeading>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-4">
        {figures.map(([label, value]) => (
          <div key={label} className="grid content-start gap-1">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="wrap-anywhere font-bold text-xl tabular-nums">
              {typeof value === "number" ? formatNumber(value) : (value ?? "–")}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "react-router";
import type { OverviewResponse } from "#domain/contract/health.ts";
import type { MoneyMonth } from "#domain/contract/money/ledger.ts";
import { formatNumber } from "#domain/formats.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { addMonths, formatLongDate, formatMonthOf, monthOf } from "#domain/rules/calendar-days.ts";
import { netOf } from "#domain/rules/money-months.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { Card } from "../../ui/card.tsx";
import { monthsQuery } from "../money/ledger.query.ts";
import { churnText, NOT_KNOWN } from "../money/ledger-words.ts";
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

const PAYPAL: AdminPlace = { tab: "paypal" };
const MONTHS: AdminPlace = { tab: "money", page: "months" };

/** The current month's figures with last month's below them, as Money has them; dashes until they're there. */
function monthFigures(today: string, months: MoneyMonth[] = []): Figure[] {
  const [month, last] = [monthOf(today), addMonths(monthOf(today), -1)];
  const nameOf = (asked: string) => formatMonthOf(asked).split(" ")[0];
  const figure = (name: string, text: (month: MoneyMonth) => string): Figure => {
    const [now = NOT_KNOWN, before = NOT_KNOWN] = [month, last].map((asked) => {
      const known = months.find((one) => one.month === asked);
      return known && text(known);
    });
    return [`${name}, ${nameOf(month)}`, now, MONTHS, false, `${nameOf(last)}: ${before}`];
  };
  return [figure("Net", (one) => formatPrice(netOf(one))), figure("Churn", churnText)];
}

export function MoneyCard({ money, today }: Pick<OverviewResponse, "money" | "today">) {
  const { data } = useQuery(monthsQuery);
  const figures: Figure[] = [
    ...monthFigures(today.date, data?.months),
    ["Out of sync", money.differingSubscriptions, { tab: "members", group: "out-of-sync" }, true],
    [
      "Back in sync (7 days)",
      money.healedDifferences,
      { tab: "settings", page: "audit", action: "subscription.differed" },
    ],
    ["Gifts to deliver", money.giftsToDeliver, PAYPAL],
    ["Unopened gifts", money.giftsToRedeem, PAYPAL],
  ];
  return (
    <Card id="money" title="Revenue" hint="Payments less refunds and fees, by month.">
      <Figures figures={figures} className="grid-cols-2 text-xl sm:grid-cols-3" />
    </Card>
  );
}

/** The place lists what the figure counts. An `isBad` figure is red unless it's zero. `also` is below it. */
type Figure = readonly [label: string, value: number | string, place: AdminPlace, isBad?: boolean, also?: string];

function Figures({ figures, className }: { figures: readonly Figure[]; className: string }) {
  return (
    <dl className={clsx("grid gap-x-4 gap-y-4", className)}>
      {figures.map(([label, value, place, isBad, also]) => (
        <div key={label} className="grid content-start gap-1">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="wrap-anywhere font-bold tabular-nums">
            <Link to={adminPath(place)} className={clsx("hover:text-bolt", isBad && value !== 0 && "text-bad")}>
              {typeof value === "number" ? formatNumber(value) : value}
            </Link>
            {also && <span className="block font-normal text-muted text-sm">{also}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

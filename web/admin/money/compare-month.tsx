import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { ComparedDay } from "#domain/contract/money/ledger.ts";
import { formatCount, formatDate } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { addDays, formatMonthDay, formatMonthOf, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { addSums, type MoneySums, netOf } from "#domain/rules/money-months.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FigureTable } from "./figure-table.tsx";
import { NOT_KNOWN } from "./ledger-words.ts";

type Line = ComparedDay["lines"][number];

function whatOf({ paypalCents, ourCents, ourMonth }: Line, month: string): string | null {
  if (ourMonth === null) return "In PayPal, not here";
  if (paypalCents === null) return "Here, not in PayPal";
  if (paypalCents !== ourCents) return "Another amount";
  return ourMonth === month ? null : `Here in ${formatMonthOf(ourMonth)}`;
}

/** What differs in a month. A refund that is on another day here is in PayPal's line, too. */
function differencesOf(days: ComparedDay[], month: string) {
  const lines = days.flatMap((day) => day.lines);
  const listed = new Set(lines.filter(({ paypalCents }) => paypalCents !== null).map(({ id }) => id));
  return lines.flatMap((line) => {
    const what = line.paypalCents !== null || !listed.has(line.id) ? whatOf(line, month) : null;
    return what === null ? [] : [{ key: line.id, cells: [what, ...cellsOf(line)] }];
  });
}

const amountText = (cents: number | null) => (cents === null ? NOT_KNOWN : formatPrice(cents));
const cellsOf = ({ paymentId, at, paypalCents, ourCents }: Line) => [
  ...[formatDate(at), amountText(paypalCents), amountText(ourCents)],
  <Link key="payment" to={adminPath({ tab: "money", q: paymentId })} className="underline hover:text-bolt">
    {paymentId}
  </Link>,
];

const sumsRow = (key: string, sums: MoneySums) => ({
  key,
  cells: [key, ...[sums.grossCents, 0 - sums.refundedCents, 0 - sums.feeCents, netOf(sums)].map(formatPrice)],
});

function Compared({ days, month, sums }: { days: ComparedDay[]; month: string; sums: MoneySums }) {
  const differences = differencesOf(days, month);
  const figures = [sumsRow("PayPal says", addSums(days.map(({ paypal }) => paypal))), sumsRow("We say", sums)];
  const tables = [
    { label: "Sums of the month", head: ["", "Gross", "Refunds", "Fees", "Net"], rows: figures },
    { label: "Differences", head: ["Difference", "Day", "PayPal says", "We say", "Payment"], rows: differences },
  ];
  return (
    <>
      <p role="status">{differences.length > 0 ? formatCount(differences.length, "difference") : "No differences."}</p>
      {tables.map(
        (table) => table.rows.length > 0 && <FigureTable key={table.label} labelledBy="compare-month" {...table} />,
      )}
    </>
  );
}

/** Compares a month with PayPal's own list, a day a call. */
export function CompareMonth({ month, sums }: { month: string; sums: MoneySums }) {
  const [date, setDate] = useState(`${month}-01`);
  const compare = useMutation({
    mutationFn: async () => {
      const days: ComparedDay[] = [];
      const today = dateIn(DEFAULT_ZONE, Date.now());
      for (let day = `${month}-01`; monthOf(day) === month && day <= today; day = addDays(day, 1)) {
        setDate(day);
        days.push(await read(adminApi.admin.payments.compared[":date"].$get({ param: { date: day } })));
      }
      return days;
    },
  });
  return (
    <section
      aria-labelledby="compare-month"
      className="grid gap-4 border-line border-t pt-5 [&>button]:justify-self-start"
    >
      <h3 id="compare-month" className="font-bold semi-wide">
        PayPal says, we say
      </h3>
      <p className="text-muted text-sm">
        PayPal can take three hours to list a payment. Transfers, holds, and what you pay others aren't compared.
      </p>
      <Button variant="secondary" isBusy={compare.isPending} onClick={() => compare.mutate()}>
        {compare.isPending ? `Comparing ${formatMonthDay(date)}` : "Compare with PayPal"}
      </Button>
      {compare.isError && <Alert>{errorDetail(compare.error)}</Alert>}
      {compare.data && <Compared days={compare.data} month={month} sums={sums} />}
    </section>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { Receipt } from "lucide-react";
import { Link } from "react-router";
import { type LedgerEntry, type LedgerFilter, type LedgerPage, ledgerFilter } from "#domain/contract/money/ledger.ts";
import { formatCount, formatDate, formatMoney } from "#domain/formats.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { addMonths, formatMonthOf } from "#domain/rules/calendar-days.ts";
import { centralMonth, netOf } from "#domain/rules/money-months.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { FIGURE_CARD, type StackColumn, StackTable } from "../../ui/stack-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { bind, optionsOf } from "../parts/controls.tsx";
import { givenIn, ListSearch, useListParams } from "../parts/list-search.tsx";
import { SaveCsv } from "../parts/save-csv.tsx";
import { CompareMonth } from "./compare-month.tsx";
import { exportLedger, ledgerQuery } from "./ledger.query.ts";
import { entryLooks, feeText, netText, planText } from "./ledger-words.ts";

const PLANS = optionsOf({ ...PLAN_NAMES, gift: "Gifts" });
const STATES = optionsOf({ refunded: "Refunded", disputed: "Disputed" });

function monthsSince(first: string | null | undefined): { value: string; label: string }[] {
  const months: { value: string; label: string }[] = [];
  for (let month = centralMonth(Date.now()); first && month >= first; month = addMonths(month, -1))
    months.push({ value: month, label: formatMonthOf(month) });
  return months;
}

export function PaymentsPage() {
  const { params, set } = useListParams();
  const filter = givenIn(params, ledgerFilter);
  const list = useInfiniteQuery(ledgerQuery(filter));
  const first = list.data?.pages[0];
  return (
    <Card id="payments" title="Payments" hint="By Central day. A refund counts on the day PayPal made it.">
      <div className="in-turn grid gap-6">
        <LedgerFilters filter={filter} firstMonth={first?.firstMonth} onChange={set} />
        {first?.sums && <Sums sums={first.sums} />}
        {first?.sums && filter.month && <CompareMonth key={filter.month} month={filter.month} sums={first.sums} />}
        <QueryPanel query={list} loading="Loading payments..." failed="Couldn't load payments">
          {({ pages }) => (
            <div aria-busy={list.isPlaceholderData} className="grid gap-6 transition-opacity aria-busy:opacity-60">
              <Entries entries={pages.flatMap(({ entries }) => entries)} hasMore={list.hasNextPage} />
              <ShowMore list={list} />
            </div>
          )}
        </QueryPanel>
        {first?.firstMonth && (
          <div className="flex flex-wrap items-center gap-4">
            <SaveCsv
              call={() => exportLedger(filter)}
              label={Object.values(filter).some(Boolean) ? "Export results as CSV" : "Export all as CSV"}
              filename={filter.month ? `payments-${filter.month}.csv` : "payments.csv"}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

type LedgerFiltersProps = {
  filter: LedgerFilter;
  firstMonth: string | null | undefined;
  onChange: (name: string, value: string) => void;
};

function LedgerFilters({ filter, firstMonth, onChange }: LedgerFiltersProps) {
  const selects = [
    { name: "month", label: "Month", options: monthsSince(firstMonth) },
    { name: "plan", label: "Plan", options: PLANS },
    { name: "state", label: "Refunds and disputes", options: STATES },
  ] as const;
  return (
    <ListSearch
      label="Search by email, name, or PayPal ID"
      hint="Finds the beginning of a name or email, or a whole ID."
      className="ledger-filters"
      text={filter.q ?? ""}
      onSearch={(text) => onChange("q", text)}
    >
      {selects.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          options={[{ value: "", label: "All" }, ...options]}
          {...bind(filter[name] ?? "", (value) => onChange(name, value))}
        />
      ))}
    </ListSearch>
  );
}

function Sums({ sums }: { sums: NonNullable<LedgerPage["sums"]> }) {
  const { grossCents, refundedCents, feeCents, unknownFees } = sums;
  const figures = { Gross: grossCents, Refunds: 0 - refundedCents, Fees: 0 - feeCents, Net: netOf(sums) };
  return (
    <div className="grid gap-2">
      <dl aria-label="Sums of the month" className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {Object.entries(figures).map(([label, cents]) => (
          <div key={label} className="grid gap-1">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-bold text-xl tabular-nums">{formatPrice(cents)}</dd>
          </div>
        ))}
      </dl>
      {unknownFees > 0 && (
        <p className="text-muted text-sm">{`${formatCount(unknownFees, "fee")} unknown, and not in these sums.`}</p>
      )}
    </div>
  );
}

const AMOUNT = `${FIGURE_CARD.cell} whitespace-nowrap`;

const COLUMNS: StackColumn<LedgerEntry>[] = [
  {
    label: "Paid by",
    className: `${FIGURE_CARD.name} lg:!py-2`,
    cell: Payer,
  },
  { label: "Day", className: `${FIGURE_CARD.cell} whitespace-nowrap`, cell: ({ at }) => formatDate(at) },
  { label: "Plan", className: FIGURE_CARD.cell, cell: planText },
  {
    label: "Gross",
    className: AMOUNT,
    cell: (entry) => (
      <span className={entry.state === "made" ? undefined : "text-muted"}>
        {formatMoney(entry.amountCents, entry.currency)}
      </span>
    ),
  },
  { label: "Fee", className: AMOUNT, cell: feeText },
  { label: "Net", className: `${AMOUNT} font-bold`, cell: netText },
  {
    label: "PayPal's ID",
    className: `${FIGURE_CARD.cell} max-lg:col-span-3 text-muted text-sm`,
    cell: ({ kind, paymentId, refundId }) => (kind === "payment" ? paymentId : (refundId ?? `of ${paymentId}`)),
  },
];

function Entries({ entries, hasMore }: { entries: LedgerEntry[]; hasMore: boolean }) {
  if (entries.length > 0)
    return (
      <StackTable
        labelledBy="payments"
        rows={entries}
        keyOf={({ id }) => id}
        cardClass={`${FIGURE_CARD.row} link-row`}
        columns={COLUMNS}
      />
    );
  const title = hasMore ? "No matches yet. Show more to keep looking." : "No payments found";
  return <StatePanel kind="empty" icon={Receipt} title={title} />;
}

/** Opens the member, or the gifts if no member paid. */
function Payer(entry: LedgerEntry) {
  const { payer, isGift } = entry;
  const gifts: AdminPlace | null = isGift ? { tab: "paypal" } : null;
  const place: AdminPlace | null = payer.memberId ? { tab: "members", member: payer.memberId } : gifts;
  const name = payer.name || payer.email || "Deleted member";
  const also = payer.email !== "" && payer.email !== name && (
    <span className="font-normal text-muted text-sm">{payer.email}</span>
  );
  return (
    <div className="grid gap-1.5">
      {place ? (
        <Link
          to={adminPath(place)}
          className="wrap-anywhere grid min-h-11 content-center font-bold semi-wide hover:text-bolt"
        >
          {name}
          {also}
        </Link>
      ) : (
        <span className="grid min-h-11 content-center text-muted">{name}</span>
      )}
      {entryLooks(entry).map((look) => (
        <div key={look.label}>
          <StateBadge look={look} />
        </div>
      ))}
    </div>
  );
}

import type { LedgerEntry, LedgerFilter } from "#domain/contract/money/ledger.ts";
import { dayOfPart, partOf } from "#domain/rules/money-months.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type Cell, streamCsv } from "../../kernel/csv.ts";
import { parseCursor } from "../../kernel/cursor.ts";
import { readLedger } from "./list-ledger.ts";

/** Large enough that a year of 100,000 members stays below D1's query limit per invocation. */
const ROWS_PER_SLICE = 4000;

const COLUMNS = [
  ...["date (Central)", "time (UTC)", "kind", "status", "PayPal ID", "refund of", "name", "email", "plan"],
  ...["currency", "gross", "fee", "net", "dispute"],
];

/** 1990 → 19.90 */
const amountCell = (cents: number): Cell => ({ number: (cents / 100).toFixed(2) });

function toLine(entry: LedgerEntry, dates: Map<number, string>): Cell[] {
  const { at, kind, state, paymentId, refundId, payer, amountCents, feeCents } = entry;
  const part = partOf(Date.parse(at));
  // A date's format costs more than the rest of its line.
  const date = dates.get(part) ?? dayOfPart(part);
  dates.set(part, date);
  const ids = kind === "payment" ? [paymentId, ""] : [refundId ?? "", paymentId];
  const plan = entry.isGift ? `gift, ${entry.plan}` : entry.plan;
  const texts = [date, at, kind, state, ...ids, payer.name, payer.email, plan, entry.currency];
  // Money that hasn't moved is in no sum.
  if (state !== "made") return [...texts, "", "", "", ""];
  return [
    ...texts,
    amountCell(amountCents),
    feeCents === null ? "" : amountCell(feeCents),
    amountCell(amountCents - (feeCents ?? 0)),
    entry.dispute ? (entry.dispute.result ?? (entry.dispute.closedAt ? "closed" : "open")) : "",
  ];
}

async function* readSlices(ctx: Ctx, filter: LedgerFilter): AsyncGenerator<Cell[][], void> {
  const dates = new Map<number, string>();
  let from: string | undefined;
  do {
    const { entries, next } = await readLedger(ctx, filter, parseCursor(from), ROWS_PER_SLICE);
    yield entries.map((entry) => toLine(entry, dates));
    from = next ?? undefined;
  } while (from !== undefined);
}

/** Streams the payments and refunds of a filter as CSV, slice by slice. */
export async function exportLedger(ctx: Ctx, filter: LedgerFilter): Promise<ReadableStream<Uint8Array>> {
  const fields = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  const details = { ...(filter.month && { month: filter.month }), filteredBy: fields };
  await auditEvent(ctx, { actor: "admin", action: "payments.export", subject: "payments", details });
  return streamCsv(COLUMNS, readSlices(ctx, filter));
}

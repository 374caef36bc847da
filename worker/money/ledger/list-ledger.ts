import type { LedgerEntry, LedgerFilter, LedgerPage, LedgerRequest } from "#domain/contract/money/ledger.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { addSums, centralMonth, type MoneySums, monthBounds, partOf } from "#domain/rules/money-months.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type Cursor, parseCursor, toPage } from "../../kernel/cursor.ts";
import { ALWAYS, type LedgerRow, selectFirstPaid, selectLedger, selectMoneyDays } from "./ledger.queries.ts";

const PAGE = 25;
/** Rows a page looks at that shows only some: no index has the plan or what was refunded, so it may be short, with more to follow. */
const ROWS_READ = 100;

function toEntry({ at, isGift, memberId, name, email, disputedAt, settledAt, result, ...row }: LedgerRow): LedgerEntry {
  const payer = { memberId: email === "" ? null : memberId, name, email };
  const openedAt = isoOrNull(disputedAt);
  const dispute = openedAt && { openedAt, closedAt: isoOrNull(settledAt), result };
  return { ...row, dispute: dispute || null, at: new Date(at).toISOString(), isGift: isGift === 1, payer };
}

/** Returns rows of a filter from a place on, newest first; `next` is the place after them, null at the end. */
export async function readLedger({ db }: Ctx, filter: LedgerFilter, from: Cursor | null, size: number) {
  const { q, plan, state, month } = filter;
  const isNarrowed = plan !== undefined || state === "refunded";
  const limit = isNarrowed ? Math.max(size, ROWS_READ) : size;
  const during = month ? monthBounds(month) : ALWAYS;
  const rows = await selectLedger(db, { q, after: from, isDisputed: state === "disputed", during, limit: limit + 1 });
  const isWanted = ({ isGift, plan: own, kind, refundedCents }: LedgerRow) =>
    (!plan || (plan === "gift" ? isGift === 1 : isGift === 0 && own === plan)) &&
    (state !== "refunded" || kind !== "payment" || refundedCents > 0);
  // The page ends with its last row that matches, or with the last that was looked at.
  const last = isNarrowed ? rows.slice(0, limit).filter(isWanted)[size - 1] : undefined;
  const looked = last ? rows.indexOf(last) + 1 : limit;
  const { shown, next } = toPage(rows, looked, ({ at, id }) => ({ at, id }));
  return { entries: shown.filter(isWanted).map(toEntry), next };
}

async function sumsOf({ db }: Ctx, { month, ...narrower }: LedgerFilter): Promise<MoneySums | null> {
  if (!month || Object.values(narrower).some(Boolean)) return null;
  const { from, before } = monthBounds(month);
  return addSums(await selectMoneyDays(db, { from: partOf(from), before: partOf(before) }));
}

/** Returns a page of payments and refunds. @throws AppError `validation` for an unknown cursor */
export async function listLedger(ctx: Ctx, { cursor, ...filter }: LedgerRequest): Promise<LedgerPage> {
  const [page, [first], sums] = await Promise.all([
    readLedger(ctx, filter, parseCursor(cursor), PAGE),
    selectFirstPaid(ctx.db),
    sumsOf(ctx, filter),
  ]);
  return { ...page, firstMonth: typeof first?.at === "number" ? centralMonth(first.at) : null, sums };
}

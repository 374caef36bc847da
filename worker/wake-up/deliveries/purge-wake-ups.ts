import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays, addMonths, monthOf, monthRange } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { Ctx } from "../../kernel/context.ts";
import { log } from "../../kernel/log.ts";
import { SLOT_GRID_MS } from "../slots/slots.ts";
import {
  countSlice,
  deleteBatches,
  deleteDeliveries,
  deleteMailsAndSlots,
  deleteMonths,
  emptySettledBatches,
  recordCounted,
  selectLastOfSlice,
  selectRetention,
} from "./purge-wake-ups.queries.ts";

/** Deliveries are kept this long; what they refer to is kept one day longer. */
export const DAYS_OF_DELIVERIES = 35;
/** A settled batch can be sent again until then. After that its morning is over everywhere, even where clocks go back. */
const KEPT_AFTER_SLOT_MS = 26 * HOUR_MS;
const QUIET_AFTER_SLOT_MS = 10 * MINUTE_MS;
/** Limits for one hour; docs/rules/budgets.md, "Row budgets". */
const BATCHES_PER_STATEMENT = 1000;
const STATEMENTS_TO_EMPTY = 10;
const MEMBERS_PER_SLICE = 2000;
const SLICES = 10;
const DELIVERIES_PER_STATEMENT = 10_000;
const STATEMENTS_TO_PURGE = 10;

type Changed = { meta: { changes: number } };

/** Whether a slot just began and needs the database. Checked before each statement because the hourly cron may run for minutes. */
function isSlotNear({ clock }: Ctx): boolean {
  const isNear = clock() % SLOT_GRID_MS < QUIET_AFTER_SLOT_MS;
  if (isNear) log("warn", "purge_stopped");
  return isNear;
}

/** Repeats a statement until it changes fewer rows than its limit or a slot begins. */
async function inStatements(ctx: Ctx, most: number, limit: number, run: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < most && !isSlotNear(ctx); count += 1) {
    const { meta } = (await run()) as Changed;
    if (meta.changes < limit) return;
  }
}

export async function emptyBatches(ctx: Ctx): Promise<void> {
  const of = { settledUpTo: ctx.now - DAY_MS, slotsUpTo: ctx.now - KEPT_AFTER_SLOT_MS, limit: BATCHES_PER_STATEMENT };
  await inStatements(ctx, STATEMENTS_TO_EMPTY, BATCHES_PER_STATEMENT, () => emptySettledBatches(ctx.db, of));
}

const datesOf = (month: string) => monthRange(Number(month.slice(0, 4)), Number(month.slice(5)));

/** Counts a month's deliveries per member once the month is over everywhere, one slice of members at a time. */
export async function countDeliveries(ctx: Ctx): Promise<void> {
  const [retention] = await selectRetention(ctx.db);
  if (!retention?.oldest) return;
  const { countedMonth } = retention;
  const isCounted = countedMonth !== null && countedMonth >= monthOf(retention.oldest);
  const month = isCounted ? monthOf(datesOf(countedMonth).before) : monthOf(retention.oldest);
  const of = { month, ...datesOf(month) };
  if (dateIn("UTC", ctx.now) <= addDays(of.before, 1)) return;
  let after = retention.countedUpTo ?? "";
  for (let slice = 0; slice < SLICES; slice += 1) {
    const [last] = await selectLastOfSlice(ctx.db, { after, size: MEMBERS_PER_SLICE });
    const done = last ? { month: countedMonth, upTo: last.id } : { month, upTo: null };
    await ctx.db.batch([countSlice(ctx.db, { ...of, after, upTo: last?.id ?? null }), recordCounted(ctx.db, done)]);
    if (!last) return;
    after = last.id;
  }
}

/** Deletes deliveries older than 35 days whose month is counted; batches, emails, and slots a day later. Never runs right after a slot. */
export async function purgeWakeUps(ctx: Ctx): Promise<void> {
  const keptFrom = addDays(dateIn("UTC", ctx.now), -DAYS_OF_DELIVERIES);
  for (let count = 0; count < STATEMENTS_TO_PURGE; count += 1) {
    if (isSlotNear(ctx)) return;
    const [retention] = await selectRetention(ctx.db);
    const { oldest = null, countedMonth = null } = retention ?? {};
    if (oldest === null || oldest >= keptFrom) break;
    if (countedMonth === null || countedMonth < monthOf(oldest)) return;
    await deleteDeliveries(ctx.db, { date: oldest, limit: DELIVERIES_PER_STATEMENT });
  }
  const before = addDays(keptFrom, -1);
  if (isSlotNear(ctx)) return;
  await deleteBatches(ctx.db, { before, limit: BATCHES_PER_STATEMENT });
  if (isSlotNear(ctx)) return;
  await ctx.db.batch(
    deleteMailsAndSlots(ctx.db, { before: Date.parse(before) - DAY_MS, limit: BATCHES_PER_STATEMENT }),
  );
}

export async function purgeMonths(ctx: Ctx): Promise<void> {
  const before = addMonths(monthOf(dateIn("UTC", ctx.now)), -ctx.config.wakeUpMonthsKept);
  const of = { before, limit: MEMBERS_PER_SLICE };
  await inStatements(ctx, SLICES, MEMBERS_PER_SLICE, () => deleteMonths(ctx.db, of));
}

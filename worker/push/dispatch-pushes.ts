import { MINUTE_MS } from "#domain/durations.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { sha256 } from "../kernel/hashing.ts";
import { errorFields, log } from "../kernel/log.ts";
import { selectPushZones } from "../wake-up/slots/due-members.queries.ts";
import { CUT_OFF_MS, type ZoneHour, zoneHoursAt } from "../wake-up/slots/slots.ts";
import {
  closePushBatch,
  endCut,
  insertPushBatches,
  type NewPushBatch,
  postponePushBatches,
  selectDevicesAt,
  selectDueBatches,
  selectSlotsToCut,
  selectWakingDates,
} from "./batches.queries.ts";

const DEVICES_PER_BATCH = 100;
const DEVICES_PER_CALL = 20_000;
const BATCHES_PER_TICK = 5000;
const CLOSED_PER_TICK = 100;
const MESSAGES_PER_CALL = 100;
/** A batch without a result this long after it was queued is queued again. */
const REQUEUE_AFTER_MS = 10 * MINUTE_MS;

/** A batch's ID is derived from its devices, so cutting twice adds nothing. */
function cut(ids: string[], slotAt: number, localDate: string): NewPushBatch[] {
  return Array.from({ length: Math.ceil(ids.length / DEVICES_PER_BATCH) }, (_, index) => {
    const own = ids.slice(index * DEVICES_PER_BATCH, (index + 1) * DEVICES_PER_BATCH);
    const deviceIds = JSON.stringify(own);
    return { id: `${localDate}.${slotAt}.${sha256(deviceIds).slice(0, 16)}`, slotAt, localDate, deviceIds };
  });
}

async function cutZoneHour(ctx: Ctx, slotAt: number, zoneHour: ZoneHour): Promise<void> {
  for (let afterId = ""; ; ) {
    const rows = await selectDevicesAt(ctx.db, zoneHour, afterId, DEVICES_PER_CALL);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await insertPushBatches(ctx.db, cut(ids, slotAt, zoneHour.localDate), ctx.now);
    if (ids.length < DEVICES_PER_CALL) return;
    afterId = ids.at(-1) ?? "";
  }
}

/** Only dates with a session have anything to show. The slot is marked last, so a tick that dies is repeated. */
async function cutSlot(ctx: Ctx, slotAt: number): Promise<void> {
  const { zones, waking } = await batchOf(ctx.db, {
    zones: selectPushZones(ctx.db),
    waking: selectWakingDates(ctx.db, slotAt),
  });
  const known = zones.map(({ zone }) => zone).filter(isKnownZone);
  const dates = waking.map(({ date }) => date);
  for (const zoneHour of zoneHoursAt(slotAt, known))
    if (dates.includes(zoneHour.localDate)) await cutZoneHour(ctx, slotAt, zoneHour);
  await endCut(ctx.db, slotAt);
}

async function handOut(ctx: Ctx, due: string[]): Promise<void> {
  const { now } = ctx;
  const moved = await postponePushBatches(ctx.db, due, { now, until: now + REQUEUE_AFTER_MS });
  const messages = moved.map(({ id }) => ({ body: { pushBatchId: id } }));
  const { length } = ctx.pushQueues;
  const sends = ctx.pushQueues.map(async (queue, lane) => {
    const own = messages.filter((_, index) => index % length === lane);
    for (let first = 0; first < own.length; first += MESSAGES_PER_CALL)
      await queue.sendBatch(own.slice(first, first + MESSAGES_PER_CALL));
  });
  await Promise.all(sends);
}

/** Runs after the emails, which never wait for it. A batch past the cutoff is closed: no one is woken at noon. */
export async function dispatchPushes(ctx: Ctx): Promise<void> {
  const dueBatches = () => selectDueBatches(ctx.db, ctx.now, BATCHES_PER_TICK);
  const { slots, before } = await batchOf(ctx.db, { slots: selectSlotsToCut(ctx.db), before: dueBatches() });
  const failures: unknown[] = [];
  for (const { slotAt } of slots) {
    await cutSlot(ctx, slotAt).catch((error) => {
      log("error", "slot_failed", { slotAt, ...errorFields(error) });
      failures.push(error);
    });
  }
  const batches = slots.length === 0 ? before : await dueBatches();
  const isLate = ({ slotAt }: { slotAt: number }) => slotAt < ctx.now - CUT_OFF_MS;
  const late = batches.filter((batch) => isLate(batch) && batch.leaseUntil <= ctx.now);
  for (const { id } of late.slice(0, CLOSED_PER_TICK)) {
    await ctx.db.batch(closePushBatch(ctx.db, { id, now: ctx.now })).catch((error) => {
      log("error", "push_batch_not_closed", { batchId: id, ...errorFields(error) });
    });
  }
  const due = batches.filter((batch) => !isLate(batch)).map(({ id }) => id);
  if (due.length > 0) await handOut(ctx, due);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} slots failed`);
}

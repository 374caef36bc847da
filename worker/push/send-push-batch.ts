import { MINUTE_MS } from "#domain/durations.ts";
import { contentPath } from "#domain/paths.ts";
import { morningTag, type PushMessage } from "#domain/rules/push.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { log } from "../kernel/log.ts";
import { sendPush } from "../kernel/push/push-service.ts";
import { CUT_OFF_MS } from "../wake-up/slots/slots.ts";
import {
  type Claim,
  type ClaimedDevice,
  claimDevices,
  type PushBatch,
  type Result,
  recordResults,
  selectClaimed,
  selectFrozenItem,
  takePushBatch,
} from "./batches.queries.ts";
import { messageFor } from "./push-message.ts";

/** What an invocation may have open. */
const CALLS_AT_ONCE = 6;
/** Longer than a batch whose calls all time out. */
const LEASE_MS = 4 * MINUTE_MS;
/** Tells apart claims of the same millisecond. */
const mark = () => crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
const BACK_OFF = { firstMs: MINUTE_MS, longestMs: 15 * MINUTE_MS };

type Item = { title: string; seconds: number | null; fallbackId: string | null };

/** "Day 12 · 6 min": the day in a row that this session would make. */
function morningOf({ localDate: date }: PushBatch, { title, seconds, fallbackId }: Item) {
  const length = seconds === null ? "" : ` · ${Math.max(1, Math.round(seconds / 60))} min`;
  const path = `${contentPath(fallbackId ?? date)}?from=notification`;
  return (streak: number): Omit<PushMessage, "device"> => ({
    tag: morningTag(date),
    title,
    body: `Day ${streak + 1}${length}`,
    path,
  });
}

/** Calls for all devices, a few at a time. */
async function callAll(ctx: Ctx, batch: PushBatch, devices: ClaimedDevice[], item: Item) {
  const morning = morningOf(batch, item);
  const results: Result[] = [];
  const waiting = devices.values();
  const work = async () => {
    for (const device of waiting) {
      const message = messageFor({ id: device.id, hidesTitles: device.hidesTitles === 1 }, morning(device.streak));
      const ttlSeconds = Math.max(0, Math.floor((batch.slotAt + CUT_OFF_MS - ctx.clock()) / 1000));
      const push = { message, ttlSeconds, topic: morningTag(batch.localDate), now: ctx.clock() };
      results.push({ ...(await sendPush(ctx.config, device, push)), id: device.id, memberId: device.memberId });
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return results;
}

function retryAtOf({ attempts }: PushBatch, results: Result[], now: number): number | null {
  const again = results.filter(({ state }) => state === "waiting" || state === "unanswered");
  if (again.length === 0) return null;
  const asked = Math.max(...again.map(({ retryAfterMs = 0 }) => retryAfterMs));
  return now + Math.max(asked, Math.min(BACK_OFF.firstMs * 2 ** (attempts - 1), BACK_OFF.longestMs));
}

/** A message delivered twice finds the batch leased or gone. A device is called again only if its call had no answer, or was put off. */
export async function sendPushBatch(ctx: Ctx, batchId: string): Promise<void> {
  const claim: Claim = { batchId, now: ctx.now, leaseUntil: ctx.now + LEASE_MS + mark() };
  const found = await batchOf(ctx.db, {
    taken: takePushBatch(ctx.db, claim),
    claimed: claimDevices(ctx.db, claim),
    devices: selectClaimed(ctx.db, claim),
    item: selectFrozenItem(ctx.db, batchId),
  });
  const [batch] = found.taken;
  const [item] = found.item;
  if (!batch || !item) return;
  const startedAt = ctx.clock();
  const results = await callAll(ctx, batch, found.devices, item);
  const now = ctx.clock();
  const retryAt = retryAtOf(batch, results, now);
  await ctx.db.batch(recordResults(ctx.db, { batch, now, results, retryAt }));
  const counted = Object.groupBy(results, ({ state }) => state);
  log(retryAt === null ? "info" : "warn", "push_batch_sent", {
    batchId,
    attempt: batch.attempts,
    ...Object.fromEntries(Object.entries(counted).map(([state, { length }]) => [state, length])),
    refusal: results.find(({ refusal }) => refusal)?.refusal,
    durationMs: now - startedAt,
  });
}

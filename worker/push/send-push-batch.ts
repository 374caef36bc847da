import { MINUTE_MS } from "#domain/durations.ts";
import { contentPath } from "#domain/paths.ts";
import { morningTag, type PushMessage } from "#domain/rules/push.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { log } from "../kernel/log.ts";
import { type PushOutcome, sendPush } from "../kernel/push/push-service.ts";
import { retryWrite } from "../kernel/retry-write.ts";
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
      const outcome = await sendPush(ctx.config, device, push);
      results.push({ ...device, ...outcome, at: retryAtOf(batch, outcome, ctx.clock()) });
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return results;
}

const isOpen = ({ state }: PushOutcome) => state === "waiting" || state === "unanswered";

/** When a device may be called again if it has no final result: just past the cutoff at the latest, where the tick closes its batch. */
function retryAtOf({ attempts, slotAt }: PushBatch, outcome: PushOutcome, now: number): number {
  if (!isOpen(outcome)) return now;
  const backOffMs = Math.min(BACK_OFF.firstMs * 2 ** (attempts - 1), BACK_OFF.longestMs);
  return Math.min(now + Math.max(outcome.retryAfterMs ?? 0, backOffMs), slotAt + CUT_OFF_MS + 1);
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
  const claimed = found.devices.filter(({ waitsUntil }) => waitsUntil === null);
  const results = await callAll(ctx, batch, claimed, item);
  const now = ctx.clock();
  const waits = [...found.devices.map(({ waitsUntil }) => waitsUntil), ...results.filter(isOpen).map(({ at }) => at)];
  const ends = waits.filter((at) => at !== null);
  const retryAt = ends.length === 0 ? null : Math.min(...ends);
  await retryWrite(() => ctx.db.batch(recordResults(ctx.db, { batch, now, results, retryAt })));
  const counted = Object.groupBy(results, ({ state }) => state);
  const isFine = results.every(({ state }) => state === "accepted" || state === "gone");
  log(isFine ? "info" : "warn", "push_batch_sent", {
    batchId,
    attempt: batch.attempts,
    ...Object.fromEntries(Object.entries(counted).map(([state, { length }]) => [state, length])),
    refusal: results.find(({ refusal }) => refusal)?.refusal,
    durationMs: now - startedAt,
  });
}

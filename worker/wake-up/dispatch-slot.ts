import type { SlotOutcome } from "#domain/rules/mail-states.ts";
import { isLive } from "#domain/rules/release.ts";
import { selectContentOnDates } from "../content/content.queries.ts";
import type { ContentRow } from "../content/content-item.ts";
import type { Ctx } from "../context.ts";
import { queueBatches } from "./queue-batches.ts";
import { insertWakeUpMail, leaseSlot, settleSlot } from "./slots.queries.ts";
import { zoneHoursAt } from "./slots.ts";
import { REQUEUE_AFTER_MS, SLOT_LEASE_MS } from "./timing.ts";
import { renderWakeUpMail } from "./wake-up-mail.ts";
import { writeBatches } from "./write-batches.ts";

type Input = { slotAt: number; zones: string[]; tickAt: number; mayQueue: boolean };

/** The items whose morning this is: live on their own date, whatever a plan's early access would show. */
async function findTodaysItems(ctx: Ctx, dates: string[]): Promise<ContentRow[]> {
  const rows = await selectContentOnDates(ctx.db, dates);
  return rows.filter((row) => isLive(row, row.date));
}

async function freezeWakeUpMails(ctx: Ctx, slotAt: number, items: ContentRow[]): Promise<void> {
  const inserts = items.map((item) =>
    insertWakeUpMail(ctx.db, { ...renderWakeUpMail(ctx.config, item), slotAt, contentId: item.id, createdAt: ctx.now }),
  );
  const [first, ...others] = inserts;
  if (first) await ctx.db.batch([first, ...others]);
}

/**
 * Settles one slot: freezes its mails, stores its batches, queues them. Safe to repeat after any interruption, since the
 * slot is settled last and every row before it is written once.
 */
export async function dispatchSlot(ctx: Ctx, { slotAt, zones, tickAt, mayQueue }: Input): Promise<void> {
  const leased = await leaseSlot(ctx.db, slotAt, ctx.now, ctx.now + SLOT_LEASE_MS);
  if (leased.length === 0) return;
  const settle = async (outcome: SlotOutcome, dueCount: number) => {
    await settleSlot(ctx.db, slotAt, { outcome, dueCount, settledAt: ctx.now });
  };
  const zoneHours = zoneHoursAt(slotAt, zones);
  if (zoneHours.length === 0) return settle("nobody_due", 0);
  const items = await findTodaysItems(ctx, [...new Set(zoneHours.map((zoneHour) => zoneHour.localDate))]);
  if (items.length === 0) return settle("no_content", 0);

  await freezeWakeUpMails(ctx, slotAt, items);
  const { batchIds, dueCount } = await writeBatches(ctx, {
    slotAt,
    zoneHours: zoneHours.filter((zoneHour) => items.some((item) => item.date === zoneHour.localDate)),
    // Batches that may not be queued now are the next tick's, as soon as the provider takes mails again.
    nextAttemptAt: mayQueue ? ctx.now + REQUEUE_AFTER_MS : ctx.now,
  });
  if (mayQueue) await queueBatches(ctx, { batchIds, tickAt });
  await settle(dueCount > 0 ? "batched" : "nobody_due", dueCount);
}

import type { SendAgainResponse } from "#domain/contract/delivery.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { conflict } from "../errors.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { batchSlot } from "./dispatch-slot.ts";
import { selectZonesInUse } from "./due-members.queries.ts";
import { handOutBatches } from "./hand-out-batches.ts";
import { endOfMorning } from "./send-again.ts";
import { leaseMissedSlot, settleSlot } from "./slots.queries.ts";
import { type ZoneHour, zoneHoursAt } from "./slots.ts";

const LEASE_MS = 2 * 60_000;

/** Whose hour a slot was and whose morning goes on. */
export function zoneHoursLeft(slotAt: number, zones: readonly string[], now: number): ZoneHour[] {
  return zoneHoursAt(slotAt, zones).filter((zoneHour) => endOfMorning(zoneHour) > now);
}

/**
 * Sends what nobody dispatched in time, to whoever is still due and whose day has not ended. Any number of clicks make its
 * batches once: they are named by whom they hold, and the slot is settled last.
 * @throws AppError `conflict` once the day is over everywhere, or where there is no content
 */
export async function sendMissedSlot(ctx: Ctx, slotAt: number): Promise<SendAgainResponse> {
  const zones = (await selectZonesInUse(ctx.db)).map(({ zone }) => zone).filter(isKnownZone);
  const zoneHours = zoneHoursLeft(slotAt, zones, ctx.now);
  if (zoneHours.length === 0) throw conflict("That morning is over: its mail is not sent any more.");
  const [leased] = await leaseMissedSlot(ctx.db, slotAt, ctx.now, ctx.now + LEASE_MS);
  if (!leased) return { outcome: "under_way", message: "This hour is being sent already." };

  const [dispatcher] = await selectDispatcher(ctx.db);
  const isPaused = (dispatcher?.pausedUntil ?? null) !== null;
  const batched = await batchSlot(ctx, { slotAt, zoneHours, closesAt: endOfMorning });
  if (batched === null) throw conflict("There is no content for that morning.");
  await ctx.db.batch([
    settleSlot(ctx.db, slotAt, { outcome: "batched", dueCount: batched.dueCount, settledAt: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "batch.send-again", subject: `slot.${slotAt}` }),
  ]);
  // What finds no start within the next minute is a tick's.
  if (!isPaused) await handOutBatches(ctx);
  if (batched.dueCount === 0) return { outcome: "nobody_due", message: "Nobody of this hour is due any more." };
  const message = isPaused ? "Sending is paused. It goes out when sending resumes." : "On its way.";
  return { outcome: "queued", message };
}

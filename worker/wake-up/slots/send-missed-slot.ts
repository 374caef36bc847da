import type { SendAgainResponse } from "#domain/contract/wake-up.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn, isKnownZone } from "#domain/rules/local-time.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { selectMornings } from "../../content/fallbacks.queries.ts";
import { wakingDates } from "../../content/fallbacks.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
import { MAILS_PER_CALL } from "../../kernel/resend/mailer.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { areWakeUpsPaused } from "../../mail/sending-state.ts";
import { endOfMorning } from "../send-again/send-again.ts";
import { batchSlot } from "./dispatch-slot.ts";
import { selectZonesInUse } from "./due-members.queries.ts";
import { handOutBatches } from "./hand-out-batches.ts";
import { leaseMissedSlot, releaseMissedSlot, settleSlot } from "./slots.queries.ts";
import { type ZoneHour, zoneHoursAt } from "./slots.ts";

export const HOUR_LEASE_MS = 2 * MINUTE_MS;

export const batchesOf = (members: number) => Math.ceil(members / MAILS_PER_CALL);

export function zoneHoursLeft(slotAt: number, zones: readonly string[], now: number): ZoneHour[] {
  return zoneHoursAt(slotAt, zones).filter((zoneHour) => endOfMorning(zoneHour) > now);
}

/** IDs derive from members, so repeated clicks create batches once. @throws AppError `conflict` once the day is over or nothing is left */
export async function sendMissedSlot(ctx: Ctx, { slotAt }: { slotAt: number }): Promise<SendAgainResponse> {
  const around = dateIn("UTC", slotAt);
  const [from, through] = [addDays(around, -1), addDays(around, 1)];
  const [zones, [dispatcher], ...mornings] = await ctx.db.batch([
    selectZonesInUse(ctx.db),
    selectDispatcher(ctx.db),
    ...selectMornings(ctx.db, from, through),
  ]);
  const known = zones.map(({ zone }) => zone).filter(isKnownZone);
  const zoneHours = zoneHoursLeft(slotAt, known, ctx.now);
  if (zoneHours.length === 0) throw conflict("That morning has ended, so its email can't be sent.");
  const dates = zoneHours.map(({ localDate }) => localDate).toSorted();
  const waking = wakingDates(mornings, dates[0] ?? from, dates.at(-1) ?? through);
  if (!dates.some((date) => waking.has(date))) throw conflict("There's no session for that morning.");
  const leaseUntil = ctx.now + HOUR_LEASE_MS;
  const [leased] = await leaseMissedSlot(ctx.db, slotAt, ctx.now, leaseUntil);
  if (!leased) return { outcome: "under_way", message: "This hour's emails are already being sent." };

  const isPaused = areWakeUpsPaused(dispatcher, ctx.now);
  ctx.defer(sendHour(ctx, { slotAt, zoneHours, leaseUntil }, isPaused));
  const message = isPaused
    ? "Sending is paused. These emails go out when it resumes."
    : "Sending to everyone still due.";
  return { outcome: "queued", message };
}

type Statement = Parameters<Ctx["db"]["batch"]>[0][number];
type Leased = { slotAt: number; zoneHours: ZoneHour[]; leaseUntil: number };

async function sendHour(ctx: Ctx, leased: Leased, isPaused: boolean): Promise<void> {
  const entry = { actor: "admin", action: "batch.send-again", subject: `slot.${leased.slotAt}` } as const;
  await batchMissedSlot(ctx, leased, () => auditChange(ctx, entry));
  // A tick picks up whatever isn't handed out now or finds no start in the next minute.
  if (!isPaused) await handOutBatches(ctx);
}

/**
 * Cuts a leased hour into batches; `record` joins the transaction that settles it. Returns how many members are due; 0 and a missed hour
 * if an administrator has deleted its session meanwhile.
 */
export async function batchMissedSlot(
  ctx: Ctx,
  { slotAt, zoneHours, leaseUntil }: Leased,
  record: (dueCount: number) => Statement,
): Promise<number> {
  try {
    const batched = await batchSlot(ctx, { slotAt, zoneHours, closesAt: endOfMorning });
    if (batched === null) {
      await releaseMissedSlot(ctx.db, slotAt, leaseUntil);
      return 0;
    }
    const { dueCount } = batched;
    await ctx.db.batch([
      settleSlot(ctx.db, slotAt, { outcome: "batched", dueCount, settledAt: ctx.now }),
      record(dueCount),
    ]);
    return dueCount;
  } catch (error) {
    // If this fails too, the lease runs out.
    await releaseMissedSlot(ctx.db, slotAt, leaseUntil).catch(() => undefined);
    throw error;
  }
}

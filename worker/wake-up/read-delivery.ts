import type { DeliveryQuery, DeliveryResponse } from "#domain/contract/delivery.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn, isKnownZone } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../context.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { toSendingState } from "../mail/sending-state.ts";
import { selectDailyStats } from "../statistics/daily-stats.queries.ts";
import { type SlotCounts, selectMissedSlots, selectSlotCounts } from "./delivery.queries.ts";
import { selectZonesInUse } from "./due-members.queries.ts";
import { endOfMorning } from "./send-again.ts";
import { zoneHoursAt } from "./slots.ts";

const MORNINGS = 14;

const NOTHING = { sent: 0, onTime: 0, failed: 0, unknown: 0, open: 0, troubledBatches: 0 };

type MissedSlots = { slots: { slotAt: number; due: number }[]; zones: readonly string[]; now: number };

/** Whether the morning of anybody whose hour it was goes on. */
function canSendWhole(slotAt: number, { zones, now }: MissedSlots): boolean {
  return zoneHoursAt(slotAt, zones).some((zoneHour) => endOfMorning(zoneHour) > now);
}

/** The slots of a morning in their order; one that was missed as a whole has no batches, and is all missed. */
function mergeSlots(batched: SlotCounts[], missed: MissedSlots): DeliveryResponse["slots"] {
  const whole = missed.slots.map(({ slotAt, due }) => ({
    ...NOTHING,
    slotAt,
    due,
    missed: due,
    canSendWhole: canSendWhole(slotAt, missed),
  }));
  return [...batched.map((slot) => ({ ...slot, canSendWhole: false })), ...whole]
    .toSorted((a, b) => a.slotAt - b.slotAt)
    .map(({ slotAt, troubledBatches, ...counts }) => ({ at: new Date(slotAt).toISOString(), ...counts }));
}

/** What became of a morning's wake-up mails, slot by slot, and of the mornings before; in one round trip. */
export async function readDelivery(ctx: Ctx, query: DeliveryQuery): Promise<DeliveryResponse> {
  const date = query.date ?? dateIn(DEFAULT_ZONE, ctx.now);
  const day = { from: instantAt(date, 0, DEFAULT_ZONE), before: instantAt(addDays(date, 1), 0, DEFAULT_ZONE) };
  const [slots, missed, [dispatcher], days, zones] = await ctx.db.batch([
    selectSlotCounts(ctx.db, date),
    selectMissedSlots(ctx.db, day),
    selectDispatcher(ctx.db),
    selectDailyStats(ctx.db, addDays(dateIn(DEFAULT_ZONE, ctx.now), -MORNINGS)),
    selectZonesInUse(ctx.db),
  ]);
  return {
    date,
    ...toSendingState(dispatcher),
    slots: mergeSlots(slots, {
      slots: missed,
      zones: zones.map(({ zone }) => zone).filter(isKnownZone),
      now: ctx.now,
    }),
    troubledBatches: slots.reduce((sum, slot) => sum + slot.troubledBatches, 0),
    mornings: days.toReversed().map((row) => ({
      date: row.date,
      due: row.wakeUpsDue,
      sent: row.wakeUpsSent,
      onTime: row.wakeUpsOnTime,
      failed: row.wakeUpsFailed,
      missed: row.wakeUpsMissed,
      unknown: row.wakeUpsUnknown,
    })),
  };
}

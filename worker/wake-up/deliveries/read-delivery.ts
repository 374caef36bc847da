import type { DeliveryQuery, DeliveryResponse } from "#domain/contract/wake-up.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn, isKnownZone } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { areWakeUpsPaused, toSendingState } from "../../mail/sending-state.ts";
import { dayOf } from "../../statistics/count-days.ts";
import { type DailyStatsRow, selectDailyStats, selectMailsOfDay } from "../../statistics/daily-stats.queries.ts";
import { selectResend } from "../send-again/resends.queries.ts";
import { toResend } from "../send-again/resends.ts";
import { selectZonesInUse } from "../slots/due-members.queries.ts";
import { batchesOf, zoneHoursLeft } from "../slots/send-missed-slot.ts";
import { type SlotCounts, selectMissedSlots, selectResendable, selectSlotCounts } from "./delivery.queries.ts";

const MORNINGS = 14;

const NOTHING = { sent: 0, onTime: 0, failed: 0, unknown: 0, open: 0, troubledBatches: 0 };

const NOTHING_TO_RESEND = { batches: 0, members: 0, left: 0, doubtful: 0, tooLate: 0 };

type MissedSlots = {
  slots: { slotAt: number; due: number; leaseUntil: number }[];
  zones: readonly string[];
  now: number;
};

/** Members and batches of the missed hours that could be sent at an instant, because someone's day goes on. */
function hoursLeft({ slots, zones }: MissedSlots, at: number) {
  const left = slots.filter(({ slotAt }) => zoneHoursLeft(slotAt, zones, at).length > 0);
  return {
    members: left.reduce((sum, { due }) => sum + due, 0),
    batches: left.reduce((sum, { due }) => sum + batchesOf(due), 0),
  };
}

/** Merges a morning's slots in order. A slot missed as a whole has no batches and counts as all missed. */
function mergeSlots(batched: SlotCounts[], missed: MissedSlots): DeliveryResponse["slots"] {
  const whole = missed.slots.map(({ slotAt, due, leaseUntil }) => {
    const isBeingSent = leaseUntil > missed.now;
    const canSendWhole = !isBeingSent && zoneHoursLeft(slotAt, missed.zones, missed.now).length > 0;
    return { ...NOTHING, slotAt, due, missed: due, canSendWhole, isBeingSent };
  });
  return [...batched.map((slot) => ({ ...slot, canSendWhole: false, isBeingSent: false })), ...whole]
    .toSorted((a, b) => a.slotAt - b.slotAt)
    .map(({ slotAt, troubledBatches, ...counts }) => ({ at: new Date(slotAt).toISOString(), ...counts }));
}

function countedMails(row: DailyStatsRow) {
  const { wakeUpsDue: due, wakeUpsSent: sent, wakeUpsOnTime: onTime } = row;
  const { wakeUpsFailed: failed, wakeUpsMissed: missed, wakeUpsUnknown: unknown } = row;
  return { due, sent, onTime, failed, missed, unknown };
}

export async function readDelivery(ctx: Ctx, query: DeliveryQuery): Promise<DeliveryResponse> {
  const date = query.date ?? dateIn(DEFAULT_ZONE, ctx.now);
  const { startsAt: from, endsAt: before } = dayOf(date);
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const [yesterday, dayBefore] = [addDays(today, -1), addDays(today, -2)];
  const [slots, missed, [dispatcher], days, zones, ofYesterday, ofDayBefore, [counted], [resend]] = await ctx.db.batch([
    selectSlotCounts(ctx.db, date),
    selectMissedSlots(ctx.db, { from, before }),
    selectDispatcher(ctx.db),
    selectDailyStats(ctx.db, addDays(today, -MORNINGS)),
    selectZonesInUse(ctx.db),
    // These dates continue past midnight in zones farther west, and their stored counts lag behind emails sent again.
    selectMailsOfDay(ctx.db, dayOf(yesterday)),
    selectMailsOfDay(ctx.db, dayOf(dayBefore)),
    selectResendable(ctx.db, date, ctx.now),
    selectResend(ctx.db, date),
  ]);
  const present = new Map([
    [yesterday, ofYesterday[0]],
    [dayBefore, ofDayBefore[0]],
  ]);
  const whole = { slots: missed, zones: zones.map(({ zone }) => zone).filter(isKnownZone), now: ctx.now };
  const hours = hoursLeft(whole, ctx.now);
  const { batches, members, ...progress } = counted ?? NOTHING_TO_RESEND;
  return {
    date,
    ...toSendingState(dispatcher, ctx.now),
    slots: mergeSlots(slots, whole),
    troubledBatches: slots.reduce((sum, slot) => sum + slot.troubledBatches, 0),
    resendable: { batches: batches + hours.batches, members: members + hours.members },
    resend: resend
      ? toResend(resend, {
          ...progress,
          now: ctx.now,
          isPaused: areWakeUpsPaused(dispatcher, ctx.now),
          hoursAt: (at) => hoursLeft(whole, at).batches,
        })
      : null,
    mornings: days.toReversed().map((row) => ({ date: row.date, ...(present.get(row.date) ?? countedMails(row)) })),
  };
}

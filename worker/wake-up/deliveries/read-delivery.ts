import type { DeliveryQuery, DeliveryResponse } from "#domain/contract/wake-up.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { areWakeUpsPaused, toSendingState } from "../../mail/sending-state.ts";
import { selectStarts } from "../../progress/save-progress.queries.ts";
import { dayOf } from "../../statistics/count-days.ts";
import { type DailyStatsRow, selectDailyStats, selectMailsOfDay } from "../../statistics/daily-stats.queries.ts";
import { batchesOf, missedHours } from "../send-again/missed-hours.ts";
import { selectResend } from "../send-again/resends.queries.ts";
import { toResend } from "../send-again/resends.ts";
import { selectZonesInUse } from "../slots/due-members.queries.ts";
import {
  type MissedSlot,
  type SlotCounts,
  selectMissedSlots,
  selectPushCounts,
  selectResendable,
  selectSlotCounts,
} from "./delivery.queries.ts";

const MORNINGS = 14;

const NOTHING = { sent: 0, onTime: 0, failed: 0, unknown: 0, open: 0, troubledBatches: 0 };

const NO_PUSHES = { accepted: 0, gone: 0, refused: 0, missed: 0, unknown: 0 };
const NO_STARTS = { byEmail: 0, byPush: 0 };

const NOTHING_TO_RESEND = { batches: 0, members: 0, left: 0, doubtful: 0, tooLate: 0 };

/** Merges a morning's slots in order. A slot missed as a whole has no batches and counts as all missed. */
function mergeSlots(batched: SlotCounts[], missed: MissedSlot[]): DeliveryResponse["slots"] {
  const whole = missed.map(({ slotAt, due }) => ({ ...NOTHING, slotAt, due, missed: due }));
  return [...batched, ...whole]
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
  const { slots, missed, days, zones, ofYesterday, ofDayBefore, pauses, ...found } = await batchOf(ctx.db, {
    slots: selectSlotCounts(ctx.db, date),
    missed: selectMissedSlots(ctx.db, { from, before }),
    pushes: selectPushCounts(ctx.db, date),
    starts: selectStarts(ctx.db, date),
    pauses: selectPauses(ctx.db),
    days: selectDailyStats(ctx.db, addDays(today, -MORNINGS)),
    zones: selectZonesInUse(ctx.db),
    // These dates continue past midnight in zones farther west, and their stored counts lag behind emails sent again.
    ofYesterday: selectMailsOfDay(ctx.db, dayOf(yesterday)),
    ofDayBefore: selectMailsOfDay(ctx.db, dayOf(dayBefore)),
    counted: selectResendable(ctx.db, date, ctx.now),
    resend: selectResend(ctx.db, date),
  });
  const [counted] = found.counted;
  const [resend] = found.resend;
  const present = new Map([
    [yesterday, ofYesterday[0]],
    [dayBefore, ofDayBefore[0]],
  ]);
  const hours = missedHours(missed, zones, ctx.now);
  const ofHours = hours.reduce((sum, { due }) => sum + batchesOf(due), 0);
  const { batches, members, left, ...leftOut } = counted ?? NOTHING_TO_RESEND;
  const progress = { ...leftOut, left: left + ofHours, isPaused: areWakeUpsPaused(pauses, ctx.now) };
  return {
    date,
    ...toSendingState(pauses, ctx.now),
    slots: mergeSlots(slots, missed),
    troubledBatches: slots.reduce((sum, slot) => sum + slot.troubledBatches, 0),
    pushes: found.pushes[0] ?? NO_PUSHES,
    started: found.starts[0] ?? NO_STARTS,
    resendable: { batches: batches + ofHours, members: hours.reduce((sum, { due }) => sum + due, members) },
    resend: resend ? toResend(resend, progress) : null,
    mornings: days.toReversed().map((row) => ({ date: row.date, ...(present.get(row.date) ?? countedMails(row)) })),
  };
}

import { MINUTE_MS } from "../durations.ts";
import { addDays } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn, wallClockIn } from "./local-time.ts";
import { nextSlot } from "./next-slot.ts";
import { isWeekend, plannedHour, type WeekHours } from "./week-hours.ts";

// Separate from week-hours.ts, as next-slot.ts is from wake-up-hours.ts.
/** From this hour on, a member's hour is the next date's. */
const EVENING = 20;
/** Closer to a date's first possible slot, a change is too late: a tick may take minutes. */
const MARGIN_MS = 15 * MINUTE_MS;

/** `nextChangeAt` (epoch ms) is null while the zone is unknown. */
export type WakeUpPlan = WeekHours & { nextChangeAt: number | null };
/** A member's hour and, if their weekends differ, their plan. */
export type Waking = { wakeUpHour: number; timezone: string; plan?: WakeUpPlan | null | undefined };

/** The evening before a date. */
const eveOf = (date: string, zone: string): number => instantAt(addDays(date, -1), EVENING, zone);

/** The date whose hour a member has at an instant. */
function dateAhead(zone: string, now: number): string {
  const { date, hour } = wallClockIn(zone, now);
  return hour >= EVENING ? addDays(date, 1) : date;
}

/** A date's hour; null for no email. Until a plan's next change, it's the member's own. */
export function hourOn({ wakeUpHour, timezone, plan }: Waking, date: string): number | null {
  const isPlanned = plan?.nextChangeAt != null && eveOf(date, timezone) >= plan.nextChangeAt;
  return isPlanned ? plannedHour(plan, date) : wakeUpHour;
}

/** What hours mean for a member from now on: their hour, how long emails pause, and when that changes. */
export type Held = { wakeUpHour: number; restsUntil: number | null; nextChangeAt: number };

export function heldAt(hours: WeekHours, zone: string, now: number): Held {
  const date = dateAhead(zone, now);
  let other = addDays(date, 1);
  while (isWeekend(other) === isWeekend(date)) other = addDays(other, 1);
  const hour = plannedHour(hours, date);
  return {
    wakeUpHour: hour ?? hours.weekdayHour,
    restsUntil: hour === null ? instantAt(other, 0, zone) : null,
    nextChangeAt: eveOf(other, zone),
  };
}

/** What a member's row and plan hold once they have chosen these hours. */
export function planFrom(hours: WeekHours, zone: string, now: number) {
  const { nextChangeAt, ...held } = heldAt(hours, zone, now);
  return { ...held, plan: { ...hours, nextChangeAt } satisfies WakeUpPlan };
}

/** What a plan's due change sets. If it's too late for its date, the hour stays until the next evening. */
export function changeDue(hours: WeekHours, { wakeUpHour, timezone }: Waking, now: number): Held {
  const held = heldAt(hours, timezone, now);
  const date = dateAhead(timezone, now);
  const firstSlot = instantAt(date, Math.min(wakeUpHour, held.wakeUpHour), timezone);
  if (now + MARGIN_MS < firstSlot) return held;
  return { wakeUpHour, restsUntil: null, nextChangeAt: eveOf(addDays(date, 1), timezone) };
}

/** When the next email comes if these hours hold from now on. */
export function nextPlannedSlot(hours: WeekHours, zone: string, now: number): number {
  let slotAt = now;
  do slotAt = nextSlot((date) => plannedHour(hours, date) ?? hours.weekdayHour, zone, slotAt);
  while (plannedHour(hours, dateIn(zone, slotAt)) === null);
  return slotAt;
}

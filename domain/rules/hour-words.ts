import { dateIn } from "./local-time.ts";
import { nextSlot } from "./next-slot.ts";
import { zoneWords } from "./time-zones.ts";
import { clockHour } from "./wake-up-hours.ts";
import type { WeekHours } from "./week-hours.ts";

type WakeUp = { wakeUpHour: number; timezone: string };

/** "6:00 AM Pacific" */
export function hourWords({ wakeUpHour, timezone }: WakeUp): string {
  return `${clockHour(wakeUpHour)} ${zoneWords(timezone)}`;
}

/** "6:00 AM Pacific, 9:00 AM on weekends" */
export function weekWords(wakeUp: WakeUp, plan: WeekHours | undefined): string {
  if (!plan) return hourWords(wakeUp);
  const weekends = plan.weekendHour === null ? "no email on weekends" : `${clockHour(plan.weekendHour)} on weekends`;
  return `${hourWords({ ...wakeUp, wakeUpHour: plan.weekdayHour })}, ${weekends}`;
}

/** "tomorrow, 6:00 AM Pacific": when the hour next begins in its zone. */
export function nextHourWords(wakeUp: WakeUp, now: number): string {
  const { wakeUpHour, timezone } = wakeUp;
  const isToday = dateIn(timezone, nextSlot(wakeUpHour, timezone, now)) === dateIn(timezone, now);
  return `${isToday ? "today" : "tomorrow"}, ${hourWords(wakeUp)}`;
}

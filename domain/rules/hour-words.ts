import { dateIn } from "./local-time.ts";
import { nextSlot } from "./next-slot.ts";
import { zoneWords } from "./time-zones.ts";
import { clockHour } from "./wake-up-hours.ts";
import { NO_HOUR, type Waking } from "./week-hours.ts";

type WakeUp = { wakeUpHour: number; timezone: string };

/** "6:00 AM Pacific" */
export function hourWords({ wakeUpHour, timezone }: WakeUp): string {
  return `${clockHour(wakeUpHour)} ${zoneWords(timezone)}`;
}

/** "6:00 AM Pacific, 9:00 AM on weekends" */
export function weekWords(waking: Waking): string {
  const { weekendHour } = waking;
  if (weekendHour === null) return hourWords(waking);
  const weekends = weekendHour === NO_HOUR ? "nothing on weekends" : `${clockHour(weekendHour)} on weekends`;
  return `${hourWords(waking)}, ${weekends}`;
}

/** "tomorrow, 6:00 AM Pacific": when the hour next begins in its zone. */
export function nextHourWords(wakeUp: WakeUp, now: number): string {
  const { wakeUpHour, timezone } = wakeUp;
  const isToday = dateIn(timezone, nextSlot(wakeUpHour, timezone, now)) === dateIn(timezone, now);
  return `${isToday ? "today" : "tomorrow"}, ${hourWords(wakeUp)}`;
}

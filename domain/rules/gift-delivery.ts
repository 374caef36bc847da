import { addDays, formatLongDate } from "./calendar-days.ts";
import { wallClockIn } from "./local-time.ts";
import { zoneWords } from "./time-zones.ts";
import { clockHour } from "./wake-up-hours.ts";

/** The hour at which a day's gifts go out in their zone. */
export const GIFT_HOUR = 6;
/** Shown instead of a day for a gift that waits for none. */
export const RIGHT_AWAY = "Right away";

/** The first day whose hour is still ahead there. @throws RangeError for a zone Intl doesn't know */
export function firstGiftDay(timezone: string, now: number): string {
  const { date, hour } = wallClockIn(timezone, now);
  return hour < GIFT_HOUR ? date : addDays(date, 1);
}

/** "Friday, December 25, 2026 at 6:00 AM Central" */
export function giftDayText(day: string, timezone: string): string {
  return `${formatLongDate(day)} at ${clockHour(GIFT_HOUR)} ${zoneWords(timezone)}`;
}

type Times = { deliverAt: number; paidAt: number; nextMailAt: number | null };

/** Whether an unsent gift waits for its day's hour. Its payment or corrected address may have come later (instants in epoch ms). */
export function waitsForDay({ deliverAt, paidAt, nextMailAt }: Times): boolean {
  return paidAt < deliverAt && (nextMailAt ?? deliverAt) <= deliverAt;
}

import { addDays, daysBetween } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { type MailReceiver, mailBlocker } from "./mail-blocker.ts";
import { plannedHour } from "./week-hours.ts";
import { hourOn, type Waking } from "./weekends.ts";

/** `cutOffMs`: how late a wake-up email may still be sent. */
type At = { now: number; cutOffMs: number };

/** Days without email because their new hour has passed, up to two. Callers check whether it was already sent or had content. */
export function skippedMornings(before: MailReceiver & Waking, after: Waking, { now, cutOffMs }: At): string[] {
  const first = dateIn(before.timezone, now - cutOffMs);
  const count = daysBetween(first, dateIn(after.timezone, now)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index)).filter((date) => {
    const [hour, newHour] = [hourOn(before, date), after.plan ? plannedHour(after.plan, date) : after.wakeUpHour];
    if (hour === null || newHour === null) return false;
    const awaited = instantAt(date, hour, before.timezone);
    const hasPassed = instantAt(date, newHour, after.timezone) <= now;
    return hasPassed && awaited + cutOffMs >= now && mailBlocker(before, awaited, now) === null;
  });
}

import { addDays, daysBetween } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { type MailReceiver, mailBlocker } from "./mail-blocker.ts";
import { type At, losesOpenSlots } from "./open-dates.ts";
import { hourOn, type Waking } from "./week-hours.ts";

/** Days without email because their new hour has passed, up to two. Callers check whether it was already sent or had content. */
export function skippedMornings(before: MailReceiver & Waking, after: Waking, at: At): string[] {
  if (!losesOpenSlots(before, after, at)) return [];
  const { now, cutOffMs } = at;
  const first = dateIn(before.timezone, now - cutOffMs);
  const count = daysBetween(first, dateIn(after.timezone, now)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index)).filter((date) => {
    const [hour, newHour] = [hourOn(before, date), hourOn(after, date)];
    if (hour === null || newHour === null) return false;
    const awaited = instantAt(date, hour, before.timezone);
    const hasPassed = instantAt(date, newHour, after.timezone) <= now;
    return hasPassed && awaited + cutOffMs >= now && mailBlocker(before, awaited, now) === null;
  });
}

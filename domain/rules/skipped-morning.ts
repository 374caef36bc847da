import { addDays, daysBetween } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { type MailReceiver, mailBlocker } from "./mail-blocker.ts";

export type Hour = { wakeUpHour: number; timezone: string };
/** `cutOffMs`: how late a wake-up email may still be sent. */
type At = { now: number; cutOffMs: number };

/** Days without email because their new hour has passed, up to two. Callers check whether it was already sent or had content. */
export function skippedMornings(before: MailReceiver & Hour, after: Hour, { now, cutOffMs }: At): string[] {
  const first = dateIn(before.timezone, now - cutOffMs);
  const count = daysBetween(first, dateIn(after.timezone, now)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index)).filter((date) => {
    const awaited = instantAt(date, before.wakeUpHour, before.timezone);
    const hasPassed = instantAt(date, after.wakeUpHour, after.timezone) <= now;
    return hasPassed && awaited + cutOffMs >= now && mailBlocker(before, awaited, now) === null;
  });
}

import { addDays, daysBetween } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { type MailReceiver, mailBlocker } from "./mail-blocker.ts";

export type Hour = { wakeUpHour: number; timezone: string };
/** `cutOffMs`: how late a wake-up mail may still go out. */
type At = { now: number; cutOffMs: number };

/**
 * The days whose mails a change of hour or zone takes away: they were still to come, or late, and the new hour of that date has
 * passed. Who moves ahead of the date line may lose two. Whether a day's mail has gone out before, the deliveries know, and
 * whether it had one, the content.
 */
export function skippedMornings(before: MailReceiver & Hour, after: Hour, { now, cutOffMs }: At): string[] {
  const first = dateIn(before.timezone, now - cutOffMs);
  const count = daysBetween(first, dateIn(after.timezone, now)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index)).filter((date) => {
    const awaited = instantAt(date, before.wakeUpHour, before.timezone);
    const hasPassed = instantAt(date, after.wakeUpHour, after.timezone) <= now;
    return hasPassed && awaited + cutOffMs >= now && mailBlocker(before, awaited, now) === null;
  });
}

import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { type MailReceiver, mailBlocker } from "./mail-blocker.ts";

type Hour = { wakeUpHour: number; timezone: string };
/** `cutOffMs`: how late a wake-up mail may still go out. */
type At = { now: number; cutOffMs: number };

/**
 * The member's own day whose mail a change of hour or zone takes away: it was still to come, or late, and the new hour has passed.
 * Null when it takes none, as far as the hours tell; whether that day's mail has gone out before, the deliveries know.
 */
export function skippedMorning(before: MailReceiver & Hour, after: Hour, { now, cutOffMs }: At): string | null {
  const date = dateIn(after.timezone, now);
  if (instantAt(date, after.wakeUpHour, after.timezone) > now) return null;
  const awaited = instantAt(date, before.wakeUpHour, before.timezone);
  return awaited + cutOffMs >= now && mailBlocker(before, awaited, now) === null ? date : null;
}

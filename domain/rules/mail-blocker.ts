import { type AccessHolder, hasAccess } from "./access.ts";
import { dateIn } from "./local-time.ts";
import { MAX_FULL_BOUNCES } from "./mail-events.ts";
import { nextSlot } from "./next-slot.ts";
import { hourOn, type Waking } from "./week-hours.ts";

export const MAIL_BLOCKERS = ["deleted", "mails_off", "suppressed", "paused", "no_access", "not_waiting"] as const;
export type MailBlocker = (typeof MAIL_BLOCKERS)[number];
type MorningBlocker = Exclude<MailBlocker, "mails_off" | "suppressed">;

type Sleeper = AccessHolder & { deletedAt: number | null; pausedUntil: number | null; wakeUpSince: number };
export type MailReceiver = Sleeper & { emailEnabled: boolean; suppressedAt: number | null; fullBounces: number };

/** Why a member isn't woken at a slot, by email or notification; null if they are. A property test keeps it in step with `isMorningDue`. */
export function morningBlocker(member: Sleeper, slotAt: number, now = slotAt): MorningBlocker | null {
  if (member.deletedAt !== null) return "deleted";
  if (member.pausedUntil !== null && member.pausedUntil > slotAt) return "paused";
  if (!hasAccess(member, Math.max(slotAt, now))) return "no_access";
  return member.wakeUpSince > slotAt ? "not_waiting" : null;
}

/** Why a member gets no email for a slot, as of `now`; null if they do. A property test keeps it in step with the dispatcher's `dueAt`. */
export function mailBlocker(member: MailReceiver, slotAt: number, now = slotAt): MailBlocker | null {
  if (member.deletedAt !== null) return "deleted";
  if (!member.emailEnabled) return "mails_off";
  if (member.suppressedAt !== null || member.fullBounces >= MAX_FULL_BOUNCES) return "suppressed";
  return morningBlocker(member, slotAt, now);
}

/** How many days ahead to look for the next wake-up. */
export const DAYS_AHEAD = 14;

/** When the next wake-up is due, by email unless `blocker` is another; null if none is coming. A morning without a live item has none. */
export function nextWakeUpAt(
  member: MailReceiver & Waking,
  liveDates: ReadonlySet<string>,
  now: number,
  blocker: (member: MailReceiver, slotAt: number) => MailBlocker | null = mailBlocker,
): number | null {
  let slotAt = now;
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    slotAt = nextSlot((date) => hourOn(member, date), member.timezone, slotAt);
    const isLive = liveDates.has(dateIn(member.timezone, slotAt));
    if (isLive && blocker(member, slotAt) === null) return slotAt;
  }
  return null;
}

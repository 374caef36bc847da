import { type AccessHolder, hasAccess } from "./access.ts";
import { dateIn } from "./local-time.ts";
import { nextSlot } from "./next-slot.ts";

export const MAIL_BLOCKERS = ["deleted", "mails_off", "suppressed", "paused", "no_access", "not_waiting"] as const;
export type MailBlocker = (typeof MAIL_BLOCKERS)[number];

export type MailReceiver = AccessHolder & {
  deletedAt: number | null;
  emailEnabled: boolean;
  suppressedAt: number | null;
  pausedUntil: number | null;
  wakeUpSince: number;
};

/**
 * Why a member gets no mail for a slot, judged at `now`; null when they do. The dispatcher asks the same in SQL (`dueAt` in
 * `worker/wake-up/slots/due-members.queries.ts`), and a property test holds the two together.
 */
export function mailBlocker(member: MailReceiver, slotAt: number, now = slotAt): MailBlocker | null {
  if (member.deletedAt !== null) return "deleted";
  if (!member.emailEnabled) return "mails_off";
  if (member.suppressedAt !== null) return "suppressed";
  if (member.pausedUntil !== null && member.pausedUntil > slotAt) return "paused";
  if (!hasAccess(member, Math.max(slotAt, now))) return "no_access";
  return member.wakeUpSince > slotAt ? "not_waiting" : null;
}

/** How far ahead a next wake-up mail is looked for. */
export const DAYS_AHEAD = 14;

/** When the next wake-up mail is due, or null when none is in sight. A morning without a live item has none. */
export function nextWakeUpAt(
  member: MailReceiver & { wakeUpHour: number; timezone: string },
  liveDates: ReadonlySet<string>,
  now: number,
): number | null {
  let slotAt = now;
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    slotAt = nextSlot(member.wakeUpHour, member.timezone, slotAt);
    const isLive = liveDates.has(dateIn(member.timezone, slotAt));
    if (isLive && mailBlocker(member, slotAt) === null) return slotAt;
  }
  return null;
}

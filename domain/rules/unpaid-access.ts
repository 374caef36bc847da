import { DAY_MS, HOUR_MS } from "../durations.ts";

/** How long a subscription that has been approved waits for its first payment. */
export const FIRST_PAYMENT_MS = 48 * HOUR_MS;

/** What was ordered; `startsAt` is the instant of the first charge that we asked for, null for at once. */
export type Ordered = { startsAt: number | null; createdAt: number };

const orderedAt = ({ startsAt, createdAt }: Ordered) => startsAt ?? createdAt;

/**
 * Whether a subscription starts later than anything that we ordered: its buyer made it in the browser. A late approval moves the
 * start to its own moment, which lies before any reading of it.
 */
export function isForeignStart(startsAt: number, ordered: Ordered, now: number): boolean {
  return startsAt > Math.max(orderedAt(ordered), now) + DAY_MS;
}

/** Until when an approved subscription opens anything while nothing is paid; `readAt` is its first approved reading. */
export function unpaidEnd(ordered: Ordered, readAt: number): number {
  return Math.max(orderedAt(ordered), readAt) + FIRST_PAYMENT_MS;
}

/** Whether time that somebody has is paid for up to the start of what follows it; a day is the drift of charges. */
export function isPaidUpTo(startsAt: number, paidEnd: number | null): boolean {
  return paidEnd !== null && paidEnd >= startsAt - DAY_MS;
}

/**
 * The access that a subscription gives before its first payment:
 *
 * | its buyer | from | until |
 * |---|---|---|
 * | has tried before and never paid, or the wallet has | never | never |
 * | has time to its start that is not paid for: a trial, an import, an administrator's | the start | 48 hours after it |
 * | anybody else | the checkout | 48 hours after what was ordered or the first reading, the later |
 */
export function unpaidAccess(
  ordered: Ordered,
  { readAt, paidEnd, isRepeated }: { readAt: number; paidEnd: number | null; isRepeated: boolean },
): { from: number; until: number } {
  const { startsAt, createdAt } = ordered;
  if (isRepeated) return { from: createdAt, until: createdAt };
  return {
    from: startsAt === null || isPaidUpTo(startsAt, paidEnd) ? createdAt : startsAt,
    until: unpaidEnd(ordered, readAt),
  };
}

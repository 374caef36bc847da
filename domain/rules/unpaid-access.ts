import { DAY_MS, HOUR_MS } from "../durations.ts";

/** How long an approved subscription waits for its first payment. */
export const FIRST_PAYMENT_MS = 48 * HOUR_MS;

/** What was ordered; `startsAt` is the first charge we requested, null for immediately. */
export type Ordered = { startsAt: number | null; createdAt: number };

const orderedAt = ({ startsAt, createdAt }: Ordered) => startsAt ?? createdAt;

/** Whether a subscription starts later than ordered, so the buyer created it in the browser. A late approval moves the start only to then. */
export function isForeignStart(startsAt: number, ordered: Ordered, now: number): boolean {
  return startsAt > Math.max(orderedAt(ordered), now) + DAY_MS;
}

/** When an approved but unpaid subscription stops giving access; `readAt` is its first approved reading. */
export function unpaidEnd(ordered: Ordered, readAt: number): number {
  return Math.max(orderedAt(ordered), readAt) + FIRST_PAYMENT_MS;
}

/** Whether existing time is paid up to the start of the next plan, give or take a day, because charges drift. */
export function isPaidUpTo(startsAt: number, paidEnd: number | null): boolean {
  return paidEnd !== null && paidEnd >= startsAt - DAY_MS;
}

/**
 * Access given by a subscription before its first payment:
 *
 * | its buyer | from | until |
 * |---|---|---|
 * | has tried before and never paid, or their wallet has | never | never |
 * | has unpaid time until its start: a trial, an import, or an administrator's grant | the start | 48 hours after it |
 * | anyone else | the checkout | 48 hours after the ordered start or the first reading, whichever is later |
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

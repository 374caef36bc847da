import { DAY_MS } from "#domain/durations.ts";

/** Whether someone has access, worked out only from what was paid and given. Imports nothing of memberships. */

const GRACE_MS = 11 * DAY_MS;
/** A payment slightly before a cycle's instant belongs to that cycle. */
const DRIFT_MS = DAY_MS;

/** Includes its first instant, but not its last. */
export type Interval = { from: number; until: number };

/** A subscription's state and history at PayPal. */
export type SubscriptionAtPayPal = {
  status: string;
  months: 1 | 12;
  approvedAt: number;
  startsAt: number;
  nextBillingAt: number | null;
  endedAt: number | null;
  payments: { at: number; isLost: boolean }[];
  failures: number[];
  /** The access that Daybolt decided to give before a first payment; its bounds are checked separately. */
  unpaid: Interval;
  /** Another plan took its place. */
  isReplaced: boolean;
};

/** The instant of a cycle: the same day and hour in UTC, or the month's last day. */
function cycleAt({ startsAt, months }: SubscriptionAtPayPal, cycle: number): number {
  const from = new Date(startsAt);
  const month = from.getUTCMonth() + cycle * months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)) + (startsAt % DAY_MS);
}

/** The time each payment paid for: until the next cycle. Nothing counts once the last payment was refunded. */
export function paidIntervals(one: SubscriptionAtPayPal): Interval[] {
  if (one.payments.at(-1)?.isLost !== false) return [];
  return one.payments.map(({ at }) => {
    let cycle = 0;
    while (cycleAt(one, cycle) <= at + DRIFT_MS) cycle += 1;
    return { from: at, until: cycleAt(one, cycle) };
  });
}

/** Refunded money: when Daybolt learned about it, and the end of the time it had paid. */
export type Loss = { knownAt: number; paidUntil: number };

/** The end of what a subscription's last payment paid for, if it was refunded; otherwise null. */
export function lostEnd(one: SubscriptionAtPayPal): number | null {
  const [paid] = paidIntervals({ ...one, payments: one.payments.slice(-1).map(({ at }) => ({ at, isLost: false })) });
  return one.payments.at(-1)?.isLost === true && paid ? paid.until : null;
}

/** When a subscription that hasn't started lost the paid time it was going to follow. */
function leftBehindAt({ approvedAt, startsAt }: SubscriptionAtPayPal, losses: Loss[]): number {
  const of = losses.filter(
    ({ knownAt, paidUntil }) => approvedAt <= knownAt && knownAt < startsAt && approvedAt < paidUntil,
  );
  return Math.min(...of.map(({ knownAt }) => knownAt));
}

/** The access that a subscription gives as things are: before its first payment, at most the paid time it follows. */
export function openedBy(one: SubscriptionAtPayPal, losses: Loss[]): Interval[] {
  const { status, approvedAt, startsAt, nextBillingAt, endedAt, payments, failures, unpaid, isReplaced } = one;
  const last = payments.at(-1);
  const isOver = status === "CANCELLED" || status === "EXPIRED";
  if (!last) {
    const until = Math.min(unpaid.until, leftBehindAt(one, losses));
    const goesOn = isReplaced && startsAt <= (endedAt ?? 0);
    return [{ from: unpaid.from, until: isOver && !goesOn ? Math.min(endedAt ?? until, until) : until }];
  }
  const paid = paidIntervals(one);
  const [first] = paid;
  if (!first) return [];
  const failed = failures.filter((at) => at > last.at);
  const graceFrom = failed[0] ?? (status === "ACTIVE" ? nextBillingAt : null);
  const ends = paid.map(({ until }) => until);
  const grace = isOver || graceFrom === null ? 0 : graceFrom + GRACE_MS;
  return [{ from: approvedAt, until: Math.max(...ends.slice(-1), grace) }];
}

export function covers(intervals: Interval[], at: number): boolean {
  return intervals.some(({ from, until }) => from <= at && at < until);
}

/** The end of the uninterrupted access around an instant; null if there is none. */
export function endOfRun(intervals: Interval[], at: number): number | null {
  let end: number | null = null;
  for (let next: number | undefined = at; next !== undefined; ) {
    const from: number = next;
    const reaching = intervals.filter((one) => one.from <= from && one.until > from).map(({ until }) => until);
    next = reaching.length === 0 ? undefined : Math.max(...reaching);
    end = next ?? end;
  }
  return end;
}

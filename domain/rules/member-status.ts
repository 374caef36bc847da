import { formatDate } from "../formats.ts";
import { type AccessHolder, hasAccess } from "./access.ts";
import type { ProviderStatus } from "./payments.ts";
import type { SubscriptionType } from "./plans.ts";

/** A member's status in the words that administrators read; the specification's four are in `subscription-statuses.ts`. */
export const STATUS_NAMES = {
  active: "Active",
  "past-due": "Past due",
  cancels: "Cancels",
  trial: "Trial",
  invited: "Not accepted",
  ended: "Ended",
  none: "None",
} as const;
export type MemberStatus = keyof typeof STATUS_NAMES;
export const MEMBER_STATUSES = Object.keys(STATUS_NAMES) as MemberStatus[];

export type ShownStatus = { status: MemberStatus; subscriptionEndDate: string | null };

type Person = AccessHolder & { subscriptionType: SubscriptionType; isUnaccepted: boolean };
type Instant = "failedAt" | "revokedAt" | "cancelAskedAt" | "paidUntil";
export type OwnSubscription = { status: ProviderStatus } & Record<Instant, number | null>;

const isOver = ({ status }: OwnSubscription) => status === "CANCELLED" || status === "EXPIRED";
const isPastDue = (one: OwnSubscription) => !isOver(one) && one.failedAt !== null && one.revokedAt === null;
const isEnding = (one: OwnSubscription) => (isOver(one) || one.cancelAskedAt !== null) && one.revokedAt === null;
export const isCharged = (one: OwnSubscription) => !isOver(one) && one.cancelAskedAt === null && one.revokedAt === null;

/**
 * A failed charge comes first, then a cancelled subscription's end, even before given days, then an open invitation.
 * `statusIn` in `worker/account/member/member-status.queries.ts` is the same in SQL.
 */
export function memberStatus(person: Person, subscriptions: OwnSubscription[], now: number): MemberStatus {
  const { accessEndsAt, subscriptionType, isUnaccepted } = person;
  if (subscriptions.some(isPastDue)) return "past-due";
  if (accessEndsAt === null) return "none";
  if (!hasAccess(person, now)) return "ended";
  const isCancelled = subscriptions.some((one) => isEnding(one) && (one.paidUntil ?? 0) > now);
  if (isCancelled && !subscriptions.some(isCharged)) return "cancels";
  if (isUnaccepted) return "invited";
  return subscriptionType === "trial" ? "trial" : "active";
}

/** A cancelled subscription's own end, even if other access lasts longer; else the end that the member's row has. */
export function shownEnd(ownEnd: number | null, subscriptions: OwnSubscription[], now: number): number | null {
  const ends = subscriptions
    .filter(isEnding)
    .flatMap(({ paidUntil }) => ((paidUntil ?? 0) > now ? [paidUntil ?? 0] : []));
  return ends.length > 0 ? Math.max(...ends) : ownEnd;
}

/** "Past due", or "Cancels Dec 10, 2026"; without the year if it's the one of `now`. */
export function statusText({ status, subscriptionEndDate: end }: ShownStatus, now?: number) {
  if (status !== "cancels" || end === null) return STATUS_NAMES[status];
  const [date, year] = [formatDate(end), now === undefined ? "" : formatDate(now).slice(-6)];
  return `${STATUS_NAMES[status]} ${year && date.endsWith(year) ? date.slice(0, -6) : date}`;
}

import { DAY_MS } from "#domain/durations.ts";
import { nextHourWords, weekWords } from "#domain/rules/hour-words.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { formatPrice, formatPricePer, planName } from "#domain/rules/plans.ts";
import type { Member } from "../account/member/member.ts";
import type { LinkRow } from "../account/single-use-link.ts";
import type { Ctx } from "../kernel/context.ts";
import { OPEN_NOW, OPENS_PAID } from "../mail/kinds/fields.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import type { Payment } from "./payments.queries.ts";
import { isLive, opensWithPayment } from "./subscriptions/subscription-states.ts";
import type { Subscription } from "./subscriptions/subscriptions.queries.ts";

/** A receipt for an older payment, which we learned of late, would only confuse. */
const RECEIPT_AGE_MS = 45 * DAY_MS;

type Addressee = Pick<Member, "id" | "email" | "firstName" | "wakeUpHour" | "weekendHour" | "timezone">;
type Queued = Parameters<typeof queueMailOnce>[1];
type Mail<Kind = Queued> = Kind extends Queued ? Omit<Kind, "memberId" | "to"> : never;
type Transition = {
  member: Addressee;
  before: Subscription | null;
  after: Subscription;
  /** When access from it ends as of now. */
  accessUntil: number;
  /** For a subscription just cancelled: other access, in order of start. */
  beside: { startsAt: number; endsAt: number }[];
  priceCents: number;
  /** An imported account that no one accepted gets an invitation instead of a welcome. */
  isInvited: boolean;
  /** For an account that was just created. */
  setupLink: LinkRow | null;
  replaced: Subscription | null;
  /** `reportedCents` is the refunded amount that emails have announced. */
  paymentsBefore: (Payment & { reportedCents: number })[];
  payments: Payment[];
};

const queue = (ctx: Ctx, { id: memberId, email: to }: Addressee, mails: Mail[]) =>
  mails.map((mail) => queueMailOnce(ctx, { ...mail, memberId, to }));

/** The emails that a newer reading calls for. Each has an ID of its own, so none is written twice. */
export function mailsFor(ctx: Ctx, transition: Transition) {
  return queue(ctx, transition.member, [
    ...welcome(ctx, transition),
    ...transition.payments.flatMap((payment) => ofPayment(ctx, transition, payment)),
    ...ofFailure(ctx, transition),
    ...ofEnd(ctx, transition),
    ...ofReversal(transition),
  ]);
}

/** Only the emails about a subscription's end, for when no reading is stored. */
export function endMailsFor(ctx: Ctx, ending: Ending) {
  return queue(ctx, ending.member, [...ofEnd(ctx, ending), ...ofReversal(ending)]);
}

function welcome(ctx: Ctx, transition: Transition): Mail[] {
  const { member, before, after, setupLink, replaced, priceCents, isInvited } = transition;
  if (before || isInvited) return [];
  const id = `welcome-${after.id}`;
  const planText = planName(after.plan);
  const isClosed = opensWithPayment(after);
  const hourText = `Your wake-up hour: ${weekWords(member)}.`;
  if (setupLink) {
    const firstText = `First email: ${nextHourWords(member, ctx.now)}.`;
    const opening = isClosed ? { openText: OPENS_PAID, hourText } : { openText: OPEN_NOW, hourText: firstText };
    const parameters = { planText, ...opening };
    return [{ kind: "welcome-setup", id, parameters, link: setupLink }];
  }
  // The receipt says when it has begun.
  if (isClosed && !replaced) return [];
  if (!replaced || replaced.plan === after.plan)
    return [{ kind: "welcome", id, parameters: { name: member.firstName || member.email, planText, hourText } }];
  const days = {
    startText: longDateIn(member.timezone, after.startsAt),
    priceText: formatPricePer(after.plan, priceCents),
  };
  return [{ kind: "plan-changed", id, parameters: { fromText: planName(replaced.plan), toText: planText, ...days } }];
}

/** "None" only once PayPal has confirmed it. */
function nextText(member: Addressee, subscription: Subscription): string {
  const { nextBillingAt, status, cancelAskedAt } = subscription;
  if (!isLive(subscription)) return "None";
  if (cancelAskedAt !== null) return "None, once PayPal confirms the cancellation";
  if (status === "SUSPENDED") return "None while the subscription is suspended";
  return nextBillingAt === null ? "Not set by PayPal yet" : longDateIn(member.timezone, nextBillingAt);
}

/** What's left after a refund. One of a part changes nothing; one of an earlier payment cancels, but the paid time remains. */
function accessTextOf({ now }: Ctx, { member, after, accessUntil }: Transition): string {
  if (after.revokedAt !== null) return "The access this payment covered has ended.";
  const open = accessUntil > now ? `Your membership continues until ${longDateIn(member.timezone, accessUntil)}.` : "";
  const over = isLive(after) ? "" : "The subscription is cancelled, and you won't be charged again.";
  return [open, over].filter(Boolean).join(" ");
}

function ofPayment(ctx: Ctx, transition: Transition, payment: Payment): Mail[] {
  const { member, before, after, paymentsBefore, payments } = transition;
  const { id: number, refundedCents } = payment;
  const earlier = paymentsBefore.find(({ id }) => id === number);
  if (earlier || refundedCents > 0) {
    const sentBack = refundedCents - (earlier?.reportedCents ?? 0);
    // A reversal isn't a refund by us.
    if (sentBack <= 0 || payment.state === "reversed") return [];
    const accessText = accessTextOf(ctx, transition);
    const parameters = {
      number,
      dateText: longDateIn(member.timezone, ctx.now),
      amountText: formatPrice(sentBack),
      accessText,
    };
    return [{ kind: "payment-refunded", id: `refunded-${number}-${refundedCents}`, parameters }];
  }
  if (payment.paidAt < ctx.now - RECEIPT_AGE_MS) return [];
  const words = {
    planText: planName(after.plan),
    nextText: nextText(member, after),
    amountText: formatPrice(payment.amountCents),
  };
  const dateText = longDateIn(member.timezone, payment.paidAt);
  const periodText = dateText + (after.paidUntil === null ? "" : ` to ${longDateIn(member.timezone, after.paidUntil)}`);
  const taxText = payment.taxCents ? formatPrice(payment.taxCents) : null;
  const isRecovery = before?.failedAt != null && after.failedAt === null && number === payments.at(-1)?.id;
  const parameters = { ...words, number, dateText, periodText, taxText };
  return [
    { kind: "payment-receipt", id: `receipt-${number}`, parameters },
    ...(isRecovery ? [{ kind: "payment-recovered" as const, id: `recovered-${number}`, parameters: words }] : []),
  ];
}

/** Sent on the day, and 3 and 6 days later while it's failed and access lasts; after a failed first charge, access ends sooner. */
const FAILURE_MAILS = [
  ["payment-failed", 0],
  ["payment-failed-again", 3],
  ["payment-failed-last", 6],
] as const;

function ofFailure(ctx: Ctx, { member, before, after, accessUntil, priceCents }: Transition): Mail[] {
  const { failedAt } = after;
  if (failedAt === null || before?.failedAt === failedAt || accessUntil <= ctx.now) return [];
  const parameters = {
    amountText: formatPrice(priceCents),
    planText: planName(after.plan),
    accessEndText: longDateIn(member.timezone, accessUntil - 1),
    retryText: after.status === "ACTIVE" ? "PayPal will try again in the next few days." : "",
    subscriptionId: after.id,
    failedAt,
    isFirst: after.lastPaymentAt === null,
  };
  const mails = FAILURE_MAILS.map(([kind, days]) => ({ kind, notBefore: failedAt + days * DAY_MS }));
  // For a failure found late, only the latest of the overdue emails goes out.
  const last = mails.findLast(({ notBefore }) => notBefore <= ctx.now) ?? mails[0];
  const due = mails.filter((mail) => mail === last || (mail.notBefore > ctx.now && mail.notBefore < accessUntil));
  return due.map(({ kind, notBefore }) => ({ kind, id: `${kind}-${after.id}-${failedAt}`, parameters, notBefore }));
}

/** The end of access, counting other access that continues it without a gap. */
function endOfAll(end: number, beside: Transition["beside"]): number {
  return beside.reduce((last, { startsAt, endsAt }) => (startsAt <= last ? Math.max(last, endsAt) : last), end);
}

type Ending = Pick<Transition, "member" | "before" | "after" | "accessUntil" | "beside">;

/** The email about a cancellation, unless another email covers it. */
function ofEnd(ctx: Ctx, { member, before, after, accessUntil, beside }: Ending): Mail[] {
  if (after.status !== "CANCELLED" || before?.status === "CANCELLED" || after.revokedAt !== null) return [];
  // Another email covers a plan change, a refund, or a lapse, but not a follow-up plan that was cancelled before its first payment.
  const isLeftBehind = after.cancelledBy === "refund" && after.lastPaymentAt === null;
  const isNotified = after.cancelledBy !== null && ["plan_change", "refund", "lapse"].includes(after.cancelledBy);
  if (isNotified && !isLeftBehind) return [];
  const end = endOfAll(Math.max(accessUntil, ctx.now), beside);
  const parameters = {
    planText: planName(after.plan),
    dateText: longDateIn(member.timezone, after.cancelAskedAt ?? ctx.now),
    // An unpaid subscription gave no access that could continue.
    endText: end > ctx.now ? longDateIn(member.timezone, end) : "",
  };
  return [{ kind: "subscription-cancelled", id: `cancelled-${after.id}`, parameters }];
}

/** The email about a payment taken back by a bank or PayPal, once PayPal charges nothing more. None if access had ended before. */
function ofReversal({ member, before, after, accessUntil }: Ending): Mail[] {
  const { revokedAt, revokeReason } = after;
  if (revokedAt === null || revokeReason !== "reversed" || isLive(after) || accessUntil < revokedAt) return [];
  if (before?.revokedAt === revokedAt && !isLive(before)) return [];
  const parameters = {
    planText: planName(after.plan),
    endText: longDateIn(member.timezone, revokedAt),
    reasonText: "Your bank or PayPal reversed the payment.",
  };
  return [{ kind: "subscription-ended", id: `subscription-ended:${after.id}:${revokedAt}`, parameters }];
}

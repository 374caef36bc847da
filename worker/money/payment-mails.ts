import { DAY_MS } from "#domain/durations.ts";
import { dateTextOf } from "#domain/rules/local-time.ts";
import { formatPrice, PLANS, planLabel } from "#domain/rules/plans.ts";
import type { Member } from "../account/member/member.ts";
import type { LinkRow } from "../account/single-use-link.ts";
import type { Ctx } from "../kernel/context.ts";
import { OPEN_NOW, OPENS_PAID } from "../mail/kinds/fields.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import type { Payment } from "./payments.queries.ts";
import { isLive, opensWithPayment } from "./subscriptions/subscription-states.ts";
import type { Subscription } from "./subscriptions/subscriptions.queries.ts";

/** A receipt for what was paid longer ago would only puzzle: we have come to know of it late. */
const RECEIPT_AGE_MS = 45 * DAY_MS;

type Addressee = Pick<Member, "id" | "email" | "firstName" | "timezone">;
type Queued = Parameters<typeof queueMailOnce>[1];
type Mail<Kind = Queued> = Kind extends Queued ? Omit<Kind, "memberId" | "to"> : never;
type Transition = {
  member: Addressee;
  before: Subscription | null;
  after: Subscription;
  /** When access from it ends as things are. */
  accessUntil: number;
  /** What else gives access, in order of its beginning; of one that is just cancelled. */
  beside: { startsAt: number; endsAt: number }[];
  priceCents: number;
  /** Of an account that was just made. */
  setupLink: LinkRow | null;
  replaced: Subscription | null;
  /** `toldCents` of what was sent back of each have been told. */
  paymentsBefore: (Payment & { toldCents: number })[];
  payments: Payment[];
};

export function planName(plan: Subscription["plan"]): string {
  return plan === "quarterly" ? planLabel(plan) : PLANS[plan].name;
}

const queue = (ctx: Ctx, { id: memberId, email: to }: Addressee, mails: Mail[]) =>
  mails.map((mail) => queueMailOnce(ctx, { ...mail, memberId, to }));

/** The mails that one newer reading of a subscription calls for, each with an id of its own, so that none is written twice. */
export function mailsFor(ctx: Ctx, transition: Transition) {
  return queue(ctx, transition.member, [
    ...welcome(transition),
    ...transition.payments.flatMap((payment) => ofPayment(ctx, transition, payment)),
    ...ofFailure(ctx, transition),
    ...ofEnd(ctx, transition),
    ...ofReversal(transition),
  ]);
}

/** Of these those about the end of a subscription, which is told also where no reading is stored. */
export function endMailsFor(ctx: Ctx, ending: Ending) {
  return queue(ctx, ending.member, [...ofEnd(ctx, ending), ...ofReversal(ending)]);
}

function welcome({ member, before, after, setupLink, replaced, priceCents }: Transition): Mail[] {
  if (before) return [];
  const id = `welcome-${after.id}`;
  const planText = planName(after.plan);
  const isClosed = opensWithPayment(after);
  if (setupLink) {
    const parameters = { planText, openText: isClosed ? OPENS_PAID : OPEN_NOW };
    return [{ kind: "welcome-setup", id, parameters, link: setupLink }];
  }
  // The receipt tells them when it has begun.
  if (isClosed && !replaced) return [];
  if (!replaced || replaced.plan === after.plan)
    return [{ kind: "welcome", id, parameters: { name: member.firstName ?? "", planText } }];
  const days = { startText: dateTextOf(member, after.startsAt), priceText: formatPrice(priceCents) };
  return [{ kind: "plan-changed", id, parameters: { fromText: planName(replaced.plan), toText: planText, ...days } }];
}

/** Nothing more is charged once PayPal has said so, and not by our wish alone. */
function nextText(member: Addressee, subscription: Subscription): string {
  const { nextBillingAt, status, cancelAskedAt } = subscription;
  if (!isLive(subscription)) return "Nothing more is charged.";
  if (cancelAskedAt !== null) return "None, once PayPal has taken the cancellation.";
  if (status === "SUSPENDED") return "None while PayPal has it suspended.";
  return nextBillingAt === null ? "PayPal has not set the day yet." : dateTextOf(member, nextBillingAt);
}

/** What money that went back leaves: of an earlier payment it cancels the subscription as well, whose time goes on. */
function accessTextOf({ now }: Ctx, { member, after, accessUntil }: Transition): string {
  if (after.revokedAt !== null) return "What it paid for has ended with it.";
  const open = accessUntil > now ? `Your membership goes on until ${dateTextOf(member, accessUntil)}.` : "";
  const over = isLive(after) ? "" : "The subscription is cancelled: nothing more is charged.";
  return [open, over].filter(Boolean).join(" ");
}

function ofPayment(ctx: Ctx, transition: Transition, payment: Payment): Mail[] {
  const { member, before, after, paymentsBefore, payments } = transition;
  const { id: number, refundedCents } = payment;
  const earlier = paymentsBefore.find(({ id }) => id === number);
  if (earlier || refundedCents > 0) {
    const sentBack = refundedCents - (earlier?.toldCents ?? 0);
    // What a bank has taken back nobody has sent.
    if (sentBack <= 0 || payment.state === "reversed") return [];
    const accessText = accessTextOf(ctx, transition);
    const parameters = { number, dateText: dateTextOf(member, ctx.now), amountText: formatPrice(sentBack), accessText };
    return [{ kind: "payment-refunded", id: `refunded-${number}-${refundedCents}`, parameters }];
  }
  if (payment.paidAt < ctx.now - RECEIPT_AGE_MS) return [];
  const words = {
    planText: planName(after.plan),
    nextText: nextText(member, after),
    amountText: formatPrice(payment.amountCents),
  };
  const dateText = dateTextOf(member, payment.paidAt);
  const periodText = dateText + (after.paidUntil === null ? "" : ` to ${dateTextOf(member, after.paidUntil)}`);
  const taxText = payment.taxCents ? formatPrice(payment.taxCents) : null;
  const isRecovery = before?.failedAt != null && after.failedAt === null && number === payments.at(-1)?.id;
  return [
    {
      kind: "payment-receipt",
      id: `receipt-${number}`,
      parameters: { ...words, number, dateText, periodText, taxText },
    },
    ...(isRecovery ? [{ kind: "payment-recovered" as const, id: `recovered-${number}`, parameters: words }] : []),
  ];
}

/** On the day, and 3 and 6 days on, as long as it stays failed and access goes on, which a first charge that fails ends sooner. */
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
    accessEndText: dateTextOf(member, accessUntil - 1),
    retryText: after.status === "ACTIVE" ? "PayPal tries again within the next days." : "",
    subscriptionId: after.id,
    failedAt,
    isFirst: after.lastPaymentAt === null,
  };
  const mails = FAILURE_MAILS.map(([kind, days]) => ({ kind, notBefore: failedAt + days * DAY_MS }));
  // Of one that is found late, the mails of the days gone by would all go out at once.
  const last = mails.findLast(({ notBefore }) => notBefore <= ctx.now) ?? mails[0];
  const due = mails.filter((mail) => mail === last || (mail.notBefore > ctx.now && mail.notBefore < accessUntil));
  return due.map(({ kind, notBefore }) => ({ kind, id: `${kind}-${after.id}-${failedAt}`, parameters, notBefore }));
}

/** The end of access that goes on to an instant, with all that takes it up before it ends. */
function endOfAll(end: number, beside: Transition["beside"]): number {
  return beside.reduce((last, { startsAt, endsAt }) => (startsAt <= last ? Math.max(last, endsAt) : last), end);
}

type Ending = Pick<Transition, "member" | "before" | "after" | "accessUntil" | "beside">;

/** The mail that a subscription was cancelled, where nothing else tells so. */
function ofEnd(ctx: Ctx, { member, before, after, accessUntil, beside }: Ending): Mail[] {
  if (after.status !== "CANCELLED" || before?.status === "CANCELLED" || after.revokedAt !== null) return [];
  // Who has changed plans or had money back, or whose access ended long ago, has read of that in another mail; not of a plan that
  // was to follow what was sent back, and took no money itself.
  const isLeftBehind = after.cancelledBy === "refund" && after.lastPaymentAt === null;
  const isTold = after.cancelledBy !== null && ["plan_change", "refund", "lapse"].includes(after.cancelledBy);
  if (isTold && !isLeftBehind) return [];
  const parameters = {
    planText: planName(after.plan),
    dateText: dateTextOf(member, after.cancelAskedAt ?? ctx.now),
    endText: dateTextOf(member, endOfAll(Math.max(accessUntil, ctx.now), beside)),
  };
  return [{ kind: "subscription-cancelled", id: `cancelled-${after.id}`, parameters }];
}

/**
 * Nobody has sent back what a bank or PayPal takes back: it ends the membership, and this tells so, once PayPal charges nothing more.
 * Not of time that was over already.
 */
function ofReversal({ member, before, after, accessUntil }: Ending): Mail[] {
  const { revokedAt, revokeReason } = after;
  if (revokedAt === null || revokeReason !== "reversed" || isLive(after) || accessUntil < revokedAt) return [];
  if (before?.revokedAt === revokedAt && !isLive(before)) return [];
  const parameters = {
    planText: planName(after.plan),
    endText: dateTextOf(member, revokedAt),
    reasonText: "Your bank or PayPal took the payment back.",
  };
  return [{ kind: "subscription-ended", id: `subscription-ended:${after.id}:${revokedAt}`, parameters }];
}

import { nextReadingAt } from "#domain/rules/next-check.ts";
import { planName } from "#domain/rules/plans.ts";
import {
  type ProviderReading,
  type SubscriptionMemory,
  type SubscriptionTime,
  subscriptionTime,
} from "#domain/rules/subscription-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { unpaidAccess, unpaidEnd } from "#domain/rules/unpaid-access.ts";
import { FIRST_HOUR } from "#domain/rules/wake-up-hours.ts";
import { insertMember, recomputeAccess } from "../../access/access-grants.queries.ts";
import { setSubscriptionGrant } from "../../access/subscription-grants.queries.ts";
import { insertLink } from "../../account/auth-tokens.queries.ts";
import { inviteOne } from "../../account/invitations/invite.ts";
import { type Member, newAccount } from "../../account/member/member.ts";
import { newLink } from "../../account/single-use-link.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { addressHash } from "../../kernel/hashing.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import type { PayPalSubscription } from "../../kernel/paypal/paypal-answers.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { bindCheckout, bindConsent, type Checkout } from "../checkout/checkouts.queries.ts";
import { mailsFor } from "../payment-mails.ts";
import { putPayment, type selectPaymentsOfSubscription } from "../payments.queries.ts";
import { recordLoss } from "../refund/refunds.queries.ts";
import { type Attempt, insertSubscription, selectAttempt } from "./attempts.queries.ts";
import { mergePayments, toReading } from "./check-subscription.ts";
import {
  type Subscription,
  selectAccessBeside,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.queries.ts";

const NO_ATTEMPT: Attempt = { isRepeated: 0, paidEnd: null };

export type Received = { event?: { type: string; at: number } };

export type Writing = {
  known: Subscription | null;
  read: PayPalSubscription;
  checkout: Checkout;
  member: Member | null;
  list: Awaited<ReturnType<PayPal["listTransactions"]>>;
  paymentsBefore: Awaited<ReturnType<typeof selectPaymentsOfSubscription>>;
  received: Received;
};

function accountOf(ctx: Ctx, checkout: Checkout, { subscriber }: PayPalSubscription) {
  const { given_name: firstName = null, surname: lastName = null } = subscriber?.name ?? {};
  const { email, emailKey, wakeUpHour, timezone } = checkout;
  const wakeUp = { wakeUpHour: wakeUpHour ?? FIRST_HOUR, weekendHour: null, timezone: timezone ?? DEFAULT_ZONE };
  return newAccount(ctx, { email, emailKey, firstName, lastName, ...wakeUp });
}

/** A stored subscription's facts. Rows older than the unpaid-access columns continue as they began. */
function memoryOf(known: Subscription, checkout: Checkout) {
  const { unpaidFrom, unpaidUntil, approvedAt, createdAt } = known;
  return {
    ...known,
    unpaidFrom: unpaidFrom ?? approvedAt,
    unpaidUntil: unpaidUntil ?? unpaidEnd(checkout, createdAt),
    isReplaced: known.cancelledBy === "plan_change",
  };
}

function newMemory(ctx: Ctx, checkout: Checkout, { paidEnd, isRepeated }: Attempt) {
  const facts = { readAt: ctx.now, paidEnd, isRepeated: isRepeated === 1 };
  const { from: unpaidFrom, until: unpaidUntil } = unpaidAccess(checkout, facts);
  return { approvedAt: checkout.createdAt, paidUntil: null, failedAt: null, revokedAt: null, unpaidFrom, unpaidUntil };
}

type Facts = Pick<Writing, "known" | "read" | "checkout" | "received"> & {
  now: number;
  account: Pick<Member, "id">;
  reading: ProviderReading;
  memory: SubscriptionMemory;
  time: SubscriptionTime;
};

function rowOf({ now, known, read, checkout, received, account, reading, memory, time }: Facts): Subscription {
  const isOver = read.status === "CANCELLED" || read.status === "EXPIRED";
  return {
    id: read.id,
    checkoutId: checkout.id,
    memberId: account.id,
    plan: checkout.plan,
    status: read.status,
    payerEmail: read.subscriber?.email_address ?? known?.payerEmail ?? null,
    payerId: payerOf(read, known),
    approvedAt: time.approvedAt,
    startsAt: read.start_time,
    unpaidFrom: known ? known.unpaidFrom : memory.unpaidFrom,
    unpaidUntil: known ? known.unpaidUntil : memory.unpaidUntil,
    nextBillingAt: reading.nextBillingAt,
    paidUntil: time.paidUntil,
    lastPaymentAt: reading.lastPayment?.at ?? null,
    failedAt: time.failedAt,
    failedPayments: reading.failedPayments,
    cancelAskedAt: known?.cancelAskedAt ?? null,
    cancelledBy: known?.cancelledBy ?? (isOver ? "provider" : null),
    cancelReason: known?.cancelReason ?? null,
    revokedAt: time.revokedAt,
    revokeReason: time.revokeReason,
    replacesId: known?.replacesId ?? checkout.replacesId,
    replacedAt: known?.replacedAt ?? null,
    lastEvent: received.event?.type ?? known?.lastEvent ?? null,
    lastEventAt: received.event?.at ?? known?.lastEventAt ?? null,
    readAt: Math.max(now, (known?.readAt ?? 0) + 1),
    checkAt: nextReadingAt(reading, time, now),
    unreadSince: null,
    difference: null,
    createdAt: known?.createdAt ?? now,
  };
}

const boughtText = (plan: Checkout["plan"]) => `The ${planName(plan)} plan was just bought for this email.`;

const payerOf = ({ subscriber }: PayPalSubscription, known: Subscription | null) =>
  subscriber?.payer_id ?? known?.payerId ?? null;

/**
 * Stores a reading in one batch: subscription, payments, grant, access, and emails. A constraint fails the batch if another reading
 * was stored meanwhile.
 */
export async function writeReading(ctx: Ctx, writing: Writing) {
  const { known, read, checkout, member, list, paymentsBefore } = writing;
  const { id } = read;
  const account = member ?? accountOf(ctx, checkout, read);
  const payments = mergePayments(paymentsBefore, list, { subscriptionId: id, memberId: account.id, now: ctx.now });
  const reading = toReading({ read, list }, checkout.plan, payments);
  const buyer = { id, memberId: account.id, payerId: payerOf(read, known) };
  const [attempt = NO_ATTEMPT] = known ? [] : await selectAttempt(ctx.db, buyer, ctx.now);
  const memory = known ? memoryOf(known, checkout) : newMemory(ctx, checkout, attempt);
  const time = subscriptionTime(reading, memory, { now: ctx.now, graceMs: ctx.config.paymentGraceMs });
  const row = rowOf({ ...writing, now: ctx.now, account, reading, memory, time });
  const setupLink = member ? null : newLink(ctx.config, account, "setup", ctx.now);
  // No one has shown that an imported person's mailbox is the buyer's, so the account stays as it is, and its email has the way in.
  const isInvited = !known && member?.isUnaccepted === true;
  const invitation = isInvited ? { id: `invitation-news:${id}`, newsText: boughtText(checkout.plan) } : null;
  const [replaced = null] = row.replacesId === null || known ? [] : await selectSubscription(ctx.db, row.replacesId);
  const { until, endedAt } = time.grant;
  const accessUntil = Math.min(until, endedAt ?? until);
  const isCancelled = row.status === "CANCELLED" && known?.status !== "CANCELLED";
  const beside = isCancelled ? await selectAccessBeside(ctx.db, row, ctx.now) : [];
  const { priceCents } = checkout;
  const change = { before: known, after: row, accessUntil, beside, priceCents, replaced, paymentsBefore, payments };
  const mails = mailsFor(ctx, { ...change, member: account, setupLink, isInvited });
  const grant = { ...time.grant, memberId: account.id, subscriptionId: id, plan: checkout.plan };
  const createdMember = checkout.createdMember || !member;
  const bought = { memberId: account.id, createdMember, subscriptionId: id, boughtAt: ctx.now };
  // The webhook may never come, so refunds in PayPal's list count here.
  const refunded = payments.filter(({ state }) => state === "refunded");
  await ctx.db.batch([
    known
      ? updateSubscription(ctx.db, row, known)
      : member
        ? bindConsent(ctx.db, checkout.id, member.id)
        : insertMember(ctx.db, account, addressHash(ctx.config, account.emailKey)),
    ...(known ? [] : [bindCheckout(ctx.db, checkout.id, bought), insertSubscription(ctx.db, row, attempt)]),
    ...(member ? [] : [bindConsent(ctx.db, checkout.id, account.id)]),
    ...payments.map((payment) => putPayment(ctx.db, payment)),
    ...refunded.flatMap((payment) => recordLoss(ctx.db, payment.id, { isReversal: false, now: ctx.now })),
    setSubscriptionGrant(ctx.db, grant, ctx.now),
    recomputeAccess(ctx.db, [account.id], { now: ctx.now }),
    ...auditsOf(ctx, known, row),
    ...(setupLink ? [insertLink(ctx.db, setupLink)] : []),
    ...(invitation && member ? inviteOne(ctx, member, invitation).statements : []),
    ...mails.map(({ insert }) => insert),
  ]);
  const atOnce = known ? [] : [...(invitation ? [invitation] : []), ...mails.slice(0, 1)];
  for (const { id: mailId } of atOnce) ctx.defer(sendTransactionalMail(ctx, { id: mailId }));
  return { subscription: row, accessUntil };
}

function auditsOf(ctx: Ctx, before: Subscription | null, after: Subscription) {
  const entry = (action: "subscription.begin" | "subscription.cancel" | "subscription.lost") =>
    auditEvent(ctx, {
      actor: "paypal",
      action,
      subject: after.memberId,
      details: { subscriptionId: after.id, plan: after.plan, ...(after.cancelledBy ? { by: after.cancelledBy } : {}) },
    });
  return [
    ...(before ? [] : [entry("subscription.begin")]),
    ...(after.status === "CANCELLED" && before?.status !== "CANCELLED" ? [entry("subscription.cancel")] : []),
    ...(after.revokedAt !== null && before?.revokedAt == null ? [entry("subscription.lost")] : []),
  ];
}

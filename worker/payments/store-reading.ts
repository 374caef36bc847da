import { nextReadingAt } from "#domain/rules/next-look.ts";
import { subscriptionTime } from "#domain/rules/subscription-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditEvent, auditOnce } from "../audit/audit.queries.ts";
import { insertLink } from "../auth/auth-tokens.queries.ts";
import { newLink } from "../auth/single-use-link.ts";
import type { Ctx } from "../context.ts";
import { unavailable } from "../errors.ts";
import { addressHash } from "../hashing.ts";
import { log } from "../log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { type Member, newAccount } from "../members/member.ts";
import { selectMember, selectMemberByEmail } from "../members/members.queries.ts";
import { insertMember, recomputeAccess } from "../membership/access-grants.queries.ts";
import { setSubscriptionGrant } from "../membership/subscription-grants.queries.ts";
import type { PayPal } from "../paypal/paypal.ts";
import type { PayPalSubscription } from "../paypal/paypal-answers.ts";
import { recordLoss } from "../refunds/refunds.queries.ts";
import { foreignness, mergePayments, toReading } from "./check-subscription.ts";
import { bindCheckout, bindConsent, type Checkout, selectCheckout, setCheckoutPlan } from "./checkouts.queries.ts";
import { mailsFor } from "./payment-mails.ts";
import { putPayment, selectPaymentsOfSubscription } from "./payments.queries.ts";
import {
  insertSubscription,
  type Subscription,
  selectAccessBeside,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.queries.ts";

const DAY_MS = 86_400_000;
/** Payments that are asked for again at each reading: later ones of a long life tell what changed. */
const LISTED_MS = 400 * DAY_MS;
/** Of several at once one wins each time: as many as PayPal has events of a purchase, and the pages that ask. */
const TRIES = 10;

/**
 * What came of a reading; `accessUntil` is the end of the access that it gives. `foreign` is nothing of ours, and grants nothing; with `isClosed` it is of an account that is closed, for
 * which PayPal may still be charging.
 */
export type Applied =
  | { state: "applied"; subscription: Subscription; accessUntil: number; isNew: boolean }
  | { state: "not_approved" }
  | { state: "foreign"; why: string; isClosed: boolean; isCharging: boolean };

export type Heard = { event?: { type: string; at: number } };

export function requirePayPal(ctx: Ctx): PayPal {
  if (!ctx.paypal) throw unavailable("Payment is not set up yet. Please try again later.");
  return ctx.paypal;
}

/**
 * Makes a subscription here what it is at PayPal. It is read there anew each time, so that it does not matter who calls this, how
 * often, and in which order (decision 0027). Of two at once the one that read later wins: the other reads again.
 * @throws PayPalError while PayPal does not answer
 */
export async function storeReading(ctx: Ctx, id: string, heard: Heard = {}): Promise<Applied> {
  const paypal = requirePayPal(ctx);
  for (let tries = 1; ; tries += 1) {
    const [known] = await selectSubscription(ctx.db, id);
    const read = await paypal.readSubscription(id);
    if (!read) return refuse(ctx, id, "unknown at PayPal");
    if (read.status === "APPROVAL_PENDING") return { state: "not_approved" };
    const [[checkout], paymentsBefore] = await ctx.db.batch([
      selectCheckout(ctx.db, known?.checkoutId ?? read.custom_id ?? ""),
      selectPaymentsOfSubscription(ctx.db, id),
    ]);
    const why = foreignness(read, checkout, { plans: paypal.plans, isKnown: known !== undefined });
    if (why !== null || !checkout) return refuse(ctx, id, why ?? "unknown custom_id");
    const until = Math.max(ctx.now, read.billing_info?.last_payment?.time ?? 0) + DAY_MS;
    const from = Math.max(Math.min(read.create_time ?? read.start_time, read.start_time) - DAY_MS, until - LISTED_MS);
    const list = await paypal.listTransactions(id, from, until);
    if (list.some(({ amount_with_breakdown: { gross_amount } }) => gross_amount.currency !== checkout.currency))
      return refuse(ctx, id, "another currency");
    const member = await memberOf(ctx, checkout, known);
    if (member === "gone") {
      const isCharging = read.status !== "CANCELLED" && read.status !== "EXPIRED";
      return refuse(ctx, id, "the account is closed", { isClosed: true, isCharging });
    }
    try {
      const writing = { id, known: known ?? null, read, checkout, member, list, paymentsBefore, heard };
      const written = await write(ctx, writing);
      return { state: "applied", isNew: !known, ...written };
    } catch (error) {
      const [after] = await selectSubscription(ctx.db, id);
      const wasOvertaken =
        after?.readAt !== known?.readAt || (!known && (await memberOf(ctx, checkout, known)) !== member);
      if (tries >= TRIES || !wasOvertaken) throw error;
    }
  }
}

/** Nothing is granted, and it is written down once for the administrator. */
async function refuse(
  ctx: Ctx,
  id: string,
  why: string,
  account = { isClosed: false, isCharging: false },
): Promise<Applied> {
  const entry = { actor: "paypal", action: "payment.refused", subject: id, details: { why } } as const;
  const [isNew] = await auditOnce(ctx, entry);
  if (isNew) log("error", "subscription_refused", { subscriptionId: id, why });
  return { state: "foreign", why, ...account };
}

/** Whose it is: the member who was signed in, or else whoever has the buyer's address; null for an account to be made. */
async function memberOf(
  ctx: Ctx,
  checkout: Checkout,
  known: Subscription | undefined,
): Promise<Member | null | "gone"> {
  const id = known?.memberId ?? checkout.memberId;
  if (id !== null) return (await selectMember(ctx.db, id))[0] ?? "gone";
  // The buyer's account was purged, and the address with it.
  if (checkout.email === "") return "gone";
  return (await selectMemberByEmail(ctx.db, checkout.email))[0] ?? null;
}

type Writing = {
  id: string;
  known: Subscription | null;
  read: PayPalSubscription;
  checkout: Checkout;
  member: Member | null;
  list: Awaited<ReturnType<PayPal["listTransactions"]>>;
  paymentsBefore: Awaited<ReturnType<typeof selectPaymentsOfSubscription>>;
  heard: Heard;
};

function accountOf(ctx: Ctx, { email, emailKey }: Checkout, { subscriber }: PayPalSubscription) {
  const { given_name: firstName = null, surname: lastName = null } = subscriber?.name ?? {};
  return newAccount(ctx, { email, emailKey, firstName, lastName, timezone: DEFAULT_ZONE });
}

async function write(ctx: Ctx, writing: Writing) {
  const { id, known, read, checkout, member, list, paymentsBefore, heard } = writing;
  const account = member ?? accountOf(ctx, checkout, read);
  const payments = mergePayments(paymentsBefore, list, { subscriptionId: id, memberId: account.id, now: ctx.now });
  const reading = toReading(read, checkout.plan, payments);
  const memory = known ?? { approvedAt: checkout.createdAt, paidUntil: null, failedAt: null, revokedAt: null };
  const time = subscriptionTime(reading, memory, { now: ctx.now, graceMs: ctx.config.paymentGraceMs });
  const isOver = read.status === "CANCELLED" || read.status === "EXPIRED";
  const row: Subscription = {
    id,
    checkoutId: checkout.id,
    memberId: account.id,
    plan: checkout.plan,
    status: read.status,
    payerEmail: read.subscriber?.email_address ?? known?.payerEmail ?? null,
    approvedAt: time.approvedAt,
    startsAt: read.start_time,
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
    lastEvent: heard.event?.type ?? known?.lastEvent ?? null,
    lastEventAt: heard.event?.at ?? known?.lastEventAt ?? null,
    readAt: Math.max(ctx.now, (known?.readAt ?? 0) + 1),
    checkAt: nextReadingAt(reading, time, ctx.now),
    unreadSince: null,
    difference: null,
    createdAt: known?.createdAt ?? ctx.now,
  };
  const setupLink = member ? null : newLink(ctx.config, account.id, "setup", ctx.now);
  const [replaced] = row.replacesId === null || known ? [] : await selectSubscription(ctx.db, row.replacesId);
  const { until, endedAt } = time.grant;
  const accessUntil = Math.min(until, endedAt ?? until);
  const isCancelled = row.status === "CANCELLED" && known?.status !== "CANCELLED";
  const beside = isCancelled ? await selectAccessBeside(ctx.db, row, ctx.now) : [];
  const mails = mailsFor(ctx, {
    member: account,
    before: known,
    after: row,
    accessUntil,
    beside,
    priceCents: checkout.priceCents,
    setupLink,
    replaced: replaced ?? null,
    paymentsBefore,
    payments,
  });
  const { id: _id, checkoutId: _checkout, memberId: _member, plan: _plan, createdAt: _created, ...change } = row;
  const binding = {
    memberId: account.id,
    createdMember: checkout.createdMember || !member,
    subscriptionId: id,
    boughtAt: ctx.now,
  };
  await ctx.db.batch([
    known
      ? updateSubscription(ctx.db, id, known.readAt, change)
      : member
        ? bindConsent(ctx.db, checkout.id, member.id)
        : insertMember(ctx.db, account, addressHash(ctx.config, account.emailKey)),
    ...(known ? [] : [bindCheckout(ctx.db, checkout.id, binding), insertSubscription(ctx.db, row)]),
    ...(checkout.planId === null ? [setCheckoutPlan(ctx.db, checkout.id, read.plan_id)] : []),
    ...(member ? [] : [bindConsent(ctx.db, checkout.id, account.id)]),
    ...payments.map((payment) => putPayment(ctx.db, payment)),
    // Its webhook may never come: what the list says is gone is counted here.
    ...payments
      .filter(({ state }) => state === "refunded")
      .flatMap((payment) => recordLoss(ctx.db, payment.id, { isReversal: false, now: ctx.now })),
    setSubscriptionGrant(
      ctx.db,
      { ...time.grant, memberId: account.id, subscriptionId: id, plan: checkout.plan },
      ctx.now,
    ),
    recomputeAccess(ctx.db, [account.id], { now: ctx.now }),
    ...auditsOf(ctx, known, row),
    ...(setupLink ? [insertLink(ctx.db, setupLink)] : []),
    ...mails.map(({ insert }) => insert),
  ]);
  const [first] = mails;
  if (first && !known) ctx.defer(sendTransactionalMail(ctx, { id: first.id }));
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

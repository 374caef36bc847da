import { longDateIn } from "#domain/rules/local-time.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import type { Member } from "../../account/member/member.ts";
import { auditOnce, selectEntry } from "../../audit/audit.queries.ts";
import { alertOperatorOnce } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { log } from "../../kernel/log.ts";
import { isRefusal } from "../../kernel/paypal/paypal-error.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../../mail/transactional-mail.ts";
import { bindCheckout, bindConsent } from "../checkout/checkouts.queries.ts";
import { type Payment, putPayment } from "../payments.queries.ts";
import { mergePayments } from "../subscriptions/check-subscription.ts";
import type { Closed } from "../subscriptions/store-reading.ts";
import {
  insertClosedSubscription,
  selectClosedMember,
  selectSubscription,
} from "../subscriptions/subscriptions.queries.ts";
import { refund } from "./refund.ts";
import { insertAskedRefund, type Refund, selectRefunds } from "./refunds.queries.ts";

const REASON = "Charged after the account was closed";
const STAYS_CLOSED = "Your account stays closed, and you won't be charged again.";

const refundIdOf = (paymentId: string) => `closed-${paymentId}`;

/**
 * Refunds what PayPal charged after the account was closed, or everything if the subscription wasn't known before. Refused refunds are
 * left to the administrator. @throws PayPalError, AppError `unavailable` while the operator can't be alerted
 */
export async function refundClosed(ctx: Ctx, { checkout, read, list, memberId }: Closed): Promise<void> {
  const [member] = memberId === null ? [] : await selectClosedMember(ctx.db, memberId);
  const [known] = await selectSubscription(ctx.db, read.id);
  const closedAt = member?.deletedAt ?? 0;
  // PayPal reports whole seconds.
  const since = known && known.createdAt < closedAt ? Math.floor(closedAt / 1000) * 1000 : 0;
  const ids = list.map(({ id }) => refundIdOf(id));
  const asked = new Map((await selectRefunds(ctx.db, ids)).map((refund) => [refund.id, refund]));
  // A refund whose answer was lost exists at PayPal already and is finished under its ID.
  const charged = list.filter(
    ({ id, time, status = "COMPLETED" }) => time >= since && (status === "COMPLETED" || asked.has(refundIdOf(id))),
  );
  if (charged.length === 0) return;
  const subscriptionId = read.id;
  if (!member) return alert(ctx, { paymentIds: charged.map(({ id }) => id).join(", "), subscriptionId, isDone: false });
  const payments = mergePayments([], charged, { subscriptionId, memberId: member.id, now: ctx.now });
  const bought = { memberId: member.id, createdMember: checkout.createdMember, subscriptionId, boughtAt: ctx.now };
  await ctx.db.batch([
    insertClosedSubscription(ctx.db, read, checkout, { memberId: member.id, now: ctx.now }),
    ...(checkout.boughtAt === null ? [bindCheckout(ctx.db, checkout.id, bought)] : []),
    bindConsent(ctx.db, checkout.id, member.id),
    ...payments.map((payment) => putPayment(ctx.db, payment)),
  ]);
  const sent: Charged[] = [];
  for (const payment of payments) {
    const isDone = await sendBack(ctx, payment, { member, done: asked.get(refundIdOf(payment.id)) });
    sent.push({ paymentIds: payment.id, subscriptionId, isDone });
  }
  for (const one of sent) await alert(ctx, one);
}

type SentBack = { member: Member; done: Refund | undefined };

/** Refunds a payment unless that is `done`, and emails its payer. Returns false if PayPal refuses. */
async function sendBack(ctx: Ctx, payment: Payment, { member, done }: SentBack): Promise<boolean> {
  const { id: paymentId, amountCents, currency } = payment;
  const why = { reason: REASON, isWithinWindow: false, askedAt: ctx.now };
  const asked = { id: refundIdOf(paymentId), paymentId, amountCents, currency, ...why };
  await insertAskedRefund(ctx.db, asked);
  try {
    const cents = done?.doneAt ? done.amountCents : await refund(ctx, asked);
    await noteSentBack(ctx, member, paymentId, cents);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** Audits the refund and emails the payer, once. A purged member has no address. */
async function noteSentBack(ctx: Ctx, member: Member, number: string, cents: number): Promise<void> {
  const { id: memberId, email: to, timezone } = member;
  const details = { paymentId: number, cents, reason: REASON };
  const entry = { actor: "system", action: "payment.refund", subject: memberId, details } as const;
  const [noted] = await selectEntry(ctx.db, entry);
  if (noted) return;
  const dateText = longDateIn(timezone, ctx.now);
  const parameters = { number, dateText, amountText: formatPrice(cents), accessText: STAYS_CLOSED };
  const id = `refunded-${number}-${cents}`;
  const mail = queueMailOnce(ctx, { id, kind: "payment-refunded", memberId, to, parameters });
  await ctx.db.batch([auditOnce(ctx, entry), ...(to === "" ? [] : [mail.insert])]);
  if (to !== "") ctx.defer(sendTransactionalMail(ctx, mail));
}

type Charged = { paymentIds: string; subscriptionId: string; isDone: boolean };

async function alert(ctx: Ctx, { paymentIds, subscriptionId, isDone }: Charged): Promise<void> {
  const details = { why: "charged after the account was closed", paymentIds, isRefunded: isDone };
  const entry = { actor: "system", action: "payment.refused", subject: subscriptionId, details } as const;
  const isNew = await alertOperatorOnce(ctx, entry, {
    id: `closed-charge:${paymentIds}:${isDone}`,
    kind: "closed-account-charged",
    title: "A deleted account was charged",
    detail: `PayPal charged subscription ${subscriptionId} after its account was deleted (payment ${paymentIds}).`,
    fix: isDone
      ? "The money is on its way back, and there will be no more charges. You don't need to do anything."
      : "The refund didn't go through. Refund the payment in the admin area or in PayPal.",
  });
  if (isNew) log("error", "closed_account_refund", { subscriptionId, paymentIds, isRefunded: isDone });
}

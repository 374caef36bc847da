import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { auditOnce, selectEntry } from "../../audit/audit.queries.ts";
import { tellOperatorOnce } from "../../incidents/tell-operator.ts";
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
import { insertAskedRefund, selectRefunds } from "./refunds.queries.ts";

const REASON = "Charged after the account was closed";
const STAYS_CLOSED = "Your account stays closed, and nothing more is charged.";

const refundIdOf = (paymentId: string) => `closed-${paymentId}`;

type ClosedMember = Awaited<ReturnType<typeof selectClosedMember>>[number];

/**
 * Sends back what PayPal has charged for an account since it was closed, once for each payment; all that it has charged, where the
 * subscription was not known while the account was open. Where PayPal refuses, the payment
 * stays in the admin area, to be refunded by hand. A repeat goes on where the last run ended: each refund emails its payer and alerts the operator.
 * @throws PayPalError while PayPal does not answer, and AppError `unavailable` while the operator can't be told, so that it is tried again
 */
export async function refundClosed(ctx: Ctx, { checkout, read, list, memberId }: Closed): Promise<void> {
  const [member] = memberId === null ? [] : await selectClosedMember(ctx.db, memberId);
  const [known] = await selectSubscription(ctx.db, read.id);
  const closedAt = member?.deletedAt ?? 0;
  // PayPal tells whole seconds.
  const since = known && known.createdAt < closedAt ? Math.floor(closedAt / 1000) * 1000 : 0;
  const ids = list.map(({ id }) => refundIdOf(id));
  const asked = new Map((await selectRefunds(ctx.db, ids)).map((refund) => [refund.id, refund]));
  // One whose answer was lost stands at PayPal already, and is finished under its id.
  const charged = list.filter(
    ({ id, time, status = "COMPLETED" }) => time >= since && (status === "COMPLETED" || asked.has(refundIdOf(id))),
  );
  if (charged.length === 0) return;
  const subscriptionId = read.id;
  if (!member) return tell(ctx, { paymentIds: charged.map(({ id }) => id).join(", "), subscriptionId, isDone: false });
  const payments = mergePayments([], charged, { subscriptionId, memberId: member.id, now: ctx.now });
  const bought = { memberId: member.id, createdMember: checkout.createdMember, subscriptionId, boughtAt: ctx.now };
  await ctx.db.batch([
    insertClosedSubscription(ctx.db, read, checkout, { memberId: member.id, now: ctx.now }),
    ...(checkout.boughtAt === null ? [bindCheckout(ctx.db, checkout.id, bought)] : []),
    bindConsent(ctx.db, checkout.id, member.id),
    ...payments.map((payment) => putPayment(ctx.db, payment)),
  ]);
  const sent: Charged[] = [];
  for (const payment of payments)
    sent.push(await sendBack(ctx, payment, { member, done: asked.get(refundIdOf(payment.id)) }));
  for (const one of sent) await tell(ctx, one);
}

type SentBack = Awaited<ReturnType<typeof selectRefunds>>[number];

/** Sends a payment back unless that is `done`, and writes to its payer. */
async function sendBack(
  ctx: Ctx,
  { id: paymentId, amountCents, currency, subscriptionId }: Payment,
  { member, done }: { member: ClosedMember; done: SentBack | undefined },
): Promise<Charged> {
  const id = refundIdOf(paymentId);
  const news = { paymentIds: paymentId, subscriptionId: subscriptionId ?? "" };
  const asked = { id, paymentId, amountCents, currency, reason: REASON, isWithinWindow: false, askedAt: ctx.now };
  await insertAskedRefund(ctx.db, asked);
  try {
    const cents = done?.doneAt ? done.amountCents : await refund(ctx, asked);
    await noteSentBack(ctx, member, { paymentId, cents });
    return { ...news, isDone: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...news, isDone: false };
  }
}

/** Writes it down with the email to the payer, once; there is no address any more once the member's data went. */
async function noteSentBack(
  ctx: Ctx,
  { id: memberId, email: to, timezone }: ClosedMember,
  { paymentId: number, cents }: { paymentId: string; cents: number },
): Promise<void> {
  const details = { paymentId: number, cents, reason: REASON };
  const entry = { actor: "system", action: "payment.refund", subject: memberId, details } as const;
  const [noted] = await selectEntry(ctx.db, entry);
  if (noted) return;
  const dateText = formatLongDate(dateIn(timezone, ctx.now));
  const parameters = { number, dateText, amountText: formatPrice(cents), accessText: STAYS_CLOSED };
  const id = `refunded-${number}-${cents}`;
  const mail = queueMailOnce(ctx, { id, kind: "payment-refunded", memberId, to, parameters });
  await ctx.db.batch([auditOnce(ctx, entry), ...(to === "" ? [] : [mail.insert])]);
  if (to !== "") ctx.defer(sendTransactionalMail(ctx, mail));
}

type Charged = { paymentIds: string; subscriptionId: string; isDone: boolean };

async function tell(ctx: Ctx, { paymentIds, subscriptionId, isDone }: Charged): Promise<void> {
  const details = { why: "charged after the account was closed", paymentIds, isRefunded: isDone };
  const entry = { actor: "system", action: "payment.refused", subject: subscriptionId, details } as const;
  const isNew = await tellOperatorOnce(ctx, entry, {
    id: `closed-charge:${paymentIds}:${isDone}`,
    kind: "closed-account-charged",
    title: "A closed account was charged",
    detail: `PayPal charged the subscription ${subscriptionId} after its account was closed (payment ${paymentIds}).`,
    mend: isDone
      ? "The money is on its way back, and nothing more is charged. There is nothing to do."
      : "The refund did not go through: refund it by hand, in the admin area or in PayPal.",
  });
  if (isNew) log("error", "closed_account_refund", { subscriptionId, paymentIds, isRefunded: isDone });
}

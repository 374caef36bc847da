import type { Db } from "#db/client.ts";
import type {
  PastOrder,
  PastPayment,
  PastPurchases,
  PastSubscription,
} from "#sandbox/paypal/account/past-purchases.ts";
import { PAYPAL_SANDBOX } from "#sandbox/paypal/paypal-settings.ts";
import { selectOrderedGifts, selectPayments, selectRefunds, selectSubscriptions } from "./house.queries.ts";

type Rows = {
  subscriptions: Awaited<ReturnType<typeof selectSubscriptions>>;
  gifts: Awaited<ReturnType<typeof selectOrderedGifts>>;
  payments: Awaited<ReturnType<typeof selectPayments>>;
  refunds: Awaited<ReturnType<typeof selectRefunds>>;
};
type Stored = Rows["payments"][number];

const ANYONE = { email: "zoe.buyer@example.com", payerId: "ZZZZZZZZZZZZZ" };

function paymentOf({ id, amountCents, paidAt, state }: Stored, { refunds }: Rows): PastPayment {
  const made = refunds.filter(({ paymentId, isReversal }) => paymentId === id && !isReversal);
  return {
    id,
    cents: amountCents,
    time: paidAt,
    isReversed: state === "reversed",
    refunds: made.map(({ providerId, amountCents: cents, doneAt, askedAt }) => ({
      id: providerId ?? id,
      cents,
      time: doneAt ?? askedAt,
    })),
  };
}

function subscriptionOf({ subscription, checkout }: Rows["subscriptions"][number], rows: Rows): PastSubscription {
  const { id, plan, payerEmail, payerId, startsAt, status, failedAt, failedPayments, nextBillingAt } = subscription;
  return {
    id,
    customId: checkout.id,
    planId: checkout.planId ?? PAYPAL_SANDBOX.plans[plan],
    buyer: { email: payerEmail ?? ANYONE.email, payerId: payerId ?? ANYONE.payerId },
    createdAt: checkout.createdAt,
    startsAt,
    status,
    statusAt: subscription.readAt,
    nextBillingAt,
    failedAt: failedPayments === 0 ? null : failedAt,
    failedPayments,
    payments: rows.payments.filter((one) => one.subscriptionId === id).map((one) => paymentOf(one, rows)),
  };
}

function orderOf(gift: Rows["gifts"][number], rows: Rows): PastOrder {
  const { id: customId, orderId, giverEmail: email, priceCents: cents, currency, createdAt } = gift;
  const payment = rows.payments.find(({ giftId }) => giftId === customId);
  return {
    id: orderId ?? "",
    customId,
    createdAt,
    cents,
    currency,
    buyer: { ...ANYONE, email },
    payment: payment ? paymentOf(payment, rows) : null,
  };
}

/** What the database knows about PayPal: the sandbox forgets it whenever it stops. */
export async function readPastPurchases(db: Db): Promise<PastPurchases> {
  const rows: Rows = {
    subscriptions: await selectSubscriptions(db),
    gifts: await selectOrderedGifts(db),
    payments: await selectPayments(db),
    refunds: await selectRefunds(db),
  };
  return {
    subscriptions: rows.subscriptions.map((one) => subscriptionOf(one, rows)),
    orders: rows.gifts.map((one) => orderOf(one, rows)),
  };
}

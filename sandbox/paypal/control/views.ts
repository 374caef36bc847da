import type { Account } from "../account/account.ts";
import type { Order } from "../account/orders.ts";
import { type Payment, paymentStatus, refundedCents } from "../account/payment.ts";
import { priceOf } from "../account/plans.ts";
import { nextBillingTime, type Subscription } from "../account/subscription.ts";
import type { Deliveries, Delivery } from "../webhooks/deliveries.ts";

/** Data for the control API and its page. Times in epoch ms, money in cents. */
export function createViews({ subscriptions, payments, now }: Account, deliveries: Deliveries) {
  const paymentView = (payment: Payment) => ({
    id: payment.id,
    cents: payment.cents,
    feeCents: payment.feeCents,
    currency: payment.currency,
    time: payment.time,
    status: payment.reversedAt === null ? paymentStatus(payment) : ("REVERSED" as const),
    refundedCents: refundedCents(payment),
  });

  return {
    subscription: (subscription: Subscription) => ({
      id: subscription.id,
      planId: subscription.plan.id,
      planName: subscription.plan.name,
      ...priceOf(subscription.plan),
      customId: subscription.customId,
      status: subscription.status,
      statusNote: subscription.statusNote,
      buyerEmail: subscription.buyer?.email ?? null,
      clock: subscriptions.clockOf(subscription),
      createTime: subscription.createTime,
      startTime: subscription.startTime,
      nextBillingTime: ["ACTIVE", "SUSPENDED"].includes(subscription.status) ? nextBillingTime(subscription) : null,
      nextRetryTime: subscription.retry?.at ?? null,
      failedPayments: subscription.failedPayments,
      outstandingCents: subscription.outstandingCents,
      failNext: subscription.failNext,
      isHeld: deliveries.isHeld(subscription.id),
      payments: payments.of(subscription.id).map(paymentView),
    }),
    order: (order: Order) => ({
      id: order.id,
      status: order.status,
      customId: order.unit.custom_id ?? null,
      description: order.unit.description ?? null,
      amount: order.unit.amount.value,
      currency: order.unit.amount.currency_code,
      buyerEmail: order.buyer?.email ?? null,
      clock: now(),
      createTime: order.createTime,
      declineNext: order.declineNext,
      isPaidLater: order.isPaidLater,
      isHeld: deliveries.isHeld(order.id),
      payments: payments.of(order.id).map(paymentView),
    }),
    event: ({ event, about, state, attempts, lastStatus }: Delivery) => ({
      id: event.id,
      type: event.event_type,
      time: Date.parse(event.create_time),
      about,
      state,
      attempts,
      lastStatus,
    }),
  };
}

type Views = ReturnType<typeof createViews>;
export type SubscriptionView = ReturnType<Views["subscription"]>;
export type OrderView = ReturnType<Views["order"]>;
export type EventView = ReturnType<Views["event"]>;

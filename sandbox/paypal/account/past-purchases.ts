import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { cycleTime } from "./billing-calendar.ts";
import { feeOf, toMoney } from "./money.ts";
import type { Orders } from "./orders.ts";
import type { Payment } from "./payment.ts";
import type { Payments } from "./payments.ts";
import { type Plan, type Plans, priceOf } from "./plans.ts";
import { type Buyer, buyerOf, type Subscription, type SubscriptionStatus } from "./subscription.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** Times in epoch ms. */
export type PastPayment = {
  id: string;
  cents: number;
  time: number;
  refunds: { id: string; cents: number; time: number }[];
  isReversed: boolean;
};

type PastPurchase = { id: string; customId: string; buyer: Pick<Buyer, "email" | "payerId">; createdAt: number };

export type PastSubscription = PastPurchase & {
  planId: string;
  startsAt: number;
  status: SubscriptionStatus;
  statusAt: number;
  /** The next charge; null if there is none. */
  nextBillingAt: number | null;
  /** The first of the latest failed charges in a row, and how many. Such a buyer's wallet stays empty. */
  failedAt: number | null;
  failedPayments: number;
  /** Oldest first. */
  payments: PastPayment[];
};

/** `payment` is null if the buyer never approved it. */
export type PastOrder = PastPurchase & { cents: number; currency: string; payment: PastPayment | null };

/** What was bought before the sandbox started, since it forgets everything when it stops. */
export type PastPurchases = { subscriptions: PastSubscription[]; orders: PastOrder[] };

const RETRY_EVERY_MS = 5 * DAY_MS;
const EMPTY_WALLET = 1000;

type About = Pick<Payment, "kind" | "about" | "customId" | "currency">;

function paymentOf({ id, cents, time, refunds, isReversed }: PastPayment, about: About): Payment {
  const refunded = refunds.map((refund) => ({ ...refund, status: "COMPLETED" as const }));
  const reversedAt = isReversed ? time : null;
  const unused = { reversalId: null, clearing: null, nextRefund: "COMPLETED" as const };
  return { ...about, ...unused, id, cents, time, feeCents: feeOf(cents), refunds: refunded, reversedAt };
}

/** The number of the first cycle that is charged at `at` or later. */
function cycleAt({ startsAt, nextBillingAt: at }: PastSubscription, plan: Plan): number {
  let cycle = 0;
  while (at !== null && cycleTime(startsAt, plan.billing_cycles[0].frequency, cycle) < at - HOUR_MS) cycle += 1;
  return cycle;
}

function subscriptionOf(past: PastSubscription, plan: Plan): Subscription {
  const { id, customId, startsAt, status, statusAt, failedAt, failedPayments, payments } = past;
  const { cents } = priceOf(plan);
  const last = payments.at(-1);
  const lastFailedAt = failedAt === null ? null : failedAt + (failedPayments - 1) * RETRY_EVERY_MS;
  const isRetried = status === "ACTIVE" && failedPayments < plan.payment_preferences.payment_failure_threshold;
  return {
    id,
    plan,
    customId,
    status,
    failedPayments,
    brandName: null,
    returnUrl: null,
    cancelUrl: null,
    startTime: startsAt,
    createTime: past.createdAt,
    updateTime: statusAt,
    statusTime: statusAt,
    statusNote: null,
    buyer: buyerOf(past.buyer),
    aheadMs: 0,
    nextCycle: cycleAt(past, plan),
    cyclesCompleted: payments.length,
    retry: lastFailedAt !== null && isRetried ? { at: lastFailedAt + RETRY_EVERY_MS, attempts: failedPayments } : null,
    lastFailure: lastFailedAt === null ? null : { cents, time: lastFailedAt },
    lastPayment: last ? { cents: last.cents, time: last.time } : null,
    outstandingCents: lastFailedAt === null ? 0 : cents,
    failNext: lastFailedAt === null ? 0 : EMPTY_WALLET,
  };
}

type Parts = { plans: Plans; payments: Payments; subscriptions: Subscriptions; orders: Orders };

/** Puts past purchases back as they were; what has come due since is billed. Subscriptions to unknown plans are left out. */
export function recall({ plans, payments, subscriptions, orders }: Parts, past: PastPurchases): void {
  for (const one of past.subscriptions) {
    const plan = plans.find(one.planId);
    if (!plan) continue;
    const about = { kind: "sale", about: one.id, customId: one.customId, currency: priceOf(plan).currency } as const;
    for (const payment of one.payments) payments.put(paymentOf(payment, about));
    subscriptions.put(subscriptionOf(one, plan));
  }
  for (const one of past.orders) {
    const { id, customId, cents, currency, createdAt } = one;
    const about = { kind: "capture", about: id, customId, currency } as const;
    const payment = one.payment && payments.put(paymentOf(one.payment, about));
    orders.put({
      id,
      status: payment ? "COMPLETED" : "CREATED",
      payment,
      unit: { reference_id: "default", amount: toMoney(cents, currency), custom_id: customId },
      brandName: null,
      returnUrl: null,
      cancelUrl: null,
      declineNext: 0,
      isPaidLater: false,
      buyer: payment ? buyerOf(one.buyer) : null,
      createTime: createdAt,
      updateTime: payment?.time ?? createdAt,
    });
  }
}

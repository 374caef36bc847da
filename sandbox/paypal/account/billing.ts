import { type Emit, PAYPAL_API } from "./events.ts";
import type { Payments } from "./payments.ts";
import { priceOf } from "./plans.ts";
import {
  type Field,
  nextBillingTime,
  type Subscription,
  type SubscriptionStatus,
  subscriptionAnswer,
} from "./subscription.ts";

const RETRY_AFTER_MS = 5 * 24 * 60 * 60 * 1000;
/** The charge itself and two retries, after 5 and 10 days. */
const TRIES = 3;

const SUMMARIES: Record<string, string> = {
  CREATED: "A billing subscription was created.",
  ACTIVATED: "Subscription activated",
  UPDATED: "Subscription updated",
  EXPIRED: "Subscription expired",
  CANCELLED: "Subscription cancelled",
  SUSPENDED: "Subscription suspended",
  "PAYMENT.FAILED": "Payment failed for subscription",
};

/** What PayPal does with a subscription over time. */
export function createBilling({ payments, emit }: { payments: Payments; emit: Emit }) {
  const report = (subscription: Subscription, what: string, at: number) => {
    const fields: Field[] = what === "PAYMENT.FAILED" ? ["last_failed_payment"] : [];
    const resource = subscriptionAnswer(subscription, PAYPAL_API, fields);
    emit(subscription.id, { type: `BILLING.SUBSCRIPTION.${what}`, summary: SUMMARIES[what] ?? what, resource, at });
  };

  const setStatus = (
    subscription: Subscription,
    status: SubscriptionStatus,
    at: number,
    note: string | null = null,
  ) => {
    Object.assign(subscription, { status, statusTime: at, updateTime: at, statusNote: note });
    if (status !== "ACTIVE") subscription.retry = null;
  };

  const charge = (subscription: Subscription, cents: number, at: number) => {
    const { plan, id, customId } = subscription;
    if (subscription.failNext > 0) return fail(subscription, cents, at);
    const { currency } = priceOf(plan);
    Object.assign(subscription, {
      lastPayment: { cents, time: at },
      failedPayments: 0,
      outstandingCents: 0,
      retry: null,
      cyclesCompleted: subscription.cyclesCompleted + 1,
      updateTime: at,
    });
    payments.add({ kind: "sale", about: id, customId, cents, currency, time: at });
  };

  const fail = (subscription: Subscription, cents: number, at: number) => {
    const attempts = (subscription.retry?.attempts ?? 0) + 1;
    const { payment_failure_threshold: threshold } = subscription.plan.payment_preferences;
    Object.assign(subscription, {
      failNext: subscription.failNext - 1,
      failedPayments: subscription.failedPayments + 1,
      lastFailure: { cents, time: at },
      outstandingCents: cents,
      retry: attempts < TRIES ? { at: at + RETRY_AFTER_MS, attempts } : null,
      updateTime: at,
    });
    const isTooMany = threshold > 0 && subscription.failedPayments >= threshold;
    if (isTooMany) subscription.retry = null;
    report(subscription, "PAYMENT.FAILED", at);
    if (isTooMany) {
      setStatus(subscription, "SUSPENDED", at);
      report(subscription, "SUSPENDED", at);
    }
  };

  const bill = (subscription: Subscription, to: number) => {
    while (subscription.status === "ACTIVE") {
      const cycleAt = nextBillingTime(subscription);
      const retryAt = subscription.retry?.at ?? Number.POSITIVE_INFINITY;
      const at = Math.min(cycleAt, retryAt);
      if (at > to) return;
      if (retryAt < cycleAt) {
        charge(subscription, subscription.outstandingCents, at);
        continue;
      }
      subscription.nextCycle += 1;
      subscription.retry = null;
      charge(subscription, priceOf(subscription.plan).cents + subscription.outstandingCents, at);
    }
  };

  return {
    report,
    setStatus,
    /** Charges everything due until `to`, in order. */
    bill,
    /** Charges the outstanding amount now, whatever the retry's date. */
    chargeOutstanding(subscription: Subscription, at: number): void {
      if (subscription.outstandingCents > 0) charge(subscription, subscription.outstandingCents, at);
    },
    /** The time of a suspension isn't billed: the next charge is the first one still ahead on the calendar. */
    skipTo(subscription: Subscription, at: number): void {
      while (nextBillingTime(subscription) <= at) subscription.nextCycle += 1;
    },
  };
}

export type Billing = ReturnType<typeof createBilling>;

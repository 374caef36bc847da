import type { Billing } from "./billing.ts";
import { wholeSeconds } from "./billing-calendar.ts";
import { newId } from "./ids.ts";
import { type Buyer, buyerOf, type Subscription } from "./subscription.ts";

export type NewSubscription = Pick<Subscription, "plan" | "customId" | "brandName" | "returnUrl" | "cancelUrl"> & {
  startTime: number | null;
};

export type Approval = Partial<Buyer> & {
  /** False: the buyer approved it and PayPal is slow to activate it. */
  activates?: boolean | undefined;
};

type Parts = { now: () => number; billing: Billing };

/** All subscriptions of the account. Each has its own clock, which runs with the sandbox's and can be set ahead. */
export function createSubscriptions({ now, billing }: Parts) {
  const all = new Map<string, Subscription>();
  let aheadOfNew = 0;

  const clockOf = ({ aheadMs }: Subscription) => now() + aheadMs;

  /** Applies everything that has come due by now. */
  const settle = (subscription: Subscription): Subscription => {
    billing.bill(subscription, clockOf(subscription));
    return subscription;
  };

  const activate = (subscription: Subscription) => {
    const at = clockOf(subscription);
    billing.setStatus(subscription, "ACTIVE", at);
    billing.report(subscription, "ACTIVATED", at);
    settle(subscription);
  };

  return {
    clockOf,
    settle,
    /** The clock for new subscriptions. */
    newClock: () => now() + aheadOfNew,
    setNewClock: (at: number | null) => {
      aheadOfNew = at === null ? 0 : at - now();
    },
    /** Moves an unapproved subscription: it was created at `at`, and starts then unless it has its own start time. */
    setClock(subscription: Subscription, at: number | null): void {
      const startsAtOnce = subscription.startTime === wholeSeconds(subscription.createTime);
      subscription.aheadMs = at === null ? 0 : at - now();
      subscription.createTime = clockOf(subscription);
      if (startsAtOnce) subscription.startTime = wholeSeconds(subscription.createTime);
    },
    create({ startTime, ...wanted }: NewSubscription): Subscription {
      const at = now() + aheadOfNew;
      const subscription: Subscription = {
        ...wanted,
        id: newId.subscription(),
        startTime: wholeSeconds(startTime ?? at),
        createTime: at,
        updateTime: at,
        status: "APPROVAL_PENDING",
        statusTime: at,
        statusNote: null,
        buyer: null,
        aheadMs: aheadOfNew,
        nextCycle: 0,
        cyclesCompleted: 0,
        retry: null,
        failedPayments: 0,
        lastFailure: null,
        lastPayment: null,
        outstandingCents: 0,
        failNext: 0,
      };
      all.set(subscription.id, subscription);
      billing.report(subscription, "CREATED", at);
      return subscription;
    },
    /** One from before the sandbox started. What has come due since is billed. */
    put(subscription: Subscription): void {
      all.set(subscription.id, subscription);
      settle(subscription);
    },
    find(id: string): Subscription | undefined {
      const subscription = all.get(id);
      return subscription && settle(subscription);
    },
    /** Newest first. */
    list: (): Subscription[] => [...all.values()].map(settle).reverse(),
    /** The buyer approves. Without its own start time, the subscription starts now and is paid right away. */
    approve(subscription: Subscription, { activates = true, ...buyer }: Approval): void {
      const at = clockOf(subscription);
      if (subscription.startTime < at) subscription.startTime = wholeSeconds(at);
      subscription.buyer = buyerOf(buyer);
      if (activates) activate(subscription);
      else billing.setStatus(subscription, "APPROVED", at);
    },
    /** After a suspension, or when PayPal was slow to activate. */
    activate(subscription: Subscription): void {
      const at = clockOf(subscription);
      if (subscription.status === "SUSPENDED") billing.skipTo(subscription, at);
      activate(subscription);
    },
    suspend(subscription: Subscription): void {
      const at = clockOf(subscription);
      billing.setStatus(subscription, "SUSPENDED", at);
      billing.report(subscription, "SUSPENDED", at);
    },
    cancel(subscription: Subscription, note: string): void {
      const at = clockOf(subscription);
      billing.setStatus(subscription, "CANCELLED", at, note);
      billing.report(subscription, "CANCELLED", at);
    },
    expire(subscription: Subscription): void {
      const at = clockOf(subscription);
      billing.setStatus(subscription, "EXPIRED", at);
      billing.report(subscription, "EXPIRED", at);
    },
    /** Lets time pass until `to`, billing along the way. */
    advance(subscription: Subscription, to: number): void {
      subscription.aheadMs = to - now();
      settle(subscription);
    },
    /** The wallet works again: outstanding amounts are charged now, and a suspended subscription resumes. */
    recover(subscription: Subscription): void {
      subscription.failNext = 0;
      const at = clockOf(subscription);
      billing.chargeOutstanding(subscription, at);
      if (subscription.status !== "SUSPENDED") return;
      billing.skipTo(subscription, at);
      activate(subscription);
    },
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

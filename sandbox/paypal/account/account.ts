import { createBilling } from "./billing.ts";
import { createDisputes } from "./disputes.ts";
import { createEvent, type Emit, type PayPalEvent } from "./events.ts";
import { createOrders } from "./orders.ts";
import { createPayments } from "./payments.ts";
import { createPlans } from "./plans.ts";
import { createSubscriptions } from "./subscriptions.ts";

type AccountOptions = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called for each event as it happens, with the ID of its subscription or order. */
  onEvent: (about: string, event: PayPalEvent) => void;
};

/** The business account at PayPal, with all its data and events. Plain objects in memory, no HTTP. */
export function createAccount({ now, onEvent }: AccountOptions) {
  const emit: Emit = (about, event) => onEvent(about, createEvent(event));
  const plans = createPlans({ now });
  const payments = createPayments({ emit });
  const disputes = createDisputes({ emit });
  const billing = createBilling({ payments, emit });
  const subscriptions = createSubscriptions({ now, billing });
  const orders = createOrders({ now, payments, emit });

  return {
    now,
    emit,
    plans,
    payments,
    disputes,
    subscriptions,
    orders,
    /** The clock for a payment: its subscription's, or the sandbox's. */
    clockOf(about: string): number {
      const subscription = subscriptions.find(about);
      return subscription ? subscriptions.clockOf(subscription) : now();
    },
  };
}

export type Account = ReturnType<typeof createAccount>;

import { cycleTime, toInstant } from "./billing-calendar.ts";
import { newId } from "./ids.ts";
import { toMoney } from "./money.ts";
import { type Plan, priceOf } from "./plans.ts";

export type SubscriptionStatus = "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED";

export type Card = { name: string; lastDigits: string };
export type Buyer = { email: string; givenName: string; surname: string; payerId: string; card?: Card | undefined };

/** What isn't said about a buyer is made up. */
export const buyerOf = (told: Partial<Buyer>): Buyer => ({
  email: told.email ?? "zoe.buyer@example.com",
  givenName: told.givenName ?? "Zoë",
  surname: told.surname ?? "Buyer",
  payerId: told.payerId ?? newId.payer(),
  card: told.card,
});

/** Times in epoch ms. */
export type Subscription = {
  id: string;
  plan: Plan;
  customId: string | null;
  brandName: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  startTime: number;
  createTime: number;
  updateTime: number;
  status: SubscriptionStatus;
  statusTime: number;
  statusNote: string | null;
  buyer: Buyer | null;
  /** How far its clock is ahead of the sandbox's. */
  aheadMs: number;
  /** Number of the next billing cycle, from 0. */
  nextCycle: number;
  cyclesCompleted: number;
  /** A failed charge is retried twice. */
  retry: { at: number; attempts: number } | null;
  failedPayments: number;
  lastFailure: { cents: number; time: number } | null;
  lastPayment: { cents: number; time: number } | null;
  outstandingCents: number;
  /** How many of the next charges fail. */
  failNext: number;
};

export type Field = "last_failed_payment" | "plan";

export const nextBillingTime = ({ plan, startTime, nextCycle }: Subscription): number =>
  cycleTime(startTime, plan.billing_cycles[0].frequency, nextCycle);

/** A subscription in PayPal's form; `plan` and `last_failed_payment` only if requested. */
export function subscriptionAnswer(subscription: Subscription, origin: string, fields: readonly Field[] = []) {
  const { id, plan, customId, status, buyer } = subscription;
  return {
    status,
    ...(subscription.statusNote === null ? {} : { status_change_note: subscription.statusNote }),
    status_update_time: toInstant(subscription.statusTime),
    id,
    plan_id: plan.id,
    start_time: toInstant(subscription.startTime),
    quantity: "1",
    shipping_amount: toMoney(0, priceOf(plan).currency),
    ...(buyer ? { subscriber: subscriberAnswer(buyer) } : {}),
    ...(hasBilling(status) ? { billing_info: billingInfo(subscription, fields) } : {}),
    create_time: toInstant(subscription.createTime),
    update_time: toInstant(subscription.updateTime),
    ...(customId === null ? {} : { custom_id: customId }),
    plan_overridden: false,
    ...(fields.includes("plan") ? { plan: planWithin(plan) } : {}),
    links: subscriptionLinks(subscription, origin),
  };
}

const hasBilling = (status: SubscriptionStatus) => status !== "APPROVAL_PENDING" && status !== "APPROVED";

const subscriberAnswer = ({ email, payerId, givenName, surname, card }: Buyer) => ({
  email_address: email,
  payer_id: payerId,
  name: { given_name: givenName, surname },
  ...(card ? { payment_source: { card: cardAnswer(card) } } : {}),
});

export const cardAnswer = ({ name, lastDigits }: Card) => ({
  name,
  last_digits: lastDigits,
  brand: "VISA",
  type: "CREDIT",
});

function billingInfo(subscription: Subscription, fields: readonly Field[]) {
  const { plan, lastPayment, lastFailure, retry, status, cyclesCompleted } = subscription;
  const { currency } = priceOf(plan);
  const [cycle] = plan.billing_cycles;
  return {
    outstanding_balance: toMoney(subscription.outstandingCents, currency),
    cycle_executions: [
      {
        tenure_type: cycle.tenure_type,
        sequence: cycle.sequence,
        cycles_completed: cyclesCompleted,
        cycles_remaining: 0,
        current_pricing_scheme_version: cycle.pricing_scheme.version,
        total_cycles: cycle.total_cycles,
      },
    ],
    ...(lastPayment
      ? { last_payment: { amount: toMoney(lastPayment.cents, currency), time: toInstant(lastPayment.time) } }
      : {}),
    ...(status === "ACTIVE" || status === "SUSPENDED"
      ? { next_billing_time: toInstant(nextBillingTime(subscription)) }
      : {}),
    failed_payments_count: subscription.failedPayments,
    ...(lastFailure && fields.includes("last_failed_payment")
      ? {
          last_failed_payment: {
            amount: toMoney(lastFailure.cents, currency),
            time: toInstant(lastFailure.time),
            reason_code: "PAYMENT_DENIED",
            ...(retry ? { next_payment_retry_time: toInstant(retry.at) } : {}),
          },
        }
      : {}),
  };
}

/** The plan inside a subscription, without what belongs to the product's catalog. */
function planWithin({ name, description, billing_cycles, payment_preferences, quantity_supported, product_id }: Plan) {
  return { product_id, name, description, billing_cycles, payment_preferences, quantity_supported };
}

function subscriptionLinks({ id, status }: Subscription, origin: string) {
  const self = `${origin}/v1/billing/subscriptions/${id}`;
  const approve = { href: `${origin}/paypal/approve/${id}`, rel: "approve", method: "GET" };
  const edit = [
    { href: self, rel: "edit", method: "PATCH" },
    { href: self, rel: "self", method: "GET" },
  ];
  const can = (rel: string) => ({ href: `${self}/${rel}`, rel, method: "POST" });
  if (status === "APPROVAL_PENDING") return [approve, ...edit];
  if (status === "ACTIVE") return [can("cancel"), ...edit, can("suspend"), can("capture")];
  if (status === "SUSPENDED") return [can("cancel"), ...edit, can("activate")];
  return edit.slice(1);
}

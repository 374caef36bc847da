import { HOUR_MS } from "#domain/durations.ts";
import { GRANT_PLANS, type GrantPlan } from "#domain/rules/access.ts";
import type { PaymentState } from "#domain/rules/payments.ts";
import type { ProviderReading } from "#domain/rules/subscription-time.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import type { PayPalSubscription, PayPalTransaction } from "../../kernel/paypal/paypal-answers.ts";
import type { Checkout } from "../checkout/checkouts.queries.ts";
import type { Payment } from "../payments.queries.ts";

/** Two clocks of PayPal tell the same payment: the subscription's and the list's. */
const SAME_PAYMENT_MS = HOUR_MS;

type Plans = PayPal["plans"];

export function planOf(plans: Plans, planId: string): GrantPlan | null {
  return GRANT_PLANS.find((plan) => plans[plan] === planId) ?? null;
}

function priceOf({ plan }: PayPalSubscription) {
  const regular = plan?.billing_cycles?.find(({ tenure_type }) => tenure_type === "REGULAR");
  return regular?.pricing_scheme?.fixed_price ?? null;
}

/** Plans of earlier prices are sold no more, and go on for who has them: what counts is the plan that the checkout was begun with. */
function isOfItsPlan(read: PayPalSubscription, { plan, planId }: Checkout, { plans, isKnown }: Held): boolean {
  const sold = planOf(plans, read.plan_id);
  if (planId !== null) return planId === read.plan_id && (sold === null || sold === plan);
  // Begun before plans were written down. One that is known was of a plan of ours then, and keeps its price.
  return sold === plan || (sold === null && isKnown && priceOf(read) !== null);
}

type Held = { plans: Plans; isKnown: boolean };

/** Why a subscription at PayPal is none of ours, as a word for the log; null when it is what its checkout asked for. */
export function foreignness(read: PayPalSubscription, checkout: Checkout | undefined, held: Held): string | null {
  if (!checkout || read.custom_id !== checkout.id) return "unknown custom_id";
  if (checkout.subscriptionId !== read.id) return "another subscription's custom_id";
  if (!isOfItsPlan(read, checkout, held)) return "unknown plan";
  if (read.plan_overridden === true || Number(read.quantity ?? 1) !== 1) return "changed plan";
  const price = priceOf(read);
  const paid = read.billing_info?.last_payment?.amount;
  if ([price, paid].some((amount) => amount && amount.currency !== checkout.currency)) return "another currency";
  if (price && price.cents !== checkout.priceCents) return "another price";
  // With what an earlier charge had left open it may be more.
  if (paid && paid.cents < checkout.priceCents) return "another amount";
  return null;
}

const STATES: Partial<Record<NonNullable<PayPalTransaction["status"]>, PaymentState>> = {
  COMPLETED: "completed",
  PARTIALLY_REFUNDED: "partially_refunded",
  REFUNDED: "refunded",
};

/** Whether a line of PayPal's list is received money, even if it was refunded later. Pending and declined lines are not. */
export function isPaid({ status = "COMPLETED" }: PayPalTransaction): boolean {
  return STATES[status] !== undefined;
}

type Owner = { subscriptionId: string; memberId: string; now: number };

/** The payments of a subscription: what we know of them, and what PayPal's list says. One that was reversed or sent back stays so. */
export function mergePayments(known: Payment[], list: PayPalTransaction[], owner: Owner): Payment[] {
  const { subscriptionId, memberId, now } = owner;
  const merged = new Map(known.map((payment) => [payment.id, payment]));
  for (const { id, status = "COMPLETED", time, amount_with_breakdown: amount } of list) {
    const state = STATES[status];
    if (!state) continue;
    const before = merged.get(id);
    const { cents: amountCents, currency } = amount.gross_amount;
    merged.set(id, {
      ...{ id, subscriptionId, giftId: null, memberId, amountCents, currency },
      state: before?.state === "reversed" || before?.state === "refunded" ? before.state : state,
      feeCents: amount.fee_amount ? Math.abs(amount.fee_amount.cents) : (before?.feeCents ?? null),
      taxCents: amount.tax_amount?.cents ?? before?.taxCents ?? null,
      refundedCents: state === "refunded" ? amountCents : (before?.refundedCents ?? 0),
      paidAt: time,
      createdAt: before?.createdAt ?? now,
    });
  }
  return [...merged.values()].sort((one, other) => one.paidAt - other.paidAt);
}

/** The payment that paid for the time that runs, if its money is gone, and what became of all. */
export type Loss = { payments: Payment[]; last: Payment; reason: "refunded" | "reversed" };

export function lossOf(payments: Payment[]): Loss | null {
  const last = payments.at(-1);
  if (last?.state !== "refunded" && last?.state !== "reversed") return null;
  return { payments, last, reason: last.state };
}

type Read = { read: PayPalSubscription; list: PayPalTransaction[] };

function isDeclined(list: PayPalTransaction[], at: number): boolean {
  return list.some(({ status, time }) => status === "DECLINED" && Math.abs(time - at) <= SAME_PAYMENT_MS);
}

/** What one reading says, for the rule of when time is paid. */
export function toReading({ read, list }: Read, plan: GrantPlan, payments: Payment[]): ProviderReading {
  const billing = read.billing_info;
  const told = billing?.last_payment?.time ?? null;
  const last = payments.at(-1);
  // A payment that the list does not have yet is a good one.
  const isAhead = told !== null && told > (last?.paidAt ?? 0) + SAME_PAYMENT_MS && !isDeclined(list, told);
  const listed = last ? { at: last.paidAt, state: last.state } : null;
  return {
    plan,
    status: read.status,
    statusChangedAt: read.status_update_time ?? null,
    startsAt: read.start_time,
    nextBillingAt: billing?.next_billing_time ?? null,
    lastPayment: isAhead ? { at: told, state: "completed" } : listed,
    failedPayments: billing?.failed_payments_count ?? 0,
    lastFailedAt: billing?.last_failed_payment?.time ?? null,
  };
}

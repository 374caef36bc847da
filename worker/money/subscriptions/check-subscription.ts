import { HOUR_MS } from "#domain/durations.ts";
import { GRANT_PLANS, type GrantPlan } from "#domain/rules/access.ts";
import type { PaymentState } from "#domain/rules/payments.ts";
import type { ProviderReading } from "#domain/rules/subscription-time.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import type { PayPalSubscription, PayPalTransaction } from "../../kernel/paypal/paypal-answers.ts";
import type { Checkout } from "../checkout/checkouts.queries.ts";
import type { Payment } from "../payments.queries.ts";

/** PayPal reports the same payment with two clocks: the subscription's and the list's. */
const SAME_PAYMENT_MS = HOUR_MS;

type Plans = PayPal["plans"];

export function planOf(plans: Plans, planId: string): GrantPlan | null {
  return GRANT_PLANS.find((plan) => plans[plan] === planId) ?? null;
}

function priceOf({ plan }: PayPalSubscription) {
  const regular = plan?.billing_cycles?.find(({ tenure_type }) => tenure_type === "REGULAR");
  return regular?.pricing_scheme?.fixed_price ?? null;
}

/** Plans at earlier prices continue without being sold, so the plan stored with the checkout counts. */
function isOfItsPlan(read: PayPalSubscription, { plan, planId }: Checkout, plans: Plans): boolean {
  const sold = planOf(plans, read.plan_id);
  return planId === read.plan_id && (sold === null || sold === plan);
}

/** Why a subscription isn't ours, for the log; null if it's what its checkout ordered. */
export function foreignness(read: PayPalSubscription, checkout: Checkout | undefined, plans: Plans): string | null {
  if (!checkout || read.custom_id !== checkout.id) return "unknown custom_id";
  if (checkout.subscriptionId !== read.id) return "another subscription's custom_id";
  if (!isOfItsPlan(read, checkout, plans)) return "unknown plan";
  if (read.plan_overridden === true || Number(read.quantity ?? 1) !== 1) return "changed plan";
  const price = priceOf(read);
  const paid = read.billing_info?.last_payment?.amount;
  if ([price, paid].some((amount) => amount && amount.currency !== checkout.currency)) return "different currency";
  if (price && price.cents !== checkout.priceCents) return "different price";
  // It may be more, including an unpaid earlier charge.
  if (paid && paid.cents < checkout.priceCents) return "lower amount";
  return null;
}

const STATES: Partial<Record<NonNullable<PayPalTransaction["status"]>, PaymentState>> = {
  COMPLETED: "completed",
  PARTIALLY_REFUNDED: "partially_refunded",
  REFUNDED: "refunded",
};

/** Whether a line of PayPal's list is received money, even if refunded later; pending and declined lines aren't. */
export const isPaid = ({ status = "COMPLETED" }: PayPalTransaction): boolean => STATES[status] !== undefined;

type Owner = { subscriptionId: string; memberId: string; now: number };

/** A subscription's payments: the known ones merged with PayPal's list. A reversed or refunded one stays so. */
export function mergePayments(known: Payment[], list: PayPalTransaction[], owner: Owner): Payment[] {
  const { subscriptionId, memberId, now } = owner;
  const merged = new Map(known.map((payment) => [payment.id, payment]));
  for (const { id, status = "COMPLETED", time, amount_with_breakdown: amount } of list) {
    const state = STATES[status];
    if (!state) continue;
    const before = merged.get(id);
    const { cents: amountCents, currency } = amount.gross_amount;
    merged.set(id, {
      id,
      subscriptionId,
      giftId: null,
      memberId,
      amountCents,
      currency,
      state: before?.state === "reversed" || before?.state === "refunded" ? before.state : state,
      feeCents: amount.fee_amount ? Math.abs(amount.fee_amount.cents) : (before?.feeCents ?? null),
      feeAskedAt: before?.feeAskedAt ?? null,
      taxCents: amount.tax_amount?.cents ?? before?.taxCents ?? null,
      refundedCents: state === "refunded" ? amountCents : (before?.refundedCents ?? 0),
      paidAt: time,
      createdAt: before?.createdAt ?? now,
    });
  }
  return [...merged.values()].sort((one, other) => one.paidAt - other.paidAt);
}

/** All payments, and the latest if its money is gone. */
export type Loss = { payments: Payment[]; last: Payment; reason: "refunded" | "reversed" };

export function lossOf(payments: Payment[]): Loss | null {
  const last = payments.at(-1);
  if (last?.state !== "refunded" && last?.state !== "reversed") return null;
  return { payments, last, reason: last.state };
}

type Read = { read: PayPalSubscription; list: PayPalTransaction[] };

/** A reading in the terms of `subscriptionTime`. */
export function toReading({ read, list }: Read, plan: GrantPlan, payments: Payment[]): ProviderReading {
  const billing = read.billing_info;
  const reportedAt = billing?.last_payment?.time ?? null;
  const last = payments.at(-1);
  // A charge that PayPal lists as declined pays for nothing, even if it's named as the last payment.
  const isDeclined = ({ status, time }: PayPalTransaction) =>
    status === "DECLINED" && reportedAt !== null && Math.abs(time - reportedAt) <= SAME_PAYMENT_MS;
  // A payment that isn't in the list yet counts as completed.
  const isAhead = reportedAt !== null && reportedAt > (last?.paidAt ?? 0) + SAME_PAYMENT_MS && !list.some(isDeclined);
  const listed = last ? { at: last.paidAt, state: last.state } : null;
  return {
    plan,
    status: read.status,
    statusChangedAt: read.status_update_time ?? null,
    startsAt: read.start_time,
    nextBillingAt: billing?.next_billing_time ?? null,
    lastPayment: isAhead ? { at: reportedAt, state: "completed" } : listed,
    failedPayments: billing?.failed_payments_count ?? 0,
    lastFailedAt: billing?.last_failed_payment?.time ?? null,
  };
}

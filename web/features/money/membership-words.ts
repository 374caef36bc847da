import type { MySubscription, Payment } from "#domain/contract/money/subscriptions.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import { type PlanId, planName } from "#domain/rules/plans.ts";
import type { SubscriptionStatus } from "#domain/rules/subscription-statuses.ts";
import type { StateLook } from "../../ui/state-badge.tsx";

type Subscription = NonNullable<MySubscription["subscription"]>;

/** Badge colors of spec section 4. */
const TONES = { active: "green", trial: "blue", cancelled: "orange", expired: "red" } as const;

function wordOf(status: SubscriptionStatus): StateLook {
  return { label: `${status[0]?.toUpperCase()}${status.slice(1)}`, tone: TONES[status] };
}

const STATES: Record<Exclude<Subscription["state"], "ended">, StateLook> = {
  confirming: { label: "Confirming", tone: "blue" },
  active: wordOf("active"),
  payment_failed: { label: "Payment failed", tone: "red" },
  unpaid: { label: "Unpaid", tone: "red" },
  ends: wordOf("cancelled"),
};

/** The one status of a membership: its subscription's until that has ended, else its access's. */
export function statusOf(profile: ProfileResponse, subscription: Subscription | null): StateLook {
  const { hasAccess, subscriptionStatus: status } = profile;
  if (subscription === null || subscription.state === "ended") {
    // Access ends on time; its word follows within a minute.
    return wordOf(hasAccess || status === "cancelled" ? status : "expired");
  }
  const { state, changesTo } = subscription;
  // Renewed before its end, so it counts as active.
  return STATES[state === "ends" && changesTo ? "active" : state];
}

export function endTerm({ hasAccess, subscriptionType, isGiftSubscription }: ProfileResponse): string {
  if (!hasAccess) return "Access ended";
  return subscriptionType === "trial" ? "Ends" : isGiftSubscription ? "Gift ends" : "Paid through";
}

/** Until PayPal has accepted the cancellation, we can't promise that nothing is charged. */
const CANCEL_PENDING =
  "PayPal hasn't confirmed the cancellation. We'll try again within the hour and keep trying until it does, so you don't need to do anything. If PayPal charges you in the meantime, write to us and we'll refund it.";

/** What the page's first line, which has the next charge or the end of access, leaves to say. */
export function sentenceOf(subscription: Subscription, price: string): string {
  const { state, accessUntil, openUntil, changesTo, isCancelPending } = subscription;
  const until = accessUntil && formatDate(accessUntil);
  switch (state) {
    case "confirming":
      return "PayPal is confirming your payment. This usually takes a few seconds.";
    case "active":
    case "payment_failed":
      return price;
    case "unpaid":
      return `${price && `${price} `}We haven't received a payment, so ${until ? `your access through this plan ended on ${until}` : "this plan doesn't give you access"}. If PayPal collects the payment, your access comes back. To keep the plan, check your card or balance in PayPal. To stop the charge, cancel your subscription.`;
    case "ends":
    case "ended":
      if (changesTo) return "";
      return `${state === "ended" && openUntil ? "Your subscription has ended. " : ""}${isCancelPending ? CANCEL_PENDING : "You won't be charged again."}`;
  }
}

const PERIODS = { monthly: "month", quarterly: "quarter", annual: "year" } as const satisfies Record<GrantPlan, string>;

export function rhythmOf(plan: GrantPlan): string {
  return `every ${PERIODS[plan]}`;
}

export function otherPlan(plan: GrantPlan): PlanId {
  return plan === "annual" ? "monthly" : "annual";
}

export function itemOf({ plan, isGift }: Payment): string {
  if (isGift) return `Gift: one ${PERIODS[plan]} of ${planName(plan)}`;
  return `${planName(plan)}, one ${PERIODS[plan]}`;
}

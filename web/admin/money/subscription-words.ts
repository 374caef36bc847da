import type { ListedSubscription } from "#domain/contract/money/subscriptions.ts";
import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** Badge colors of spec section 4. */
const TONES: Record<string, BadgeTone> = {
  active: "green",
  cancelled: "red",
  suspended: "yellow",
  pending: "blue",
  approval_pending: "blue",
  approved: "blue",
};

export function providerTone(status: string): BadgeTone {
  return TONES[status.toLowerCase()] ?? "grey";
}

/** "Approval pending" for PayPal's "APPROVAL_PENDING" */
export const providerStatus = (status: string) =>
  status.slice(0, 1).toUpperCase() + status.slice(1).toLowerCase().replaceAll("_", " ");

/** The labels of spec section 9. */
export function providerPlanLabel({ plan, plan_id }: ListedSubscription): string {
  if (plan === "monthly") return `Monthly Plan ${formatPrice(PLANS.monthly.price.cents)}`;
  if (plan === "annual") return `Annual Plan ${formatPrice(PLANS.annual.price.cents)}`;
  return `Plan: ${plan_id}`;
}

import type { ListedSubscription } from "#domain/contract/money/subscriptions.ts";
import { formatPrice, PLANS, planLabel } from "#domain/rules/plans.ts";
import { adminApi } from "../../lib/admin-session.ts";
import type { BadgeTone } from "../../ui/badge.tsx";
import { adminQuery } from "../parts/admin-query.ts";

const KEY = "/api/paypal/subscriptions";

const listed = (q?: string) => adminApi.paypal.subscriptions.$get({ query: { q } });

export const subscriptionsQuery = adminQuery([KEY], () => listed());

/** Among all our records, by a whole ID or a member's email. */
export const olderQuery = (q: string) => adminQuery([KEY, q], () => listed(q));

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

/** The labels of spec section 9. Quarterly is recognized, not sold. */
export function providerPlanLabel({ plan, plan_id }: ListedSubscription): string {
  if (plan === "monthly") return `Monthly Plan ${formatPrice(PLANS.monthly.price.cents)}`;
  if (plan === "annual") return `Annual Plan ${formatPrice(PLANS.annual.price.cents)}`;
  return plan === "quarterly" ? planLabel(plan) : `Plan: ${plan_id}`;
}

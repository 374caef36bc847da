import { queryOptions } from "@tanstack/react-query";
import type { ProviderSubscription } from "#domain/contract/money/subscriptions.ts";
import { formatPrice, PLANS, planLabel } from "#domain/rules/plans.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";

export const subscriptionsKey = ["/api/paypal/subscriptions"];

export const subscriptionsQuery = queryOptions({
  queryKey: subscriptionsKey,
  queryFn: () => read(adminApi.paypal.subscriptions.$get()),
  retry: false,
});

/** The labels of spec section 9. Quarterly is recognized, not sold. */
export function providerPlanLabel({ plan, plan_id }: ProviderSubscription): string {
  if (plan === "monthly") return `Monthly Plan ${formatPrice(PLANS.monthly.price.cents)}`;
  if (plan === "annual") return `Annual Plan ${formatPrice(PLANS.annual.price.cents)}`;
  return plan === "quarterly" ? planLabel(plan) : `Plan: ${plan_id}`;
}

import type { Payment } from "#domain/contract/money/subscriptions.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import { type PlanId, planName } from "#domain/rules/plans.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

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

export const PAYMENT_LABELS: Record<Payment["state"], { label: string; tone: BadgeTone }> = {
  completed: { label: "Paid", tone: "green" },
  partially_refunded: { label: "Partially refunded", tone: "orange" },
  refunded: { label: "Refunded", tone: "orange" },
  reversed: { label: "Reversed", tone: "red" },
};

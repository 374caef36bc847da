import type { SubscriptionType } from "./plans.ts";

export type AccessHolder = { accessEndsAt: number | null };

/** Whether a member may see content at `now` (epoch ms). The stored status is only a label and isn't checked. */
export function hasAccess(member: AccessHolder, now: number): boolean {
  return member.accessEndsAt !== null && member.accessEndsAt > now;
}

/** Where a grant of access comes from. If two end together, the later one in this list decides what the member sees. */
export const GRANT_SOURCES = ["trial", "import", "administrator", "gift", "subscription"] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

/** What a grant opens, from least to most. */
export const GRANT_PLANS = ["monthly", "quarterly", "annual"] as const;
export type GrantPlan = (typeof GRANT_PLANS)[number];

/** Why a grant ends or ended early; none for one that simply runs out. */
export const GRANT_END_REASONS = ["cancelled", "payment_failed", "refunded", "reversed", "account_deleted"] as const;
export type GrantEndReason = (typeof GRANT_END_REASONS)[number];

export function typeOfGrant({ source, plan }: { source: GrantSource; plan: GrantPlan }): SubscriptionType {
  return source === "trial" || source === "gift" ? source : plan;
}

/** VIPs can open an item one day early. */
export const hasEarlyAccess = (highestPlan: GrantPlan | null): boolean => highestPlan === "annual";

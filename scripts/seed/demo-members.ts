import type { SubscriptionStatus, SubscriptionType } from "#domain/rules/plans.ts";

export const DEMO_PASSWORD = "powerup-demo";
const DAY_MS = 86_400_000;

export type DemoMember = {
  email: string;
  firstName: string;
  subscriptionType: SubscriptionType;
  subscriptionStatus: SubscriptionStatus;
  endsAt: number;
  about: string;
};

/** The accounts of a developer's machine. No production deploy ever has them: only the seed script writes them. */
export function demoMembers(now: number): DemoMember[] {
  return [
    {
      email: "member@daybolt.test",
      firstName: "Morgan",
      subscriptionType: "monthly",
      subscriptionStatus: "active",
      endsAt: now + 20 * DAY_MS,
      about: "monthly, renews in 20 days",
    },
    {
      email: "vip@daybolt.test",
      firstName: "Vida",
      subscriptionType: "annual",
      subscriptionStatus: "active",
      endsAt: now + 300 * DAY_MS,
      about: "annual (VIP, early access), ends in 300 days",
    },
    {
      email: "trial@daybolt.test",
      firstName: "Terry",
      subscriptionType: "trial",
      subscriptionStatus: "trial",
      endsAt: now + 20 * DAY_MS,
      about: "free trial, ends in 20 days",
    },
  ];
}

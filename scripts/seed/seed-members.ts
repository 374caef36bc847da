import type { Db } from "#db/client.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { SubscriptionStatus, SubscriptionType } from "#domain/rules/plans.ts";
import { hashPassword } from "#worker/auth/password.ts";
import { emailKeyOf } from "#worker/members/member.ts";
import { findMemberByKey, insertMember, restoreMembership } from "./seed.queries.ts";

export const DEMO_PASSWORD = "powerup-demo";
const DAY_MS = 86_400_000;

type DemoMember = {
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

function membershipOf({ subscriptionType, subscriptionStatus, endsAt }: DemoMember) {
  return { subscriptionType, subscriptionStatus, accessEndsAt: endsAt, subscriptionEndsAt: endsAt };
}

async function createDemoMember(db: Db, member: DemoMember, now: number): Promise<void> {
  await insertMember(db, {
    id: crypto.randomUUID(),
    email: member.email,
    emailKey: emailKeyOf(member.email),
    firstName: member.firstName,
    passwordHash: await hashPassword(DEMO_PASSWORD),
    ...membershipOf(member),
    wakeUpSince: now,
    createdAt: now,
    updatedAt: now,
  });
}

/** Makes the demo accounts, and gives them back their ends and labels once time, or a tick ahead of it, has ended them. */
export async function seedMembers(db: Db, now: number): Promise<void> {
  for (const member of demoMembers(now)) {
    const present = await findMemberByKey(db, emailKeyOf(member.email));
    if (!present) {
      await createDemoMember(db, member, now);
      continue;
    }
    const isRunning = hasAccess(present, now);
    if (isRunning && present.subscriptionStatus === member.subscriptionStatus) continue;
    const wakeUpSince = isRunning ? present.wakeUpSince : now;
    await restoreMembership(db, present.id, { ...membershipOf(member), wakeUpSince, updatedAt: now });
  }
}

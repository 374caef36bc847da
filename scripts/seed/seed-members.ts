import type { Db } from "#db/client.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { hashPassword } from "#worker/auth/password.ts";
import { emailKeyOf } from "#worker/members/member.ts";
import { DEMO_PASSWORD, type DemoMember, demoMembers } from "./demo-members.ts";
import { findMemberByKey, insertMember, restoreMembership } from "./seed.queries.ts";

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

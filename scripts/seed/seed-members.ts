import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { type GrantPlan, type GrantSource, hasAccess } from "#domain/rules/access.ts";
import { insertGrant, insertMember, recomputeAccess } from "#worker/access/access-grants.queries.ts";
import { newMemberId } from "#worker/account/member/member.ts";
import { selectMemberByEmail } from "#worker/account/member/members.queries.ts";
import { hashPassword } from "#worker/account/password/password.ts";
import { emailKeyOf } from "#worker/kernel/hashing.ts";
import { FIRST_KEY } from "#worker/kernel/links/signing-keys.ts";

export const DEMO_PASSWORD = "powerup-demo";

type DemoMember = {
  email: string;
  firstName: string;
  source: GrantSource;
  plan: GrantPlan;
  endsAt: number;
  about: string;
};

/** Demo accounts for a developer's machine. Only the seed script writes them, so production never has them. */
export function demoMembers(now: number): DemoMember[] {
  return [
    {
      email: "member@daybolt.test",
      firstName: "Morgan",
      source: "subscription",
      plan: "monthly",
      endsAt: now + 20 * DAY_MS,
      about: "monthly, renews in 20 days",
    },
    {
      email: "vip@daybolt.test",
      firstName: "Vida",
      source: "subscription",
      plan: "annual",
      endsAt: now + 300 * DAY_MS,
      about: "annual (VIP, early access), ends in 300 days",
    },
    {
      email: "trial@daybolt.test",
      firstName: "Terry",
      source: "trial",
      plan: "monthly",
      endsAt: now + 20 * DAY_MS,
      about: "free trial, ends in 20 days",
    },
  ];
}

/** The grant behind a demo account's described state, from now on. */
function grantOf({ source, plan, endsAt }: DemoMember, memberId: string, now: number) {
  const id = crypto.randomUUID();
  return {
    id,
    memberId,
    source,
    sourceId: `demo:${id}`,
    plan,
    startsAt: now,
    until: endsAt,
    paidUntil: endsAt,
    createdAt: now,
  };
}

type DemoAccount = Pick<DemoMember, "email" | "firstName">;

/** Creates a demo account without access, as of an instant. Returns its ID. */
export async function createDemoAccount(db: Db, { email, firstName }: DemoAccount, createdAt: number): Promise<string> {
  const id = newMemberId();
  await insertMember(
    db,
    {
      id,
      email,
      firstName,
      emailKey: emailKeyOf(email),
      passwordHash: await hashPassword({ scryptCost: 16_384 }, DEMO_PASSWORD),
      mailboxProvedAt: createdAt,
      unsubscribeKey: FIRST_KEY,
      wakeUpSince: createdAt,
      createdAt,
      updatedAt: createdAt,
    },
    "",
  );
  return id;
}

async function giveAccess(db: Db, member: DemoMember, { id, now }: { id: string; now: number }): Promise<void> {
  await db.batch([insertGrant(db, grantOf(member, id, now)), recomputeAccess(db, [id], { now })]);
}

/** Creates the demo accounts, and resets their ends and statuses if time (or a tick ahead of it) has ended them. */
export async function seedMembers(db: Db, now: number): Promise<void> {
  for (const member of demoMembers(now)) {
    const present = await selectMemberByEmail(db, member.email).get();
    const status = member.source === "trial" ? "trial" : "active";
    if (!present) await giveAccess(db, member, { id: await createDemoAccount(db, member, now), now });
    else if (!hasAccess(present, now) || present.subscriptionStatus !== status) {
      await giveAccess(db, member, { id: present.id, now });
    }
  }
}

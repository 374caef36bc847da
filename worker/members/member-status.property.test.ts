import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import {
  MEMBER_STATUSES,
  type MemberStatus,
  memberStatus,
  type ShownStatus,
  shownEnd,
} from "#domain/rules/member-status.ts";
import { PROVIDER_STATUSES } from "#domain/rules/payments.ts";
import { SUBSCRIPTION_TYPES, type SubscriptionType } from "#domain/rules/plans.ts";
import { createMember } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { readStats } from "../health/overview/read-stats.ts";
import { countMembers } from "./count-members.ts";
import { listMembers } from "./list-members.ts";
import { readMemberFile } from "./read-member-file.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

const asked = fc.constantFrom(null, null, 1);
const end = fc.constantFrom(null, NOW - 1, NOW, NOW + 1, NOW + 5 * DAY_MS, NOW + 20 * DAY_MS);
const someSubscription = fc.record({
  status: fc.constantFrom(...PROVIDER_STATUSES, "ACTIVE" as const, "CANCELLED" as const),
  failedAt: asked,
  revokedAt: asked,
  cancelAskedAt: asked,
  paidUntil: end,
});
const someMember = fc.record({
  accessEndsAt: end,
  subscriptionType: fc.constantFrom(...SUBSCRIPTION_TYPES),
  isUnaccepted: fc.boolean(),
  subscriptions: fc.array(someSubscription, { maxLength: 3 }),
});
type SomeMember = typeof someMember extends fc.Arbitrary<infer One> ? One : never;

/** The member with these subscriptions; access and its columns are as the tick leaves them. */
async function arrange({ subscriptions, ...member }: SomeMember) {
  const { id } = await createMember(
    {
      ...member,
      highestPlan: (member.accessEndsAt ?? 0) > NOW ? "monthly" : null,
      emailEnabled: !member.isUnaccepted,
      wakeUpSince: 0,
      subscriptionEndsAt: null,
    },
    { hasGrant: false },
  );
  for (const subscription of subscriptions) {
    const own = crypto.randomUUID();
    const insert = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
    await env.DB.batch([
      insert(
        `insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at)
          values (?, 'monthly', 999, 'USD', '', '', '', 0)`,
        own,
      ),
      insert(
        `insert into subscriptions (id, checkout_id, member_id, plan, approved_at, starts_at, read_at, created_at, status, failed_at,
          revoked_at, cancel_asked_at, paid_until) values (?1, ?1, ?2, 'monthly', 0, 0, 0, 0, ?3, ?4, ?5, ?6, ?7)`,
        own,
        id,
        subscription.status,
        subscription.failedAt,
        subscription.revokedAt,
        subscription.cancelAskedAt,
        subscription.paidUntil,
      ),
    ]);
  }
  return id;
}

async function empty(): Promise<void> {
  const tables = ["subscriptions", "checkouts", "members"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
}

const context = () => {
  const ctx = contextAt(NOW);
  return { ...ctx, config: { ...ctx.config } };
};

async function idsOf(filter: { status?: MemberStatus; type?: SubscriptionType }): Promise<string[]> {
  return (await listMembers(context(), filter)).members.map(({ id }) => id).toSorted();
}

test("lists, filters, counts, a member's page, and recent users have the status and end that the rules give", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someMember, { minLength: 1, maxLength: 8 }), async (some) => {
      await empty();
      const known = new Map<string, SomeMember & { status: MemberStatus; endsAt: number | null }>();
      for (const one of some) {
        const status = memberStatus(one, one.subscriptions, NOW);
        known.set(await arrange(one), { ...one, status, endsAt: shownEnd(null, one.subscriptions, NOW) });
      }
      const expected = [...known].map(([id, { status, endsAt }]) => [id, status, isoOrNull(endsAt)]).toSorted();
      const shown = (rows: (ShownStatus & { id: string })[]) =>
        rows.map(({ id, status, subscriptionEndDate }) => [id, status, subscriptionEndDate]).toSorted();
      expect(shown((await listMembers(context(), {})).members)).toEqual(expected);
      expect(shown((await readStats(context())).recentUsers)).toEqual(expected);
      const files = await Promise.all([...known.keys()].map((id) => readMemberFile(context(), { id })));
      expect(shown(files.map(({ profile }) => profile))).toEqual(expected);
      const counts = await countMembers(context());
      for (const status of MEMBER_STATUSES) {
        const ids = [...known].filter(([, one]) => one.status === status).map(([id]) => id);
        expect(await idsOf({ status })).toEqual(ids.toSorted());
        expect([status, counts.statuses?.[status]]).toEqual([status, ids.length]);
      }
      const ofType = [...known].filter(([, one]) => one.subscriptionType === "trial" && one.accessEndsAt !== null);
      expect(await idsOf({ type: "trial" })).toEqual(ofType.map(([id]) => id).toSorted());
      expect(counts.types?.trial).toBe(ofType.length);
      for (const [type, status] of [
        ["trial", "trial"],
        ["annual", "active"],
        ["monthly", "past-due"],
        ["trial", "none"],
      ] as const) {
        const is = (one: SomeMember & { status: MemberStatus }) =>
          one.subscriptionType === type && one.status === status;
        const ids = [...known].filter(([, one]) => is(one)).map(([id]) => id);
        expect(await idsOf({ type, status })).toEqual(ids.toSorted());
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

test("only members whose status has access get a wake-up email", async () => {
  const withAccess: MemberStatus[] = ["active", "trial", "cancels", "past-due"];
  await fc.assert(
    fc.asyncProperty(someMember, async (one) => {
      await empty();
      const id = await arrange(one);
      const { mail, profile } = await readMemberFile(context(), { id });
      if (mail.blocker === null) expect(withAccess).toContain(profile.status);
    }),
    { numRuns: 20 },
  );
}, 60_000);

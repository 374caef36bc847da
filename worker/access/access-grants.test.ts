import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { GRANT_PLANS, GRANT_SOURCES, hasAccess, typeOfGrant } from "#domain/rules/access.ts";
import { createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member, NewMember } from "../account/member/member.ts";
import { changeProfile, selectMember } from "../account/member/members.queries.ts";
import { runJobs } from "../entry/jobs.ts";
import { selectTotals } from "../health/overview/stats.queries.ts";
import { insertGrant, type NewAccessGrant, recomputeAccess } from "./access-grants.queries.ts";
import { applyAccessChanges } from "./apply-access-changes.ts";

const END = Date.parse("2026-07-04T12:00:00Z");

// Each test counts or updates every member.
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare("delete from access_grants"), env.DB.prepare("delete from members")]);
});

async function read(id: string): Promise<Member> {
  const member = await selectMember(db, id).get();
  if (!member) throw new Error("The member is gone.");
  return member;
}

type Given = Partial<NewAccessGrant> & Pick<NewAccessGrant, "startsAt" | "until">;

function newGrant(memberId: string, given: Given) {
  const id = crypto.randomUUID();
  const row = { source: "subscription", sourceId: id, plan: "monthly", paidUntil: given.until, createdAt: 0 } as const;
  return insertGrant(db, { id, memberId, ...row, ...given });
}

/** A member with only these grants, recomputed at an instant. */
async function memberWith(grants: Given[], now: number, overrides: Partial<NewMember> = {}): Promise<Member> {
  const member = await createMember({ accessEndsAt: null, wakeUpSince: 0, ...overrides }, { hasGrant: false });
  const inserts = grants.map((given) => newGrant(member.id, given));
  await db.batch([recomputeAccess(db, [member.id], { now }), ...inserts, recomputeAccess(db, [member.id], { now })]);
  return read(member.id);
}

async function turn(tickAt: number, now = tickAt): Promise<void> {
  await applyAccessChanges(contextAt(now), { tickAt });
}

async function costOfTurn(tickAt: number): Promise<ReturnType<typeof countingD1>["cost"]> {
  const { d1, cost } = countingD1(env.DB);
  await applyAccessChanges({ ...contextAt(tickAt), db: createDb(d1) }, { tickAt });
  return cost;
}

async function statusAfter(overrides: Partial<NewMember>, tickAt = END): Promise<string> {
  const member = await createMember({ accessEndsAt: END, subscriptionType: "trial", ...overrides });
  await turn(tickAt);
  return (await read(member.id)).subscriptionStatus;
}

test("a trial or membership expires at the instant its access ends", async () => {
  for (const [subscriptionType, subscriptionStatus] of [
    ["trial", "trial"],
    ["monthly", "active"],
  ] as const) {
    expect(await statusAfter({ subscriptionType, subscriptionStatus }, END - 1)).toBe(subscriptionStatus);
    expect(await statusAfter({ subscriptionType, subscriptionStatus }, END)).toBe("expired");
  }
});

test("a cancelled membership stays cancelled after its end, and a running one is left alone", async () => {
  expect(await statusAfter({ subscriptionType: "annual", subscriptionStatus: "cancelled" })).toBe("cancelled");
  expect(await statusAfter({ subscriptionStatus: "trial", accessEndsAt: END + 1 })).toBe("trial");
});

test("a tick that expires a member changes neither the access end nor any unrelated column", async () => {
  const member = await createMember({ accessEndsAt: END, subscriptionStatus: "trial", subscriptionType: "trial" });
  await runJobs(contextAt(END), "tick", END);
  const over = { ...member, subscriptionStatus: "expired", highestPlan: null, accessChangesAt: null };
  expect(await read(member.id)).toEqual(over);
  await runJobs(contextAt(END + 60_000), "tick", END + 60_000);
  expect(await read(member.id)).toEqual(over);
});

test("a tick ahead of the clock updates only subscription labels, not access or the mornings in between", async () => {
  const later = { startsAt: END + 500, until: END + 900, source: "gift", plan: "annual" } as const;
  const member = await memberWith([{ startsAt: 0, until: END + 100 }, later], END);
  await turn(END + 600, END);
  expect(await read(member.id)).toEqual({ ...member, subscriptionType: "gift", subscriptionEndsAt: END + 900 });
  await turn(END + 100);
  expect(await read(member.id)).toMatchObject({ subscriptionStatus: "expired", accessEndsAt: END + 100 });
  await turn(END + 500);
  expect(await read(member.id)).toMatchObject({
    subscriptionStatus: "active",
    accessEndsAt: END + 900,
    highestPlan: "annual",
    wakeUpSince: END + 500,
  });
});

test("a tick updates a bounded number of members, and later ticks update the rest", async () => {
  await env.DB.prepare(`
    insert into members (id, email, email_key, subscription_type, subscription_status, access_ends_at, access_changes_at,
      highest_plan, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 700)
    select 'many' || i, i || '@many.test', i || '@many.test', 'trial', 'trial', i, i, 'monthly', 0, 0, 0 from n`).run();
  await env.DB.prepare(`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
    select id, id, 'trial', id, 'monthly', 0, access_ends_at, 0 from members`).run();
  const open = async () =>
    env.DB.prepare("select count(*) as n from members where access_changes_at is not null").first("n");
  expect(await costOfTurn(0)).toMatchObject({ calls: 1, rowsWritten: 0 });
  expect((await costOfTurn(0)).rowsRead).toBeLessThanOrEqual(1);
  const cost = await costOfTurn(END);
  expect(await open()).toBe(200);
  expect(cost.calls).toBe(2);
  expect(cost.rowsRead / 500).toBeLessThanOrEqual(30);
  // The row, both status columns in the administrator's list, an old entry and a new one, the total with access, and
  // the entry for the retention of members without access, 76 days later.
  expect(cost.rowsWritten / 500).toBeLessThanOrEqual(5);
  await turn(END);
  expect(await open()).toBe(0);
});

test("a member with invalid grants doesn't hold up other members", async () => {
  const broken = await createMember({ accessEndsAt: END - 2 });
  const other = await createMember({ accessEndsAt: END - 1 });
  await env.DB.prepare("update access_grants set plan = 'gold' where member_id = ?").bind(broken.id).run();
  await turn(END);
  expect(await read(other.id)).toMatchObject({ subscriptionStatus: "expired", accessChangesAt: null });
  expect(await read(broken.id)).toEqual(broken);
});

test("restored access cancels the data purge of an open account, but not of a closed one", async () => {
  const grants: Given[] = [{ startsAt: 0, until: END }];
  const [open, closed] = [await memberWith(grants, END - 1), await memberWith(grants, END - 1)];
  const ids = [open.id, closed.id];
  await setMember(open.id, { purgeAt: END });
  await setMember(closed.id, { purgeAt: END, deletedAt: 1 });
  await recomputeAccess(db, ids, { now: END - 1 });
  const rows = await rowsOf("select id, purge_at from members");
  expect(ids.map((id) => rows.find((row) => row.id === id)?.purge_at)).toEqual([null, END]);
});

test("ending one grant leaves the others alone, and access lasts as long as they do", async () => {
  const gift = { source: "gift", startsAt: END - 5, until: END + 50 } as const;
  const member = await memberWith([{ startsAt: 0, until: END + 10, plan: "annual" }], END);
  await newGrant(member.id, { ...gift, id: "gift" });
  await recomputeAccess(db, [member.id], { now: END });
  expect(await read(member.id)).toMatchObject({
    subscriptionType: "gift",
    highestPlan: "annual",
    accessEndsAt: END + 50,
  });
  await env.DB.prepare("update access_grants set ended_at = ?, end_reason = 'refunded' where id = ?")
    .bind(END, "gift")
    .run();
  await recomputeAccess(db, [member.id], { now: END });
  expect(await read(member.id)).toEqual(member);
});

test.for([
  ["subscription", "gift", "annual"],
  ["gift", "administrator", "gift"],
  ["administrator", "trial", "annual"],
  ["subscription", "trial", "annual"],
] as const)("if %s and %s grants end together, the member's type is %s", async ([first, second, type]) => {
  for (const sources of [
    [first, second],
    [second, first],
  ]) {
    const plans = { [first]: "annual", [second]: "monthly" } as const;
    const grants = sources.map((source) => ({ source, plan: plans[source] ?? "monthly", startsAt: 0, until: END + 9 }));
    expect(await memberWith(grants, END)).toMatchObject({ subscriptionType: type, highestPlan: "annual" });
  }
});

test("the database rejects a duplicate grant", async () => {
  const member = await createMember();
  await newGrant(member.id, { sourceId: "once", startsAt: 0, until: 1 });
  await expect(newGrant(member.id, { sourceId: "once", startsAt: 5, until: 6 })).rejects.toThrow();
});

const T = 12;
const instants = fc.integer({ min: 0, max: T });
const grants = fc.array(
  fc.record({
    source: fc.constantFrom(...GRANT_SOURCES),
    plan: fc.constantFrom(...GRANT_PLANS),
    startsAt: instants,
    until: instants,
    endedAt: fc.option(instants, { nil: null, freq: 3 }),
    endReason: fc.constantFrom(null, "cancelled" as const, "refunded" as const),
  }),
  { maxLength: 5 },
);
type Grant = { source: (typeof GRANT_SOURCES)[number]; plan: (typeof GRANT_PLANS)[number] } & {
  startsAt: number;
  until: number;
  endedAt: number | null;
  endReason: "cancelled" | "refunded" | null;
};

const endOf = ({ until, endedAt }: Grant) => Math.min(until, endedAt ?? until);
const runsAt = (given: Grant, at: number) => given.startsAt <= at && at < endOf(given);

/** What the columns must contain, found by checking every instant. */
function oracle(all: Grant[], now: number) {
  const isCovered = (at: number) => all.some((given) => runsAt(given, at));
  const running = all.filter((given) => runsAt(given, now));
  let accessEndsAt = now;
  if (isCovered(now)) while (isCovered(accessEndsAt)) accessEndsAt += 1;
  else while (accessEndsAt > 0 && !isCovered(accessEndsAt - 1)) accessEndsAt -= 1;
  const plans = running.map((given) => GRANT_PLANS.indexOf(given.plan));
  const last = Math.max(...running.map(endOf));
  const latest = running.filter((given) => endOf(given) === last);
  const source = GRANT_SOURCES.findLast((name) => latest.some((given) => given.source === name));
  return {
    accessEndsAt: accessEndsAt === 0 ? null : accessEndsAt,
    highestPlan: GRANT_PLANS[Math.max(...plans)] ?? null,
    types: latest.filter((given) => given.source === source).map(typeOfGrant),
    status: source === undefined ? undefined : source === "trial" ? "trial" : "active",
    end: source === undefined ? undefined : last,
  };
}

test("columns, access rule, and SQL match the grants at every tick, whatever is granted or ended", async () => {
  await fc.assert(
    fc.asyncProperty(grants, fc.array(instants, { minLength: 1, maxLength: 4 }), async (all, times) => {
      const ticks = [...times].sort((a, b) => a - b);
      const given = all.map((one) => ({ ...one, paidUntil: one.until }));
      const { id } = await memberWith(given, ticks[0] ?? 0);
      for (const now of ticks) {
        await turn(now);
        const member = await read(id);
        const expected = oracle(all, now);
        expect(member).toMatchObject({ accessEndsAt: expected.accessEndsAt, highestPlan: expected.highestPlan });
        for (let at = now; at <= T; at += 1) {
          const end = expected.accessEndsAt ?? 0;
          // After the current run another may start; until then, the stored end alone decides.
          expect(hasAccess(member, at)).toBe(at < end && all.some((one) => runsAt(one, at)));
        }
        const [totals] = await selectTotals(db, now);
        expect(totals?.membersWithAccess).toBe(all.some((one) => runsAt(one, now)) ? 1 : 0);
        if (expected.status !== undefined) {
          expect(expected.types).toContain(member.subscriptionType);
          expect(member).toMatchObject({ subscriptionStatus: expected.status, subscriptionEndsAt: expected.end });
        } else if (all.length > 0) {
          const isToCome = !all.some((one) => one.startsAt < endOf(one) && endOf(one) <= now);
          if (!isToCome) expect(["expired", "cancelled"]).toContain(member.subscriptionStatus);
        }
        // Nothing is left to apply, and another run changes nothing.
        await recomputeAccess(db, [id], { now });
        expect(await read(id)).toEqual(member);
      }
      await env.DB.batch([env.DB.prepare("delete from access_grants"), env.DB.prepare("delete from members")]);
    }),
    { numRuns: 40 },
  );
});

test.for([
  ["access that comes back", { accessEndsAt: END - 1 }, true],
  ["access that never was", { accessEndsAt: null }, true],
  ["access all along", { accessEndsAt: END + 1 }, false],
  ["emails turned off", { accessEndsAt: null, emailEnabled: false }, true],
  ["an address that is suppressed", { accessEndsAt: null, suppressedAt: 1 }, true],
  ["a pause that runs", { accessEndsAt: null, pausedUntil: END + 1 }, false],
  ["an ended pause", { accessEndsAt: null, pausedUntil: END }, true],
] as const)("a grant with %s sets the correct wakeUpSince", async ([, overrides, isAnew]) => {
  const member = await createMember({ ...overrides, wakeUpSince: 7 });
  await newGrant(member.id, { startsAt: END, until: END + 100 });
  await recomputeAccess(db, [member.id], { now: END });
  expect((await read(member.id)).wakeUpSince).toBe(isAnew ? END : 7);
});

test("if emails are turned on without access, mornings count from when access starts", async () => {
  const member = await createMember({ accessEndsAt: END - 5, wakeUpSince: 7, emailEnabled: false });
  const [on] = await changeProfile(db, member.id, { emailEnabled: true }, END);
  expect(on?.wakeUpSince).toBe(7);
  await newGrant(member.id, { startsAt: END, until: END + 100 });
  await recomputeAccess(db, [member.id], { now: END + 3 });
  expect((await read(member.id)).wakeUpSince).toBe(END + 3);
});

import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasAccess } from "#domain/rules/access.ts";
import { createMember, db } from "#test/worker/factories.ts";
import { countMembersWithAccess } from "../admin/stats.queries.ts";
import { createContext } from "../context.ts";
import { expireMemberships } from "./expire-memberships.ts";
import type { NewMember } from "./member.ts";
import { findMember } from "./members.queries.ts";

const END = Date.parse("2026-07-04T12:00:00Z");
const ctx = createContext(env, { now: END, requestId: "test", defer: () => undefined });

async function statusAfter(overrides: Partial<NewMember>, tickAt = END): Promise<string | undefined> {
  const member = await createMember({ accessEndsAt: END, ...overrides });
  await expireMemberships(ctx, { tickAt });
  return (await findMember(db, member.id))?.subscriptionStatus;
}

test("the status of a trial or a membership turns at the instant its access ends", async () => {
  for (const subscriptionStatus of ["trial", "active"] as const) {
    expect(await statusAfter({ subscriptionStatus }, END - 1)).toBe(subscriptionStatus);
    expect(await statusAfter({ subscriptionStatus }, END)).toBe("expired");
  }
});

test("other statuses, and memberships that run on, are left alone", async () => {
  expect(await statusAfter({ subscriptionStatus: "cancelled" })).toBe("cancelled");
  expect(await statusAfter({ subscriptionStatus: "trial", accessEndsAt: END + 1 })).toBe("trial");
});

test("only the status changes", async () => {
  const member = await createMember({ accessEndsAt: END, subscriptionStatus: "trial", subscriptionType: "trial" });
  await expireMemberships(ctx, { tickAt: END });
  expect(await findMember(db, member.id)).toEqual({ ...member, subscriptionStatus: "expired" });
});

test("the rule and the database agree on who has access", async () => {
  const ends = fc.option(fc.integer({ min: END - 3, max: END + 3 }), { nil: null });
  await fc.assert(
    fc.asyncProperty(fc.array(ends, { maxLength: 4 }), async (accessEnds) => {
      await env.DB.prepare("delete from members").run();
      for (const accessEndsAt of accessEnds) await createMember({ accessEndsAt });
      const counted = await countMembersWithAccess(db, END).get();
      expect(counted?.count).toBe(accessEnds.filter((accessEndsAt) => hasAccess({ accessEndsAt }, END)).length);
    }),
    { numRuns: 40 },
  );
});

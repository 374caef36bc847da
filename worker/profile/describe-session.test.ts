import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { verifyResponse } from "#domain/contract/account.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createItem, createMember, db, tokenFor } from "#test/worker/factories.ts";
import { createImport, createInvited } from "#test/worker/invited.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";
import { updateMember } from "../account/member/members.queries.ts";
import { readToken } from "../account/sessions/sessions.ts";
import { readConfig } from "../kernel/env.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };

/** Includes work deferred until after the response. */
async function verify(token: string, now: number) {
  const response = await requestWith({}, "/api/auth/verify", { token, now });
  return {
    status: response.status,
    body: response.status === 200 ? verifyResponse.parse(await response.json()) : null,
  };
}

beforeAll(async () => {
  await createItem("2025-08-12");
  await createItem("2025-08-31");
  await createItem("2025-09-01", { status: "scheduled" });
  await createItem("2025-10-01", { status: "draft" });
  await createItem("2025-10-02", { hidden: true });
});

test("verify returns the logged-in member with their stored status and whether they have access", async () => {
  const now = Date.now();
  const member = await createMember({ subscriptionStatus: "active", accessEndsAt: now - 1, lastName: "Lopez" });
  const { body } = await verify(await tokenFor(member, now), now);
  expect(body).toMatchObject({
    user: {
      id: member.id,
      email: member.email,
      firstName: "Ana",
      lastName: "Lopez",
      subscriptionType: "monthly",
      subscriptionStatus: "active",
      hasAccess: false,
      timezone: "America/Chicago",
    },
  });
});

test.for([
  ["before the paid time ends", 1, 2, false],
  ["while only grace is left", -1, 1, true],
  ["without access", -2, -1, false],
  ["with access that no one paid for", null, 1, false],
] as const)("whether a payment is due: %s", async ([, paidDays, accessDays, isInGrace]) => {
  const now = Date.now();
  const subscriptionEndsAt = paidDays === null ? null : now + paidDays * DAY_MS;
  const member = await createMember({ subscriptionEndsAt, accessEndsAt: now + accessDays * DAY_MS });
  expect((await verify(await tokenFor(member, now), now)).body?.user.isInGrace).toBe(isInGrace);
});

test("a new token is issued only once the current one is more than a day old", async () => {
  const now = Date.parse("2026-01-10T12:00:00Z");
  const member = await createMember(FOREVER);
  const token = await tokenFor(member, now);
  expect((await verify(token, now + DAY_MS)).body?.token).toBeUndefined();

  const later = now + 29 * DAY_MS;
  const renewed = (await verify(token, later)).body?.token ?? "";
  expect(await readToken(readConfig(env), renewed, later)).toMatchObject({ memberId: member.id, issuedAt: later });
  expect((await verify(renewed, now + 40 * DAY_MS)).status).toBe(200);
});

test("a development clock set ahead or back ends no session that's open on the real clock", async () => {
  const member = await createMember(FOREVER);
  const now = Date.now();
  expect((await verify(await tokenFor(member, now), now + 40 * DAY_MS)).status).toBe(200);
  const old = await tokenFor(member, Date.parse("2025-08-20T12:00:00Z"));
  expect((await verify(old, Date.parse("2025-08-21T12:00:00Z"))).status).toBe(200);
});

test("a closed account has no login sessions", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  await updateMember(db, member.id, { deletedAt: Date.now() });
  for (const path of ["/api/auth/verify", "/api/user/profile", "/api/user/streak", "/api/content?year=2025&month=8"]) {
    expect((await request(path, { token })).status, path).toBe(401);
  }
});

test.for(["", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Bearer null"])(
  "the authorization %j is refused",
  async (authorization) => {
    const response = await request("/api/auth/verify", { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: "Log in to continue.", code: "unauthorized" });
  },
);

test("the default month is the latest one with an item that's live on the member's local date", async () => {
  const member = await createMember(FOREVER);
  const month = async (now: string, zone = "America/Chicago") => {
    await updateMember(db, member.id, { timezone: zone });
    const at = Date.parse(now);
    const { body } = await verify(await tokenFor(member, at), at);
    return body?.user.defaultMonth;
  };
  expect(await month("2025-08-20T12:00:00Z")).toBe("2025-08");
  // Scheduled for September 1: live from midnight in the member's zone.
  expect(await month("2025-09-01T04:59:00Z")).toBe("2025-08");
  expect(await month("2025-09-01T05:00:00Z")).toBe("2025-09");
  expect(await month("2025-08-31T12:00:00Z", "Pacific/Auckland")).toBe("2025-09");
  expect(await month("2027-03-01T12:00:00Z")).toBe("2025-09");
});

test("a membership begins on the account's first day in the member's zone, or the day someone moved in accepted", async () => {
  const now = Date.parse("2026-02-10T12:00:00Z");
  const createdAt = Date.parse("2026-01-05T03:00:00Z");
  const since = async (member: Member) => (await verify(await tokenFor(member, now), now)).body?.user.memberSince;
  expect(await since(await createMember({ ...FOREVER, createdAt }))).toBe("2026-01-04");
  expect(await since(await createMember({ ...FOREVER, createdAt, timezone: "Asia/Tokyo" }))).toBe("2026-01-05");
  const importId = await createImport(createdAt);
  const acceptedAt = Date.parse("2026-02-03T18:00:00Z");
  const moved = await createInvited(importId, { createdAt, isUnaccepted: false, invitation: { acceptedAt } });
  expect(await since(moved)).toBe("2026-02-03");
});

test("before anything is live, the default month is the launch month", async () => {
  const now = Date.parse("2025-07-01T12:00:00Z");
  const { body } = await verify(await tokenFor(await createMember(FOREVER), now), now);
  expect(body?.user).toMatchObject({ defaultMonth: "2025-08", today: "2025-07-01" });
});

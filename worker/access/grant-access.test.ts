import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import { selectMember } from "../account/member/members.queries.ts";

const NOW = Date.parse("2026-07-04T17:00:00Z");

type Grant = { requestId?: string; plan?: string; months?: number; untilDate?: string; reason?: string };

function grant(id: string, { requestId = crypto.randomUUID(), plan = "annual", reason = "Sorry", ...rest }: Grant) {
  const json = { requestId, plan, reason, ...rest };
  return request(`/api/admin/members/${id}/grants`, { admin: true, now: NOW, json });
}

function end(id: string, grantId: unknown, reason = "Asked for it"): Promise<Response> {
  return request(`/api/admin/members/${id}/grants/${grantId}/end`, { admin: true, now: NOW, json: { reason } });
}

const grantsOf = (id: string) => rowsOf("select * from access_grants where member_id = ? order by created_at", id);
const actionsOf = (id: string) => rowsOf("select action, details from audit where subject = ? order by id", id);
const read = (id: string) => selectMember(db, id).get();

test("months are added to existing access, or start right away if the member has none", async () => {
  const until = NOW + 5 * DAY_MS;
  const running = await createMember({ accessEndsAt: until, subscriptionEndsAt: until });
  const ended = await createMember({ accessEndsAt: null, subscriptionEndsAt: null });
  for (const [member, from] of [
    [running, until],
    [ended, NOW],
  ] as const) {
    expect((await grant(member.id, { months: 3 })).status).toBe(200);
    expect((await read(member.id))?.accessEndsAt).toBe(addMonths(from, 3, "America/Chicago"));
  }
  expect(await read(ended.id)).toMatchObject({
    subscriptionType: "annual",
    subscriptionStatus: "active",
    highestPlan: "annual",
  });
});

test("a grant with a last day starts right away and ends with that day in the member's time zone", async () => {
  const until = NOW + 5 * DAY_MS;
  const member = await createMember({ accessEndsAt: until, subscriptionEndsAt: until, timezone: "Asia/Tokyo" });
  const response = await grant(member.id, { untilDate: "2026-08-01" });
  expect(await response.json()).toEqual({
    message: `${member.email} has access through Saturday, August 1, 2026.`,
  });
  const endsAt = instantAt("2026-08-02", 0, "Asia/Tokyo");
  expect(await read(member.id)).toMatchObject({
    accessEndsAt: endsAt,
    subscriptionType: "annual",
    highestPlan: "annual",
  });
});

test("a repeated or simultaneous request grants once, and its ID can't be reused for another grant", async () => {
  const [member, other] = [await createMember({}, { hasGrant: false }), await createMember()];
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => grant(member.id, { requestId, months: 1, reason: "Outage" })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [row, ...more] = await grantsOf(member.id);
  expect(more).toEqual([]);
  const lastDay = dateIn(member.timezone, Number(row?.until) - 1);
  const details = JSON.stringify({ grantId: row?.id, plan: "annual", lastDay, reason: "Outage" });
  expect(await actionsOf(member.id)).toEqual([{ action: "grant.create", details }]);
  expect((await grant(other.id, { requestId, months: 1 })).status).toBe(409);
  expect((await grant(member.id, { requestId, plan: "monthly", months: 1 })).status).toBe(409);
});

test("a past day, both lengths, no length, no reason, or an unknown member is refused with a message", async () => {
  const member = await createMember();
  const cases: [Grant, number, string][] = [
    [{ untilDate: "2026-07-03" }, 400, "That day has passed. Choose today or a later day."],
    [{ untilDate: "2027-07-03", months: 1 }, 400, "Choose either months or a last day"],
    [{}, 400, "Choose either months or a last day"],
    [{ months: 1, reason: " " }, 400, "Enter a reason"],
    [{ months: 4 }, 400, "Choose 1, 2, 3, 6, or 12 months"],
  ];
  for (const [input, status, error] of cases) {
    const response = await grant(member.id, input);
    expect([response.status, await response.json()]).toMatchObject([status, { error }]);
  }
  expect((await grant("nobody", { months: 1 })).status).toBe(404);
  expect(await actionsOf(member.id)).toEqual([]);
});

test("ending a grant ends only that one, once, and records the reason", async () => {
  const until = NOW + 5 * DAY_MS;
  const member = await createMember({ accessEndsAt: until, subscriptionEndsAt: until });
  await grant(member.id, { untilDate: "2026-12-24" });
  const [, granted] = (await grantsOf(member.id)).toSorted((a, b) => Number(a.starts_at) - Number(b.starts_at));
  for (let click = 0; click < 2; click += 1) expect((await end(member.id, granted?.id)).status).toBe(200);
  expect(await read(member.id)).toMatchObject({
    accessEndsAt: until,
    subscriptionType: "monthly",
    highestPlan: "monthly",
  });
  const ended = (await grantsOf(member.id)).find(({ id }) => id === granted?.id);
  expect(ended).toMatchObject({ ended_at: NOW, end_reason: "cancelled" });
  const actions = (await actionsOf(member.id)).filter(({ action }) => action === "grant.end");
  expect(actions).toEqual([
    { action: "grant.end", details: JSON.stringify({ grantId: granted?.id, reason: "Asked for it" }) },
  ]);
});

test("a paid subscription's grant, another member's grant, and an unknown grant can't be ended", async () => {
  const [payer, other] = [await createMember(), await createMember({ subscriptionType: "gift" })];
  const [paid] = await grantsOf(payer.id);
  expect((await end(payer.id, paid?.id)).status).toBe(409);
  const [gift] = await grantsOf(other.id);
  for (const grantId of [gift?.id, "none"]) expect((await end(payer.id, grantId)).status).toBe(404);
  expect((await grantsOf(other.id))[0]?.ended_at).toBeNull();
  expect(await read(payer.id)).toEqual(payer);
});

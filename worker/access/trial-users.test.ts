import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { trialUserList } from "#domain/contract/access.ts";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { tickAt } from "#test/worker/jobs.ts";
import { linkedPages } from "#test/worker/linked-pages.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { NewMember } from "../account/member/member.ts";
import { selectMember, selectMemberByEmail } from "../account/member/members.queries.ts";
import { insertGrant } from "./access-grants.queries.ts";

const trial = { subscriptionType: "trial", subscriptionStatus: "trial" } as const;

function createTrialUser(overrides: Partial<NewMember> = {}) {
  return createMember({ ...trial, ...overrides });
}

function remove(id: string): Promise<Response> {
  return request(`/api/admin/trial-users/${id}`, { method: "DELETE", admin: true });
}

async function list() {
  return trialUserList.parse(await (await request("/api/admin/trial-users", { admin: true })).json());
}

test("the list has everyone on a trial, including ended ones, latest end first, and no one else", async () => {
  const end = (at: string) => ({ subscriptionEndsAt: Date.parse(at), accessEndsAt: Date.parse(at) });
  const later = await createTrialUser({ ...end("2931-02-01T00:00:00Z"), lastName: "Lopez" });
  const ended = await createTrialUser({ ...end("2025-09-01T00:00:00Z"), subscriptionStatus: "expired" });
  const sooner = await createTrialUser(end("2931-01-01T00:00:00Z"));
  const others = [await createMember(), await createTrialUser({ deletedAt: Date.now() })];
  const users = await list();
  const mine = [later, ended, sooner, ...others].map((member) => member.id);
  expect(users.filter(({ id }) => mine.includes(id)).map(({ id }) => id)).toEqual([later.id, sooner.id, ended.id]);
  expect(users).toContainEqual({
    id: later.id,
    firstName: "Ana",
    lastName: "Lopez",
    email: later.email,
    trialEndDate: "2931-02-01T00:00:00.000Z",
    lastDay: "2931-01-31",
    isSetUp: false,
    isSuppressed: false,
  });
});

test("search finds parts of names and addresses in the whole list; running trials can sort soonest first", async () => {
  const now = Date.now();
  const mark = crypto.randomUUID().slice(0, 8);
  const of = (days: number, more: Partial<NewMember> = {}) =>
    createTrialUser({ subscriptionEndsAt: now + days * DAY_MS, lastName: `Mc${mark}Lo`, ...more });
  const [late, over, older] = [await of(30, { firstName: "Élodie" }), await of(-1), await of(-2)];
  const soon = await of(2, { lastName: "Else", email: `of.${mark}@x.test`, emailKey: `of.${mark}@x.test` });
  await of(5, { lastName: "Another" });
  const found = async (query: string) => {
    const response = await request(`/api/admin/trial-users?${query}`, { admin: true });
    return trialUserList.parse(await response.json()).map(({ id }) => id);
  };
  const search = `q=${mark.toUpperCase()}`;
  expect(await found(search)).toEqual([late.id, soon.id, over.id, older.id]);
  // SQLite lowers only ASCII letters, so neither does the search.
  expect(await found(`q=${encodeURIComponent(`Élodie mc${mark}`)}`)).toEqual([late.id]);
  expect(await found(`${search}&sort=soonest`)).toEqual([soon.id, late.id]);
  expect(await found(`${search}&sort=soonest&limit=1`)).toEqual([soon.id]);
  expect(await found(`${search}&sort=soonest&limit=1&after=${soon.id}`)).toEqual([late.id]);
  expect(await found(`${search}&limit=2&after=${soon.id}`)).toEqual([over.id, older.id]);
  expect((await request("/api/admin/trial-users?sort=never", { admin: true })).status).toBe(400);
});

test("without a limit, the list returns 1,000 entries and a Link to the rest of the matches", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  await rowsOf(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
    insert into members (id, email, email_key, last_name, subscription_type, subscription_status, subscription_ends_at,
      wake_up_since, created_at, updated_at)
    select ?1 || i, ?1 || i, ?1 || i, ?1, 'trial', 'trial', 1 + i / 2, 0, 0, 0 from n`,
    mark,
  );
  const pages = await linkedPages(`/api/admin/trial-users?q=${mark}`);
  expect(pages.map(({ length }) => length)).toEqual([1000, 500]);
  const ids = trialUserList.parse(pages.flat()).map(({ id }) => id);
  const ordered = await rowsOf(
    "select id from members where last_name = ? order by subscription_ends_at desc, id desc",
    mark,
  );
  expect(ids).toEqual(ordered.map(({ id }) => id));
  await rowsOf("delete from members where last_name = ?", mark);
});

test("people who never had access, such as imported ones, aren't trial users and can't be deleted as such", async () => {
  const ends = { accessEndsAt: null, subscriptionEndsAt: null };
  const members = [
    await createTrialUser({ ...ends, subscriptionStatus: "expired" }),
    await createTrialUser({ ...ends, subscriptionStatus: "expired", isUnaccepted: true }),
  ];
  const listed = (await list()).map(({ id }) => id);
  for (const { id } of members) {
    expect(listed).not.toContain(id);
    expect((await remove(id)).status).toBe(409);
  }
});

test("deleting a trial user removes them from the list, logs them out, and is audited", async () => {
  const member = await createTrialUser();
  const token = await tokenFor(member);
  const response = await remove(member.id);
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  expect((await list()).map(({ id }) => id)).not.toContain(member.id);
  expect((await request("/api/auth/verify", { token })).status).toBe(401);
  const { results } = await env.DB.prepare("select actor, action from audit where subject = ?").bind(member.id).all();
  expect(results).toEqual([{ actor: "admin", action: "trial.delete" }]);
});

test("a deleted trial user's address can get a new trial on a new account", async () => {
  const member = await createTrialUser();
  await remove(member.id);
  const json = { name: "Ana", email: member.email };
  expect((await request("/api/admin/create-trial", { json, admin: true })).status).toBe(200);
  const again = await selectMemberByEmail(db, member.email).get();
  expect(again).toBeDefined();
  expect(again?.id).not.toBe(member.id);
});

test("a member who isn't on a trial isn't deleted, and nothing is audited", async () => {
  const payer = await createMember({ subscriptionType: "annual" });
  const response = await remove(payer.id);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: "This member isn't on a trial, so they weren't deleted." });
  expect(await selectMember(db, payer.id).get()).toEqual(payer);
  expect(await env.DB.prepare("select 1 from audit where subject = ?").bind(payer.id).first()).toBeNull();
});

test("a trial user who also pays isn't deleted, however long the trial runs", async () => {
  const member = await createTrialUser({ accessEndsAt: Date.now() + 9e9 });
  for (const startsAt of [0, Date.now() + 1e9]) {
    const id = crypto.randomUUID();
    const paid = { source: "subscription", sourceId: id, plan: "monthly", createdAt: 0 } as const;
    await insertGrant(db, { id, memberId: member.id, ...paid, startsAt, until: Date.now() + 2e9 });
    expect((await remove(member.id)).status).toBe(409);
    await env.DB.prepare("delete from access_grants where id = ?").bind(id).run();
  }
  expect((await remove(member.id)).status).toBe(200);
});

test("deleting a trial user ends running grants, records the reason, and leaves past grants alone", async () => {
  const member = await createTrialUser({ accessEndsAt: Date.now() + 9e9 });
  const passed = {
    id: crypto.randomUUID(),
    memberId: member.id,
    sourceId: member.id,
    startsAt: 0,
    until: 5,
    createdAt: 0,
  };
  await insertGrant(db, { ...passed, source: "trial", plan: "monthly" });
  const now = Date.now() + 1000;
  await request(`/api/admin/trial-users/${member.id}`, { method: "DELETE", admin: true, now });
  const grants = await rowsOf(
    "select ended_at, end_reason from access_grants where member_id = ? order by until",
    member.id,
  );
  expect(grants).toEqual([
    { ended_at: null, end_reason: null },
    { ended_at: now, end_reason: "account_deleted" },
  ]);
  const [row] = await rowsOf("select access_ends_at, access_changes_at from members where id = ?", member.id);
  expect(row).toEqual({ access_ends_at: now, access_changes_at: null });
});

test("deleting a deleted or unknown trial user returns 404", async () => {
  const member = await createTrialUser({ email: uniqueEmail() });
  await remove(member.id);
  for (const id of [member.id, "nobody"]) {
    const response = await remove(id);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "Trial user not found" });
  }
});

test("a deleted trial user gets no pending email, and their link stops working", async () => {
  const email = uniqueEmail();
  await armFault({ kind: "server_error", to: email, times: 1 });
  await requestWith({}, "/api/admin/create-trial", { admin: true, json: { name: "Gone Soon", email } });
  const member = await selectMemberByEmail(db, email).get();
  if (!member) throw new Error("The trial was not created.");
  const waiting = async () => rowsOf("select state from transactional_mails where to_address = ?", email);
  expect(await waiting()).toEqual([{ state: "pending" }]);
  await request(`/api/admin/trial-users/${member.id}`, { method: "DELETE", admin: true });
  expect(await waiting()).toEqual([{ state: "closed" }]);
  expect(await rowsOf("select used_at from auth_tokens where member_id = ? and used_at is null", member.id)).toEqual(
    [],
  );
  await tickAt(Date.now() + 3_600_000);
  expect(await outboxOf(email)).toEqual([]);
});

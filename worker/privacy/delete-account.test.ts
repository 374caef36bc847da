import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { DELETE_WORD } from "#domain/rules/credentials.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, sessionsOf, setMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import type { Member, NewMember } from "../account/member/member.ts";
import { hashPassword } from "../account/password/password.ts";
import { readConfig } from "../kernel/env.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { deleteAccount } from "./delete-account.ts";
import { purgeMembers } from "./retention/purge-members.ts";

const PASSWORD = "open sesame";

async function newMember(own: Partial<NewMember> = {}) {
  const member = await createMember({ passwordHash: await hashPassword(readConfig(env), PASSWORD), ...own });
  return { member, token: await tokenFor(member) };
}

function remove(token: string, json: object = { password: PASSWORD }): Promise<Response> {
  return request("/api/user/privacy/delete", { token, json, address: uniqueAddress() });
}

const keep = (token: string) => request("/api/auth/keep-account", { json: { token }, address: uniqueAddress() });

async function rowOf({ id }: Pick<Member, "id">) {
  const [row] = await rowsOf("select * from members where id = ?", id);
  return row;
}

async function wayBackOf({ email }: Member): Promise<string> {
  await sendDueMails(contextAt(Date.now() + 5 * 60_000));
  const mail = (await outboxOf(email)).find(({ subject }) => subject.includes("account is closed"));
  const [, token] = /\/login\?keep=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  if (token === undefined) throw new Error("No mail with the way back has come.");
  return token;
}

test("a deletion requires the password, or the exact word from a new buyer without one", async () => {
  const { member, token } = await newMember();
  for (const json of [{}, { word: "DELETE" }, { password: "wrong one" }, { word: "delete" }])
    expect((await remove(token, json)).status).toBe(400);
  expect(await rowOf(member)).toMatchObject({ deleted_at: null, purge_at: null });
  const without = await newMember({ passwordHash: null, mailboxProvedAt: null });
  for (const json of [{ word: "delete" }, { password: PASSWORD }])
    expect((await remove(without.token, json)).status).toBe(400);
  expect((await remove(without.token, { word: "DELETE" })).status).toBe(200);
});

test("wrong passwords count toward the attempt limit, as they do at login", async () => {
  const { token } = await newMember();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await remove(token, { password: `wrong ${attempt}` })).status);
  expect(new Set(statuses.slice(0, 10))).toEqual(new Set([400]));
  expect((await remove(token)).status).toBe(429);
});

test("deletion ends sessions, access, links, and emails right away, and emails a restore link", async () => {
  const { member, token } = await newMember();
  await tokenFor(member);
  await rowsOf(
    "insert into transactional_mails (id, member_id, kind, to_address, parameters, next_attempt_at, created_at) values (?, ?, 'test-mail', ?, '{}', 0, 0)",
    crypto.randomUUID(),
    member.id,
    member.email,
  );
  const response = await remove(token);
  expect(response.status).toBe(200);
  const { purgeAt } = await response.json<{ purgeAt: string }>();
  expect(Date.parse(purgeAt)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  expect(await rowOf(member)).toMatchObject({ purge_at: Date.parse(purgeAt), deleted_at: expect.any(Number) });
  expect(await sessionsOf(member)).toEqual([]);
  expect((await request("/api/user/profile", { token })).status).toBe(401);
  const login = { json: { email: member.email, password: PASSWORD }, address: uniqueAddress() };
  expect((await request("/api/auth/login", login)).status).not.toBe(200);
  await wayBackOf(member);
  expect(await outboxOf(member.email)).toHaveLength(1);
  const states = await rowsOf(
    "select kind, state from transactional_mails where member_id = ? order by kind",
    member.id,
  );
  expect(states).toEqual([
    { kind: "account-closed", state: "sent" },
    { kind: "test-mail", state: "closed" },
  ]);
});

test("the restore link brings everything back, once, until the day of the purge", async () => {
  const { member, token } = await newMember();
  const before = await rowOf(member);
  await remove(token);
  const back = await wayBackOf(member);
  expect((await keep("nonsense")).status).toBe(400);
  for (let times = 0; times < 2; times += 1) {
    const response = await keep(back);
    expect([response.status, await response.json()]).toEqual([200, { email: member.email }]);
  }
  const { access_ends_at, highest_plan, subscription_status, access_changes_at } = before ?? {};
  expect(await rowOf(member)).toMatchObject({
    access_ends_at,
    highest_plan,
    subscription_status,
    access_changes_at,
    deleted_at: null,
    purge_at: null,
    purged_at: null,
  });
  const login = { json: { email: member.email, password: PASSWORD }, address: uniqueAddress() };
  expect((await request("/api/auth/login", login)).status).toBe(200);
  const actions = await rowsOf("select action from audit where subject = ? order by id", member.id);
  expect(actions.map(({ action }) => action)).toEqual(["member.delete", "member.keep"]);

  const again = await tokenFor(member);
  await remove(again);
  expect((await keep(back)).status).toBe(410);
  const purgeAt = Number((await rowOf(member))?.purge_at);
  await purgeMembers(contextAt(purgeAt - 60_000));
  expect(await rowOf(member)).toMatchObject({ email: member.email });
  await purgeMembers(contextAt(purgeAt + 60_000));
  expect(await rowOf(member)).toMatchObject({ email: "", purged_at: expect.any(Number) });
});

test("two simultaneous deletions leave one restore link, which works", async () => {
  const { member } = await newMember({ passwordHash: null, mailboxProvedAt: null });
  const input = {
    caller: { memberId: member.id, member: Promise.resolve(member) },
    session: { id: "s-1", memberId: member.id, issuedAt: 0, endsAt: 0, signingKey: 1 },
    confirmation: { word: DELETE_WORD },
    network: uniqueAddress(),
  } as const;
  await Promise.all([1, 2].map((later) => deleteAccount(contextAt(Date.now() + later), input)));
  const links = "select purpose from auth_tokens where member_id = ? and used_at is null";
  expect(await rowsOf(links, member.id)).toEqual([{ purpose: "keep-account" }]);
  const response = await keep(await wayBackOf(member));
  expect([response.status, await response.json()]).toEqual([200, { email: member.email }]);
  expect(await rowOf(member)).toMatchObject({ deleted_at: null, purge_at: null });
});

test("a closing that was asked for before the mailbox was proved isn't written after it", async () => {
  const { member } = await newMember({ passwordHash: null, mailboxProvedAt: null });
  const ctx = contextOvertaken(Date.now(), () => setMember(member.id, { mailboxProvedAt: Date.now() }));
  const input = {
    caller: { memberId: member.id, member: Promise.resolve(member) },
    session: { id: "s-1", memberId: member.id, issuedAt: 0, endsAt: 0, signingKey: 1 },
    confirmation: { word: DELETE_WORD },
    network: uniqueAddress(),
  } as const;
  await expect(deleteAccount(ctx, input)).rejects.toThrow("This account's email was just confirmed.");
  expect(await rowOf(member)).toMatchObject({ deleted_at: null, purge_at: null });
  for (const table of ["transactional_mails", "auth_tokens"])
    expect(await rowsOf(`select 1 from ${table} where member_id = ?`, member.id)).toEqual([]);
});

test("an account can't be restored if another account now has its email address", async () => {
  const email = uniqueEmail();
  const { member, token } = await newMember({ email });
  await remove(token);
  const back = await wayBackOf(member);
  await createMember({ email });
  expect((await keep(back)).status).toBe(409);
  expect(await rowOf(member)).toMatchObject({ deleted_at: expect.any(Number) });
});

test("deletion cancels at PayPal first; if PayPal is down, nothing is deleted but the cancellation is kept", async () => {
  const { subscriptionId, memberId } = await buy();
  const [row] = await rowsOf("select * from members where id = ?", memberId);
  const member = { id: memberId, email: String(row?.email) } as Member;
  const token = await tokenFor(member);
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.cancel", about: subscriptionId });
  const refused = await remove(token, { word: "DELETE" });
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: expect.stringContaining("the account wasn't deleted") },
  ]);
  expect(await rowOf(member)).toMatchObject({ deleted_at: null });
  expect((await remove(token, { word: "DELETE" })).status).toBe(200);
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  expect(await rowOf(member)).toMatchObject({ deleted_at: expect.any(Number) });
  expect((await keep(await wayBackOf(member))).status).toBe(200);
  const [back] = await rowsOf("select access_ends_at > ? as n from members where id = ?", Date.now(), memberId);
  expect(back).toEqual({ n: 1 });
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
});

test("logging in with the right password offers and performs a restore, and a wrong one reveals nothing", async () => {
  const { member, token } = await newMember();
  await remove(token);
  const call = async (path: string, password: string) => {
    const json = { email: member.email, password };
    const response = await request(path, { json, address: uniqueAddress() });
    return [response.status, await response.json<{ code?: string; token?: string; error?: string }>()] as const;
  };
  expect(await call("/api/auth/login", PASSWORD)).toMatchObject([403, { code: "account_closed" }]);
  for (const path of ["/api/auth/login", "/api/auth/keep-account/login"])
    expect(await call(path, "wrong one")).toMatchObject([401, { error: "Invalid email or password" }]);
  expect(await rowOf(member)).toMatchObject({ deleted_at: expect.any(Number) });
  const [status, answer] = await call("/api/auth/keep-account/login", PASSWORD);
  expect(status).toBe(200);
  expect((await request("/api/user/profile", { token: answer.token ?? "" })).status).toBe(200);
  expect(await rowOf(member)).toMatchObject({ deleted_at: null, purge_at: null });
});

test("a member deleted by the administrator isn't offered a restore", async () => {
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial" } as const;
  const { member } = await newMember(trial);
  await request(`/api/admin/trial-users/${member.id}`, { method: "DELETE", admin: true });
  expect(await rowOf(member)).toMatchObject({ deleted_at: expect.any(Number) });
  const login = { json: { email: member.email, password: PASSWORD }, address: uniqueAddress() };
  expect((await request("/api/auth/login", login)).status).toBe(401);
});

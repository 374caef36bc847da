import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import { insertLink } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { updateMember } from "../member/members.queries.ts";
import { newSession } from "../sessions/sessions.ts";
import { newLink } from "../single-use-link.ts";
import { changePassword } from "./change-password.ts";
import { hashPassword } from "./password.ts";

const PATH = "/api/user/change-password";
const OLD = "open sesame";
const NEW = "a better one";
const WRONG = "That's not your current password.";
/** No one has proved the mailbox yet. */
const NEW_BUYER = { passwordHash: null, mailboxProvedAt: null };
const SUBJECT = /password was changed$/;

async function memberWithPassword(): Promise<Member> {
  return createMember({ passwordHash: await hashPassword(readConfig(env), OLD) });
}

const logIn = (member: Member, password: string) =>
  request("/api/auth/login", { json: { email: member.email, password }, address: uniqueAddress() });

const auditsOf = (member: Member) =>
  rowsOf("select actor, details from audit where action = 'password.change' and subject = ?", member.id);

test("the current password sets a new one, logs out other browsers, and keeps this one logged in", async () => {
  const member = await memberWithPassword();
  const [here, elsewhere] = [await tokenFor(member), await tokenFor(member)];
  const json = { currentPassword: OLD, newPassword: NEW };
  const response = await requestWith({}, PATH, { json, token: here, address: uniqueAddress() });
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  for (const [presented, status] of [
    [token, 200],
    [here, 200],
    [elsewhere, 401],
  ] as const) {
    expect((await request("/api/auth/verify", { token: presented })).status).toBe(status);
  }
  expect(await sessionsOf(member)).toHaveLength(1);
  expect([(await logIn(member, OLD)).status, (await logIn(member, NEW)).status]).toEqual([401, 200]);
  expect(await auditsOf(member)).toEqual([{ actor: `member:${member.id}`, details: null }]);
  const mails = await outboxOf(member.email);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(SUBJECT)]);
  expect(mails[0]?.text).toContain("by someone who had the old password");
  expect(mails[0]?.text).toContain("/reset-password");
  expect(mails[0]?.text).not.toContain("{{");
});

test("a wrong password changes nothing, shows an error at its field, and keeps the session", async () => {
  const member = await memberWithPassword();
  const [here, elsewhere] = [await tokenFor(member), await tokenFor(member)];
  const json = { currentPassword: "guess", newPassword: NEW };
  const response = await requestWith({}, PATH, { json, token: here, address: uniqueAddress() });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "validation",
    error: WRONG,
    fields: { currentPassword: WRONG },
  });
  for (const token of [here, elsewhere]) expect((await request("/api/auth/verify", { token })).status).toBe(200);
  expect((await logIn(member, OLD)).status).toBe(200);
  expect(await auditsOf(member)).toEqual([]);
  expect(await outboxOf(member.email)).toEqual([]);
});

test("wrong passwords count along with failed logins, and the right one resets the count", async () => {
  const member = await memberWithPassword();
  const token = await tokenFor(member);
  const change = (currentPassword: string) =>
    request(PATH, { json: { currentPassword, newPassword: NEW }, token, address: uniqueAddress() });
  for (let attempt = 0; attempt < 9; attempt += 1) expect((await change("guess")).status).toBe(400);
  expect((await logIn(member, "guess")).status).toBe(401);
  expect((await change(OLD)).status).toBe(429);
  expect((await logIn(member, OLD)).status).toBe(429);

  const other = await memberWithPassword();
  for (let attempt = 0; attempt < 9; attempt += 1) await logIn(other, "guess");
  const right = { json: { currentPassword: OLD, newPassword: NEW }, token: await tokenFor(other) };
  expect((await request(PATH, { ...right, address: uniqueAddress() })).status).toBe(200);
  for (let attempt = 0; attempt < 9; attempt += 1) expect((await logIn(other, "guess")).status).toBe(401);
});

test.for([
  [{ currentPassword: "", newPassword: NEW }, { currentPassword: "Password is required" }],
  [{ currentPassword: OLD, newPassword: "12345" }, { newPassword: "Password must be at least 6 characters" }],
  [{ newPassword: NEW }, { currentPassword: "Password is required" }],
] as const)("an incomplete form gets an error per field, case %#", async ([json, fields]) => {
  const member = await memberWithPassword();
  const response = await request(PATH, { json, token: await tokenFor(member), address: uniqueAddress() });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields });
  expect((await logIn(member, OLD)).status).toBe(200);
});

test("an account can change its password only five times a day, since each change sends an email", async () => {
  const member = await memberWithPassword();
  let token = await tokenFor(member);
  const statuses: number[] = [];
  for (let change = 0; change < 6; change += 1) {
    const json = { currentPassword: OLD, newPassword: OLD };
    const response = await requestWith({}, PATH, { json, token, address: uniqueAddress() });
    statuses.push(response.status);
    if (response.ok) token = (await response.json<{ token: string }>()).token;
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await outboxOf(member.email)).toHaveLength(5);
  // Guesses have the same limits as logins, and the session stays valid.
  const guess = { currentPassword: "guess", newPassword: NEW };
  expect((await request(PATH, { json: guess, token, address: uniqueAddress() })).status).toBe(400);
});

test("links emailed earlier stop working when the password changes", async () => {
  const member = await memberWithPassword();
  const config = readConfig(env);
  const link = newLink(config, member, "reset", Date.now());
  await insertLink(db, link);
  const json = { currentPassword: OLD, newPassword: NEW };
  await requestWith({}, PATH, { json, token: await tokenFor(member), address: uniqueAddress() });
  const token = tokenOf(config, link.id);
  const spent = await request("/api/auth/setup-password", {
    json: { token, email: member.email, password: "third one" },
  });
  expect(spent.status).toBe(410);
});

test("an account without a password can't change it, and a call without a session is refused", async () => {
  const member = await createMember({ passwordHash: null });
  const json = { currentPassword: OLD, newPassword: NEW };
  const response = await request(PATH, { json, token: await tokenFor(member), address: uniqueAddress() });
  expect(response.status).toBe(409);
  expect((await request(PATH, { json, address: uniqueAddress() })).status).toBe(401);
});

test("a new buyer can set the first password with the session alone, once", async () => {
  const member = await createMember(NEW_BUYER);
  const [here, elsewhere] = [await tokenFor(member), await tokenFor(member)];
  const set = (newPassword: string) => request(PATH, { json: { newPassword }, token: here, address: uniqueAddress() });
  expect((await set(NEW)).status).toBe(200);
  expect((await logIn(member, NEW)).status).toBe(200);
  expect((await request("/api/auth/verify", { token: elsewhere })).status).toBe(401);
  const again = await set("another one");
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ fields: { currentPassword: "Password is required" } });
  expect((await logIn(member, NEW)).status).toBe(200);
  expect(await auditsOf(member)).toHaveLength(1);
  const [mail, ...more] = await outboxOf(member.email);
  expect([mail?.subject, more]).toEqual(["A password was set for your Daybolt account", []]);
  expect(mail?.text).toContain("A password was set for your account on");
  expect(mail?.text).not.toContain("had the old password");
});

test("the first password ends a lockout by someone else's failed logins", async () => {
  const member = await createMember(NEW_BUYER);
  const token = await tokenFor(member);
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await logIn(member, "guess")).status).toBe(401);
  expect((await logIn(member, "guess")).status).toBe(429);
  expect((await request(PATH, { json: { newPassword: NEW }, token, address: uniqueAddress() })).status).toBe(200);
  expect((await logIn(member, NEW)).status).toBe(200);
});

test("a session that ends during the request can't set a first password", async () => {
  const member = await createMember(NEW_BUYER);
  const { id } = newSession(readConfig(env), member.id, { userAgent: null, now: Date.now() });
  const attempt = changePassword(contextAt(Date.now()), {
    caller: { memberId: member.id, member: Promise.resolve(member) },
    session: { id, memberId: member.id, issuedAt: 0, endsAt: Number.MAX_SAFE_INTEGER, signingKey: 1 },
    network: uniqueAddress(),
    newPassword: NEW,
  });
  await expect(attempt).rejects.toMatchObject({ code: "conflict" });
  expect(await auditsOf(member)).toEqual([]);
  expect((await logIn(member, NEW)).status).toBe(401);
});

test("a password change that loses a race with another writes no email or audit and ends no session", async () => {
  const member = await memberWithPassword();
  await Promise.all([tokenFor(member), tokenFor(member)]);
  await updateMember(db, member.id, { passwordHash: await hashPassword(readConfig(env), "set elsewhere") });
  const [own] = await sessionsOf(member);
  const attempt = changePassword(contextAt(Date.now()), {
    // The member as read before the other change.
    caller: { memberId: member.id, member: Promise.resolve(member) },
    session: { id: String(own?.id), memberId: member.id, issuedAt: 0, endsAt: Number.MAX_SAFE_INTEGER, signingKey: 1 },
    network: uniqueAddress(),
    currentPassword: OLD,
    newPassword: NEW,
  });
  await expect(attempt).rejects.toMatchObject({ code: "conflict" });
  expect(await auditsOf(member)).toEqual([]);
  expect(await rowsOf("select id from transactional_mails where member_id = ?", member.id)).toEqual([]);
  expect(await sessionsOf(member)).toHaveLength(2);
  expect((await logIn(member, "set elsewhere")).status).toBe(200);
});

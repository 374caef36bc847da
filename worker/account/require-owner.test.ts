import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../kernel/env.ts";
import type { Member, NewMember } from "./member/member.ts";
import { hashPassword } from "./password/password.ts";

const ASK = "/api/user/email-code";
const CHANGE = "/api/user/change-password";
const DELETE = "/api/user/privacy/delete";
const WRONG = "This code doesn't work. Check it, or request a new one.";
const NEW = "a better one";

// A test's clock may be ahead, and emails leave one after the other.
beforeEach(() => db.run("delete from dispatcher"));

async function newMember(own: Partial<NewMember> = {}) {
  const member = await createMember({ passwordHash: await hashPassword(readConfig(env), "open sesame"), ...own });
  return { member, token: await tokenFor(member) };
}

const ask = (token: string, now = Date.now()) => request(ASK, { method: "POST", token, address: uniqueAddress(), now });

async function codeTo({ email }: Pick<Member, "email">): Promise<string> {
  const [mail] = await outboxOf(email);
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

const change = (token: string, code: string, now = Date.now()) =>
  request(CHANGE, { token, json: { code, newPassword: NEW }, address: uniqueAddress(), now });

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("an emailed code confirms one password change within ten minutes", async () => {
  const { member, token } = await newMember();
  const now = Date.now();
  expect((await ask(token, now)).status).toBe(200);
  const code = await codeTo(member);
  expect((await change(token, code, now + 10 * MINUTE_MS)).status).toBe(400);
  expect((await change(token, code, now + 10 * MINUTE_MS - 1)).status).toBe(200);
  const login = { json: { email: member.email, password: NEW }, address: uniqueAddress() };
  expect((await request("/api/auth/login", login)).status).toBe(200);
  const again = await change(token, code);
  expect([again.status, await again.json()]).toMatchObject([400, { error: WRONG, fields: { code: WRONG } }]);
  const [notice] = await outboxOf(member.email);
  expect(notice?.subject).toMatch(/password was changed$/);
});

test("an emailed code can replace the password when closing an account", async () => {
  const { member, token } = await newMember();
  await ask(token);
  const code = await codeTo(member);
  const remove = (json: object) => request(DELETE, { token, json, address: uniqueAddress() });
  expect((await remove({ code: wrongCode(code) })).status).toBe(400);
  expect((await remove({ code })).status).toBe(200);
  expect(await rowsOf("select 1 from members where id = ? and deleted_at is null", member.id)).toEqual([]);
});

test("a code works only in the session that requested it, with five tries", async () => {
  const { member, token } = await newMember();
  const elsewhere = await tokenFor(member);
  await ask(token);
  const code = await codeTo(member);
  expect((await change(elsewhere, code)).status).toBe(400);
  const statuses = await Promise.all(
    Array.from({ length: 9 }, async () => (await change(token, wrongCode(code))).status),
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect((await change(token, code)).status).toBe(429);
  // A new code has its own five, and the old one is none.
  await ask(token);
  expect((await change(token, code)).status).toBe(400);
  expect((await change(token, await codeTo(member))).status).toBe(200);
});

test("a login code can't confirm a change, and a confirmation code can't log anyone in", async () => {
  const { member, token } = await newMember();
  const asked = await request("/api/auth/sign-in", { json: { email: member.email }, address: uniqueAddress() });
  const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
  const toLogIn = await codeTo(member);
  expect((await change(token, toLogIn)).status).toBe(400);
  await ask(token);
  const json = { code: await codeTo(member) };
  const login = await request("/api/auth/sign-in/code", { json, headers: { cookie }, address: uniqueAddress() });
  expect(login.status).toBe(400);
});

test("an account gets five codes a day, and none is sent to a suppressed address or without a session", async () => {
  const { member, token } = await newMember();
  const statuses: number[] = [];
  for (let times = 0; times < 6; times += 1) statuses.push((await ask(token)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await outboxOf(member.email)).toHaveLength(5);
  const suppressed = await newMember({ suppressedAt: 1, suppressionReason: "bounced" });
  expect((await ask(suppressed.token)).status).toBe(409);
  expect((await request(ASK, { method: "POST" })).status).toBe(401);
});

test("no row, export, or email opened by an administrator shows the code", async () => {
  const { member, token } = await newMember();
  await ask(token);
  const code = await codeTo(member);
  const [link] = await rowsOf("select * from auth_tokens where member_id = ?", member.id);
  const [mail] = await rowsOf("select * from transactional_mails where member_id = ?", member.id);
  expect(link).toMatchObject({ purpose: "confirmation" });
  for (const value of Object.values({ ...link, ...mail })) expect(value).not.toBe(code);
  const opened = await requestWith({}, `/api/admin/members/${member.id}/mails/${mail?.id}`, { admin: true });
  const { html } = await opened.json<{ html: string }>();
  expect(html).toContain("&#8226;&#8226;&#8226;&#8226;&#8226;&#8226;");
  expect(html).not.toContain(code);

  await request("/api/user/privacy/export", { method: "POST", token });
  const [exportMail] = await outboxOf(member.email);
  const [, data = ""] = /[?&]data=([\w~-]+)/.exec(exportMail?.text ?? "") ?? [];
  const download = await request("/api/user/privacy/download", { token, json: { token: data } });
  const { json, page } = await download.json<{ json: string; page: string }>();
  expect(json).toContain("confirmation");
  for (const text of [json, page]) {
    expect(text).not.toContain("bound_to");
    expect(text.match(/\b\d{6}\b/g) ?? []).not.toContain(code);
  }
});

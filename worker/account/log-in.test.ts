import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { errorBody } from "#domain/contract/errors.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { readConfig } from "../kernel/env.ts";
import { sha256 } from "../kernel/hashing.ts";
import { attemptKey } from "../kernel/limits/attempt-limit.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";
import { insertLink } from "./auth-tokens.queries.ts";
import type { Member } from "./member/member.ts";
import { updateMember } from "./member/members.queries.ts";
import { hashPassword } from "./password/password.ts";
import { newLink } from "./single-use-link.ts";

const PASSWORD = "open sesame";

type Login = { email: string; password?: string; address?: string; now?: number };

function logIn({ email, password = PASSWORD, address = uniqueAddress(), now }: Login): Promise<Response> {
  return request("/api/auth/login", { json: { email, password }, address, now });
}

async function createMemberWithPassword() {
  return createMember({ passwordHash: await hashPassword(readConfig(env), PASSWORD) });
}

async function fail(times: number, login: Login): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    const response = await logIn({ ...login, password: "wrong" });
    statuses.push(response.status);
  }
  return statuses;
}

test("the right password opens a session", async () => {
  const member = await createMemberWithPassword();
  const response = await logIn({ email: member.email });
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  const verified = await request("/api/auth/verify", { token });
  expect(await verified.json()).toMatchObject({ user: { id: member.id, email: member.email } });
});

test("capitalization and surrounding spaces in the address don't matter", async () => {
  const member = await createMemberWithPassword();
  expect((await logIn({ email: ` ${member.email.toUpperCase()} ` })).status).toBe(200);
});

test("a wrong password, an unknown address, and an account without a password get the same response", async () => {
  const member = await createMemberWithPassword();
  const invited = await createMember({ passwordHash: null });
  const deleted = await createMember({
    passwordHash: await hashPassword(readConfig(env), PASSWORD),
    deletedAt: Date.now(),
  });
  const answers = await Promise.all([
    logIn({ email: member.email, password: "open sesamE" }),
    logIn({ email: uniqueEmail() }),
    logIn({ email: invited.email }),
    logIn({ email: deleted.email }),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await answer.json()).toEqual({
      error: "Invalid email or password",
      code: "unauthorized",
      requestId: expect.any(String),
    });
  }
});

test("an incomplete form gets an error per field and doesn't count as an attempt", async () => {
  const response = await request("/api/auth/login", { json: { email: "ana" }, address: uniqueAddress() });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "validation",
    error: "Please enter a valid email",
    fields: { email: "Please enter a valid email", password: "Password is required" },
  });
});

test("ten wrong passwords lock an account, even for the right one, until the window ends", async () => {
  const now = Date.now();
  const [member, other] = await Promise.all([createMemberWithPassword(), createMemberWithPassword()]);
  expect(await fail(11, { email: member.email, now })).toEqual([...Array(10).fill(401), 429]);

  const refused = await logIn({ email: member.email, now: now + 14 * MINUTE_MS });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(errorBody.parse(await refused.json()).code).toBe("rate_limited");

  expect((await logIn({ email: other.email, now })).status).toBe(200);
  expect((await logIn({ email: member.email, now: now + 15 * MINUTE_MS })).status).toBe(200);
});

test("an account that doesn't exist locks the same way", async () => {
  const statuses = await fail(11, { email: uniqueEmail() });
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test("a member who's already logged in can keep using a locked account", async () => {
  const member = await createMemberWithPassword();
  await fail(10, { email: member.email });
  expect((await request("/api/auth/verify", { token: await tokenFor(member) })).status).toBe(200);
});

test("the right password resets an account's failed attempts", async () => {
  const member = await createMemberWithPassword();
  for (let round = 0; round < 2; round += 1) {
    await fail(9, { email: member.email });
    expect((await logIn({ email: member.email })).status).toBe(200);
  }
});

test("wrong passwords for many accounts block only the network address they come from", async () => {
  const member = await createMemberWithPassword();
  const address = uniqueAddress();
  const bindings = { LOGIN_MAX_FAILURES_PER_ADDRESS: "3" };
  const guess = (email: string, password: string, from: string) =>
    requestWith(bindings, "/api/auth/login", { json: { email, password }, address: from });

  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await guess(uniqueEmail(), "wrong", address)).status).toBe(401);
  }
  expect((await guess(member.email, PASSWORD, address)).status).toBe(429);
  expect((await guess(member.email, PASSWORD, uniqueAddress())).status).toBe(200);
});

test("parallel guesses get no more tries than sequential ones", async () => {
  const member = await createMemberWithPassword();
  const guesses = Array.from({ length: 25 }, () => logIn({ email: member.email, password: "wrong" }));
  const statuses = (await Promise.all(guesses)).map((response) => response.status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect((await logIn({ email: member.email })).status).toBe(429);
});

test("a login that loses a race with a password change creates no session", async () => {
  const member = await createMemberWithPassword();
  const DB = wrappedD1(async (run) => {
    const answer = await run();
    // After the lookup, so during the check of the old password.
    await updateMember(db, member.id, { passwordHash: "a newer one" });
    return answer;
  });
  const json = { email: member.email, password: PASSWORD };
  const response = await requestWith({ DB }, "/api/auth/login", { json, address: uniqueAddress() });
  expect(response.status).toBe(401);
  expect(await sessionsOf(member)).toEqual([]);
});

test("wrong passwords leave no trace of the address or network", async () => {
  const [email, address] = [uniqueEmail(), uniqueAddress()];
  await fail(1, { email, address });
  const { results } = await env.DB.prepare("select key from attempt_counters").all<{ key: string }>();
  const keys = results.map(({ key }) => key);
  const network = address.replace("::1", "::");
  for (const value of [email, address, network]) {
    expect(keys.filter((key) => key.includes(value) || key.includes(sha256(value).slice(0, 16)))).toEqual([]);
  }
  const config = readConfig(env);
  expect(keys).toContain(attemptKey(config, "login-account", email));
  const other = { ...config, lookUpSecret: "another secret that only another server knows" };
  expect(attemptKey(other, "login-account", email)).not.toBe(attemptKey(config, "login-account", email));
});

async function tokenOfLink(member: Member, purpose: LinkPurpose, now: number): Promise<string> {
  const link = newLink(readConfig(env), member, purpose, now);
  await insertLink(db, link);
  return tokenOf(readConfig(env), link.id);
}

function exchange(token: string, now = Date.now()): Promise<Response> {
  return request("/api/auth/exchange", { json: { token }, address: uniqueAddress(), now });
}

test("a hand-off token opens a session, once", async () => {
  const member = await createMember();
  const handOff = await tokenOfLink(member, "exchange", Date.now());
  const response = await exchange(handOff);
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  expect(await (await request("/api/auth/verify", { token })).json()).toMatchObject({ user: { id: member.id } });

  const again = await exchange(handOff);
  expect(again.status).toBe(410);
  expect(again.headers.get("set-cookie")).toBeNull();
  expect(await again.json()).toMatchObject({ error: "This login link has expired. Log in instead." });
});

test("only one of two browsers with the same hand-off token is logged in", async () => {
  const handOff = await tokenOfLink(await createMember(), "exchange", Date.now());
  const statuses = (await Promise.all([exchange(handOff), exchange(handOff)])).map((response) => response.status);
  expect(statuses.sort()).toEqual([200, 410]);
});

test("a hand-off token that loses a race with a password change creates no session", async () => {
  const member = await createMember();
  const token = await tokenOfLink(member, "exchange", Date.now());
  const DB = wrappedD1(async (run) => {
    const answer = await run();
    // After the lookup, like the batch that sets a password.
    const spend = "update auth_tokens set used_at = 1 where member_id = ?";
    await env.DB.batch([
      env.DB.prepare("delete from sessions where member_id = ?").bind(member.id),
      env.DB.prepare(spend).bind(member.id),
    ]);
    return answer;
  });
  const handOff = { json: { token }, address: uniqueAddress() };
  const statuses = [(await requestWith({ DB }, "/api/auth/exchange", handOff)).status];
  statuses.push((await exchange(token)).status);
  expect(statuses).toEqual([410, 410]);
});

test("a hand-off token expires after ten minutes", async () => {
  const now = Date.now();
  const handOff = await tokenOfLink(await createMember(), "exchange", now);
  expect((await exchange(handOff, now + 10 * MINUTE_MS)).status).toBe(410);
  expect((await exchange(handOff, now + 10 * MINUTE_MS - 1)).status).toBe(200);
});

test("setup links, reset links, and made-up text don't work as hand-off tokens", async () => {
  const member = await createMember();
  for (const purpose of ["setup", "reset"] as const) {
    expect((await exchange(await tokenOfLink(member, purpose, Date.now()))).status).toBe(410);
  }
  expect((await exchange("made-up")).status).toBe(410);
});

test("a closed account's hand-off token logs no one in", async () => {
  const closed = await createMember({ deletedAt: Date.now() });
  expect((await exchange(await tokenOfLink(closed, "exchange", Date.now()))).status).toBe(410);
});

function quickLogin(environment: string | undefined, json: unknown): Promise<Response> {
  return requestWith({ ENVIRONMENT: environment }, "/api/auth/quick-login", { json, address: uniqueAddress() });
}

test("in development, an email address is enough to log in", async () => {
  const member = await createMember();
  const response = await quickLogin("development", { email: member.email });
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  const verified = await requestWith({}, "/api/auth/verify", { token });
  expect(await verified.json()).toMatchObject({ user: { id: member.id } });
  expect((await quickLogin("development", { email: uniqueEmail() })).status).toBe(404);
});

test.for(["production", undefined])(
  "with ENVIRONMENT %s, quick login returns 404 for every request",
  async (environment) => {
    const member = await createMember();
    for (const json of [{ email: member.email }, { email: uniqueEmail() }, { email: "ana" }, {}]) {
      const response = await quickLogin(environment, json);
      expect(response.status, JSON.stringify(json)).toBe(404);
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
  },
);

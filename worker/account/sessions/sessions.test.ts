import { env } from "cloudflare:workers";
import jwt from "@tsndr/cloudflare-worker-jwt";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { createMember, db, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { cookieOf } from "#test/worker/media-pass.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { presentKey } from "../../kernel/links/signing-keys.ts";
import type { Member } from "../member/member.ts";
import { insertSession } from "./sessions.queries.ts";
import { isStale, newSession, purgeSessions, readToken, renewToken, signToken } from "./sessions.ts";

const config = readConfig(env);
const NOW = Date.parse("2026-07-04T12:00:00Z");
const row = { ...newSession(config, "member-1", { userAgent: null, now: NOW }), id: "session-1" };

function claims(overrides: Record<string, unknown> = {}) {
  const iat = Math.floor(NOW / 1000);
  return { sub: row.memberId, sid: row.id, iat, exp: iat + 180 * 86_400, ...overrides };
}

function base64Url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

test("a token resolves to its session, member, and issue time", async () => {
  const read = await readToken(config, await signToken(config, row, NOW), NOW);
  expect(read).toEqual({
    id: "session-1",
    memberId: "member-1",
    issuedAt: NOW,
    endsAt: NOW + 180 * DAY_MS,
    signingKey: 1,
  });
});

test("a token is valid for 180 days by the given clock, and not a second longer", async () => {
  const token = await signToken(config, row, NOW);
  const end = NOW + 180 * DAY_MS;
  expect(await readToken(config, token, end - 1000)).not.toBeNull();
  expect(await readToken(config, token, end)).toBeNull();
});

test("a renewed token keeps its session's end date", async () => {
  const session = await readToken(config, await signToken(config, row, NOW), NOW);
  const fresh = session && (await renewToken(config, session, NOW + 90 * DAY_MS));
  expect(await readToken(config, fresh ?? "", NOW)).toMatchObject({ id: "session-1", endsAt: NOW + 180 * DAY_MS });
});

test("token times are in seconds and the expiry is a number, as other readers expect", async () => {
  const { payload, header } = jwt.decode(await signToken(config, row, NOW));
  expect(header).toMatchObject({ alg: "HS256" });
  expect(payload).toEqual(claims());
});

test("a token signed with another secret is invalid", async () => {
  const forged = await jwt.sign(claims(), "another secret that is long enough to look real");
  expect(await readToken(config, forged, NOW)).toBeNull();
});

test("a token whose claims were changed after signing is invalid", async () => {
  const [header, , signature] = (await signToken(config, row, NOW)).split(".");
  expect(await readToken(config, `${header}.${base64Url(claims({ sub: "member-2" }))}.${signature}`, NOW)).toBeNull();
});

test("a token with no algorithm or a different one is invalid", async () => {
  const unsigned = `${base64Url({ typ: "JWT", alg: "none" })}.${base64Url(claims())}`;
  for (const token of [unsigned, `${unsigned}.`, `${unsigned}.AAAA`]) {
    expect(await readToken(config, token, NOW)).toBeNull();
  }
  const hs512 = await jwt.sign(claims(), presentKey(config).secret, "HS512");
  expect(await readToken(config, hs512, NOW)).toBeNull();
});

test.for(["exp", "iat", "sub", "sid"])("a correctly signed token without %s is invalid", async (name) => {
  const { [name]: _, ...rest } = claims() as Record<string, unknown>;
  // The library adds its own iat if there is none.
  const token = await jwt.sign(
    name === "iat" ? { ...rest, iat: "yesterday" as never } : rest,
    presentKey(config).secret,
  );
  expect(await readToken(config, token, NOW)).toBeNull();
});

test("a token whose expiry isn't a number is invalid", async () => {
  for (const exp of ["2999-01-01", null, `${NOW}`]) {
    const token = await jwt.sign(claims({ exp }), presentKey(config).secret);
    expect(await readToken(config, token, NOW)).toBeNull();
  }
});

test("text that isn't a token gives no session and no error", async () => {
  for (const text of ["", "x", "a.b", "a.b.c", "...", "eyJhbGciOiJIUzI1NiJ9.e30.", "🔑.🔑.🔑"]) {
    expect(await readToken(config, text, NOW), text).toBeNull();
  }
});

test("a token is stale if it's over a day old or not signed with the current key", () => {
  const session = { id: "s", memberId: "m", issuedAt: NOW, endsAt: NOW + 180 * DAY_MS, signingKey: 1 };
  expect(isStale(config, session, NOW + DAY_MS)).toBe(false);
  expect(isStale(config, session, NOW + DAY_MS + 1)).toBe(true);
  expect(isStale(config, { ...session, signingKey: 2 }, NOW)).toBe(true);
});

/** The status of a logged-in call at an instant in the past. */
async function statusAt(token: string, now: number): Promise<number> {
  return (await requestWith({}, "/api/user/profile", { token, now })).status;
}

test("a session lasts thirty days from its last use by any call", async () => {
  const token = await tokenFor(await createMember(), NOW);
  expect(await statusAt(token, NOW + 29 * DAY_MS)).toBe(200);
  expect(await statusAt(token, NOW + 58 * DAY_MS)).toBe(200);
  expect(await statusAt(token, NOW + 88 * DAY_MS)).toBe(401);
});

test("a session lasts 180 days at most, however often it's used", async () => {
  const start = NOW - 100 * DAY_MS;
  const token = await tokenFor(await createMember(), start);
  for (const day of [25, 50, 75, 100, 125, 150, 179]) expect(await statusAt(token, start + day * DAY_MS)).toBe(200);
  expect(await statusAt(token, start + 180 * DAY_MS)).toBe(401);
});

test("the last use is written at most once an hour, by one of several simultaneous calls", async () => {
  const member = await createMember();
  const token = await tokenFor(member, NOW);
  await statusAt(token, NOW + HOUR_MS - 1);
  expect(await sessionsOf(member)).toMatchObject([{ lastUsedAt: NOW }]);
  const instants = [1, 2, 3].map((minute) => NOW + HOUR_MS + minute * 60_000);
  await Promise.all(instants.map((now) => statusAt(token, now)));
  const [{ lastUsedAt } = { lastUsedAt: 0 }] = await sessionsOf(member);
  expect(instants).toContain(lastUsedAt);
  await statusAt(token, lastUsedAt + HOUR_MS - 1);
  expect(await sessionsOf(member)).toMatchObject([{ lastUsedAt }]);
});

test("a login stores its time and a truncated user agent", async () => {
  const member = await createMember();
  const headers = { "user-agent": `Browser ${"x".repeat(1000)}` };
  const before = Date.now();
  await request("/api/auth/quick-login", { json: { email: member.email }, headers, address: uniqueAddress() });
  const [session, ...others] = await sessionsOf(member);
  expect(others).toEqual([]);
  expect(session?.userAgent).toMatch(/^Browser x{248}$/);
  expect(session?.createdAt).toBeGreaterThanOrEqual(before);
  expect(session?.lastUsedAt).toBe(session?.createdAt);
});

test("logging out ends only this session and clears the media pass", async () => {
  const member = await createMember();
  const [here, elsewhere] = [await tokenFor(member), await tokenFor(member)];
  const answer = await request("/api/auth/logout", { method: "POST", token: here });
  expect([answer.status, cookieOf(answer)?.value]).toEqual([200, ""]);
  const refused = await request("/api/auth/verify", { token: here });
  expect([refused.status, await refused.json()]).toMatchObject([
    401,
    { error: "Your login has expired. Log in again." },
  ]);
  expect(await statusAt(elsewhere, Date.now())).toBe(200);
  // Again, and with an invalid token: there's nothing left to end, which isn't an error.
  for (const token of [here, "a.b.c"]) {
    expect((await request("/api/auth/logout", { method: "POST", token })).status).toBe(200);
  }
});

test("a token works only for its own member's session", async () => {
  const [member, other] = [await createMember(), await createMember()];
  await tokenFor(other);
  const [session] = await sessionsOf(other);
  const forged = session && (await signToken(config, { ...session, memberId: member.id }, Date.now()));
  expect(await statusAt(forged ?? "", Date.now())).toBe(401);
});

async function insertAt(member: Member, now: number): Promise<string> {
  const session = newSession(config, member.id, { userAgent: null, now });
  await insertSession(db, session);
  return session.id;
}

test("the hourly cron deletes expired sessions and no others", async () => {
  const [member, now] = [await createMember(), Date.now()];
  await insertAt(member, now - 31 * DAY_MS);
  const alive = await insertAt(member, now - 29 * DAY_MS);
  await hourAt(now);
  expect(await sessionsOf(member)).toMatchObject([{ id: alive }]);
});

test("one hourly run deletes a limited number of expired sessions, and the next run deletes the rest", async () => {
  const [member, now] = [await createMember(), Date.now()];
  // Older than any other test's sessions: the oldest are deleted first.
  const old = now - 4000 * DAY_MS;
  await env.DB.prepare(
    `insert into sessions (id, member_id, created_at, last_used_at)
     select 'slice-' || value, ?, ?, ? from json_each(?)`,
  )
    .bind(member.id, old, old, JSON.stringify(Array.from({ length: 10_200 }, (_, index) => index)))
    .run();
  await purgeSessions(contextAt(now));
  expect(await sessionsOf(member)).toHaveLength(200);
  await purgeSessions(contextAt(now));
  expect(await sessionsOf(member)).toEqual([]);
});

test("a closed account can't get a session", async () => {
  const member = await createMember({ deletedAt: Date.now() });
  await insertAt(member, Date.now());
  expect(await sessionsOf(member)).toEqual([]);
});

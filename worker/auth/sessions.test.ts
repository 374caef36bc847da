import { env } from "cloudflare:workers";
import jwt from "@tsndr/cloudflare-worker-jwt";
import { expect, test } from "vitest";
import { readConfig } from "../env.ts";
import { isStale, readSession, SESSION_SECONDS, signSession } from "./sessions.ts";

const config = readConfig(env);
const owner = { id: "member-1", sessionVersion: 3 };
const NOW = Date.parse("2026-07-04T12:00:00Z");
const DAY_MS = 86_400_000;

function claims(overrides: Record<string, unknown> = {}) {
  const iat = Math.floor(NOW / 1000);
  return { sub: owner.id, ver: owner.sessionVersion, iat, exp: iat + 3600, ...overrides };
}

function base64Url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

test("a token leads back to its member, session version and time of issue", async () => {
  const token = await signSession(config, owner, NOW);
  expect(await readSession(config, token, NOW)).toEqual({ memberId: "member-1", sessionVersion: 3, issuedAt: NOW });
});

test("a token is good for thirty days by the clock that is asked, and not a second longer", async () => {
  const token = await signSession(config, owner, NOW);
  const end = NOW + SESSION_SECONDS * 1000;
  expect(SESSION_SECONDS).toBe(30 * 86_400);
  expect(await readSession(config, token, end - 1000)).not.toBeNull();
  expect(await readSession(config, token, end)).toBeNull();
});

test("its instants are seconds and its end is a number, as other readers expect", async () => {
  const { payload, header } = jwt.decode(await signSession(config, owner, NOW));
  expect(header).toMatchObject({ alg: "HS256" });
  expect(payload).toEqual(claims({ exp: NOW / 1000 + SESSION_SECONDS }));
});

test("a token signed with another secret is worthless", async () => {
  const forged = await jwt.sign(claims(), "another secret that is long enough to look real");
  expect(await readSession(config, forged, NOW)).toBeNull();
});

test("a token whose claims were changed after signing is worthless", async () => {
  const [header, , signature] = (await signSession(config, owner, NOW)).split(".");
  expect(await readSession(config, `${header}.${base64Url(claims({ sub: "member-2" }))}.${signature}`, NOW)).toBeNull();
});

test("a token that names no algorithm, or another one, is worthless", async () => {
  const unsigned = `${base64Url({ typ: "JWT", alg: "none" })}.${base64Url(claims())}`;
  for (const token of [unsigned, `${unsigned}.`, `${unsigned}.AAAA`]) {
    expect(await readSession(config, token, NOW)).toBeNull();
  }
  const hs512 = await jwt.sign(claims(), config.appSecret, "HS512");
  expect(await readSession(config, hs512, NOW)).toBeNull();
});

test.for(["exp", "iat", "sub", "ver"])("a rightly signed token without %s is worthless", async (name) => {
  const { [name]: _, ...rest } = claims() as Record<string, unknown>;
  // The library puts an iat of its own where there is none.
  const token = await jwt.sign(name === "iat" ? { ...rest, iat: "yesterday" as never } : rest, config.appSecret);
  expect(await readSession(config, token, NOW)).toBeNull();
});

test("an end that is not a number is no end", async () => {
  for (const exp of ["2999-01-01", null, `${NOW}`]) {
    const token = await jwt.sign(claims({ exp }), config.appSecret);
    expect(await readSession(config, token, NOW)).toBeNull();
  }
});

test("text that is no token is no session, and no error", async () => {
  for (const text of ["", "x", "a.b", "a.b.c", "...", "eyJhbGciOiJIUzI1NiJ9.e30.", "🔑.🔑.🔑"]) {
    expect(await readSession(config, text, NOW), text).toBeNull();
  }
});

test("a session is stale when it is older than a day", () => {
  const session = { memberId: "m", sessionVersion: 1, issuedAt: NOW };
  expect(isStale(session, NOW + DAY_MS)).toBe(false);
  expect(isStale(session, NOW + DAY_MS + 1)).toBe(true);
});

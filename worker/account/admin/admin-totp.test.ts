import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { attemptCounters } from "#db/schema/account.ts";
import type { ErrorBody } from "#domain/contract/errors.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { db, uniqueAddress } from "#test/worker/factories.ts";
import { requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { wrongCodesKey } from "./admin-totp.ts";

const STEP_MS = 30_000;

type Call = {
  method?: string;
  totp?: string;
  now: number;
  address?: string;
  cookie?: string;
  path?: string;
  secret?: string;
  /** For both the installation and the call. */
  password?: string;
};

/** A separate second factor, at an instant in the middle of a step. */
function secondFactor() {
  const secret = new Secret({ size: 20 }).base32;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  const call = async ({ method, totp: code, now, address = uniqueAddress(), cookie, path, ...given }: Call) => {
    const { secret: other = secret, password = env.ADMIN_PASSWORD } = given;
    const bindings = { ADMIN_TOTP_SECRET: other, ADMIN_PASSWORD: password };
    return requestWith(bindings, path ?? "/api/admin/verify", {
      method: method ?? (path === undefined ? "POST" : "GET"),
      address,
      now,
      headers: { "x-admin-password": password, ...(cookie === undefined ? {} : { cookie }) },
      ...(code === undefined ? {} : { json: { totp: code } }),
    });
  };
  return { now, call, codeAt: (timestamp: number) => totp.generate({ timestamp }) };
}

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith("admin_session="));
  return cookie?.split(";")[0] ?? "";
}

async function codeOf(response: Response): Promise<string> {
  return (await response.json<ErrorBody>()).code;
}

test("a password without a code gets totp_required, at login and on other calls", async () => {
  const { call, now } = secondFactor();
  for (const path of [undefined, "/api/admin/stats", "/api/content/all", "/api/content/2025-08-12"]) {
    const response = await call({ now, ...(path ? { path } : {}) });
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toBe("totp_required");
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});

test("the code of the current step or an adjacent one gives access for twelve hours", async () => {
  for (const offset of [-STEP_MS, 0, STEP_MS]) {
    const { call, now, codeAt } = secondFactor();
    const verified = await call({ now, totp: codeAt(now + offset) });
    expect(verified.status).toBe(200);
    const set = verified.headers.getSetCookie().join();
    for (const attribute of ["HttpOnly", "SameSite=Strict", "Max-Age=43200", "Path=/api"])
      expect(set).toContain(attribute);
    const cookie = cookieOf(verified);
    const stats = { path: "/api/admin/stats", cookie };
    expect((await call({ ...stats, now: now + 12 * HOUR_MS - 1 })).status).toBe(200);
    expect((await call({ ...stats, now: now + 12 * HOUR_MS })).status).toBe(401);
    // A reload requires only the password.
    expect((await call({ cookie, now: now + HOUR_MS })).status).toBe(200);
  }
  const { call, now, codeAt } = secondFactor();
  for (const offset of [-2 * STEP_MS, 2 * STEP_MS]) {
    expect((await call({ now, totp: codeAt(now + offset) })).status).toBe(401);
  }
});

test("a code works once, even if used in parallel or from another network", async () => {
  const { call, now, codeAt } = secondFactor();
  const answers = await Promise.all(Array.from({ length: 8 }, () => call({ now, totp: codeAt(now) })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await call({ now: now + STEP_MS, totp: codeAt(now) })).status).toBe(401);
  expect((await call({ now: now + STEP_MS, totp: codeAt(now + STEP_MS) })).status).toBe(200);
});

test("wrong codes count as attempts along with wrong passwords, but a missing code doesn't", async () => {
  const { call, now, codeAt } = secondFactor();
  const address = uniqueAddress();
  const wrong = codeAt(now + 10 * STEP_MS);
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await call({ now, address })).status).toBe(401);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await call({ now, address, totp: wrong })).status).toBe(401);
  }
  expect((await call({ now, address, totp: codeAt(now) })).status).toBe(429);
});

test("a new secret ends every session; a forged cookie, or one without the password, is refused", async () => {
  const { call, now, codeAt } = secondFactor();
  const cookie = cookieOf(await call({ now, totp: codeAt(now) }));
  const stats = { now, path: "/api/admin/stats" };
  expect((await call({ ...stats, cookie })).status).toBe(200);
  expect((await call({ ...stats, cookie, secret: new Secret({ size: 20 }).base32 })).status).toBe(401);
  const [id, signature] = cookie.replace("admin_session=", "").split(".");
  for (const forged of [`${crypto.randomUUID()}.${signature}`, `${id}.${signature?.slice(1)}`, `${id}.`, `${id}`]) {
    expect((await call({ ...stats, cookie: `admin_session=${forged}` })).status).toBe(401);
  }
  const headers = { cookie, "x-admin-password": "wrong" };
  expect((await requestWith({}, "/api/admin/stats", { headers, address: uniqueAddress() })).status).toBe(401);
});

test("without a TOTP secret, login follows the specification: no body, no code, no cookie", async () => {
  const response = await requestWith({}, "/api/admin/verify", { method: "POST", admin: true });
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  expect(cookieOf(response)).toBe("");
});

test("the cookie is Secure outside development, and a code is six digits, ignoring spaces", async () => {
  const { now, codeAt, call } = secondFactor();
  const code = codeAt(now);
  expect((await call({ now, totp: "12345" })).status).toBe(400);
  expect((await call({ now, totp: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
  const secret = new Secret({ size: 20 }).base32;
  const production = { ENVIRONMENT: "production", APP_URL: "https://daybolt.example", ADMIN_TOTP_SECRET: secret };
  const verified = await requestWith(production, "/api/admin/verify", {
    admin: true,
    json: { totp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() },
    address: uniqueAddress(),
  });
  expect(verified.headers.getSetCookie().join()).toContain("Secure");
});

test("a new password ends every session in every browser", async () => {
  const { call, now, codeAt } = secondFactor();
  const cookies = [];
  for (const step of [0, 1]) cookies.push(cookieOf(await call({ now, totp: codeAt(now + step * STEP_MS) })));
  const password = "another password, long enough";
  for (const cookie of cookies) {
    const stats = { now, path: "/api/admin/stats", cookie };
    expect((await call(stats)).status).toBe(200);
    expect(await codeOf(await call({ ...stats, password }))).toBe("totp_required");
  }
});

test("a logout ends its own session for good, even if the cookie is kept, and leaves other sessions alone", async () => {
  const { call, now, codeAt } = secondFactor();
  const [left, other] = [
    cookieOf(await call({ now, totp: codeAt(now) })),
    cookieOf(await call({ now, totp: codeAt(now + STEP_MS) })),
  ];
  expect((await call({ method: "POST", path: "/api/admin/logout", now, cookie: left })).status).toBe(200);
  const stats = { now: now + 1000, path: "/api/admin/stats" };
  expect((await call({ ...stats, cookie: left })).status).toBe(401);
  expect((await call({ ...stats, cookie: other })).status).toBe(200);
  // The code is required again, too.
  expect(await codeOf(await call({ now, cookie: left }))).toBe("totp_required");
});

test.for(["", "/"])(
  "a logout clears the session cookie and media passes, but only for a logged-in administrator, to an address that ends with '%s'",
  async (slash) => {
    const { call, now, codeAt } = secondFactor();
    const cookie = cookieOf(await call({ now, totp: codeAt(now), method: "POST", path: `/api/admin/verify${slash}` }));
    const path = `/api/admin/logout${slash}`;
    expect((await call({ method: "POST", path, now })).status).toBe(401);
    const left = await call({ method: "POST", path, now, cookie });
    expect(left.status).toBe(200);
    const taken = left.headers.getSetCookie().find((text) => text.startsWith("admin_session="));
    expect(taken).toMatch(/^admin_session=;.*Max-Age=0.*Path=\/api/);
    const passes = left.headers.getSetCookie().filter((text) => text.startsWith("media_pass="));
    expect(passes.length).toBeGreaterThan(0);
    for (const pass of passes) expect(pass).toMatch(/^media_pass=;.*Max-Age=0/);
  },
);

/** Enters wrong codes with a correct password at the same time, each from its own network. */
async function enterWrongCodes(
  { call, codeAt, now }: ReturnType<typeof secondFactor>,
  count: number,
  password: string,
) {
  const totp = codeAt(now + 10 * STEP_MS);
  const answers = await Promise.all(Array.from({ length: count }, () => call({ now, totp, password })));
  return answers.map(({ status }) => status).sort();
}

test("after 100 wrong codes a day from any network, the right one works only on one used within 30 days", async () => {
  const factor = secondFactor();
  const { call, codeAt, now } = factor;
  const password = `a password of this test's own ${crypto.randomUUID()}`;
  const [office, home] = [uniqueAddress(), uniqueAddress()];
  const at = (before: number) => ({ now: now - before, totp: codeAt(now - before), password });
  expect((await call({ ...at(31 * 24 * HOUR_MS), address: home })).status).toBe(200);
  const worked = await call({ ...at(29 * 24 * HOUR_MS), address: office });
  // The device stays known after a logout.
  const ended = { method: "POST", path: "/api/admin/logout", now: now - 29 * 24 * HOUR_MS, address: office, password };
  expect((await call({ ...ended, cookie: cookieOf(worked) })).status).toBe(200);

  expect(await enterWrongCodes(factor, 101, password)).toEqual([...Array(100).fill(401), 429]);
  const today = { now, totp: codeAt(now), password };
  for (const address of [home, uniqueAddress()]) expect((await call({ ...today, address })).status).toBe(429);
  expect((await call({ ...today, totp: codeAt(now + 10 * STEP_MS), address: office })).status).toBe(401);
  const next = { ...today, totp: codeAt(now + STEP_MS) };
  expect((await call({ ...next, address: office })).status).toBe(200);

  const tomorrow = now + 24 * HOUR_MS;
  expect((await call({ now: tomorrow, totp: codeAt(tomorrow), password, address: home })).status).toBe(200);
});

test("a new password resets the wrong-code limit, and wrong codes or passwords never end a session", async () => {
  const { call, codeAt, now } = secondFactor();
  const [old, fresh] = [`an old password ${crypto.randomUUID()}`, `a new password ${crypto.randomUUID()}`];
  const cookie = cookieOf(await call({ now, totp: codeAt(now), password: old }));
  const key = wrongCodesKey({ ...readConfig(env), adminPassword: old });
  await db.insert(attemptCounters).values({ key, count: 100, windowEndsAt: now + HOUR_MS });
  const code = { now, totp: codeAt(now + STEP_MS) };
  expect((await call({ ...code, password: old })).status).toBe(429);
  expect((await call({ now, path: "/api/admin/stats", cookie, password: old })).status).toBe(200);
  expect((await call({ ...code, password: fresh })).status).toBe(401);
  const later = now + 2 * STEP_MS;
  expect((await call({ now: later, totp: codeAt(later), password: fresh })).status).toBe(200);
});

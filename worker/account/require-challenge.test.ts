import { env } from "cloudflare:workers";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { attemptCounters } from "#db/schema/account.ts";
import { challenge, errorBody } from "#domain/contract/errors.ts";
import { createMember, db, uniqueAddress } from "#test/worker/factories.ts";
import { cookieOf } from "#test/worker/media-pass.ts";
import { requestWith } from "#test/worker/request.ts";
import { TURNSTILE_KEYS, TURNSTILE_URL, turnstileToken } from "#test/worker/turnstile.ts";
import { readConfig } from "../kernel/env.ts";
import { selectCounters } from "../kernel/limits/attempt-counters.queries.ts";
import { attemptKey } from "../kernel/limits/attempt-limit.ts";
import { insertLink } from "./auth-tokens.queries.ts";
import { hashPassword } from "./password/password.ts";
import { newLink } from "./single-use-link.ts";

const config = readConfig(env);
const PASSWORD = "open sesame";
/** Enough failures in total to raise the alarm. */
beforeEach(async () => {
  await db.delete(attemptCounters);
  const windowEndsAt = Date.now() + 15 * 60_000;
  const totals = [
    ["login-total", config.loginAlarmFailures],
    ["admin-total", config.adminAlarmFailures],
  ] as const;
  for (const [kind, count] of totals)
    await db.insert(attemptCounters).values({ key: attemptKey(config, kind, ""), count, windowEndsAt });
});

async function logIn(bindings: object, token?: string, password = PASSWORD) {
  const member = await createMember({ passwordHash: await hashPassword(config, PASSWORD) });
  const json = { email: member.email, password, ...(token ? { challenge: token } : {}) };
  return requestWith({ ...bindings }, "/api/auth/login", { json, address: uniqueAddress() });
}

test("without Turnstile keys, no challenge is required, however many logins failed", async () => {
  expect((await logIn({})).status).toBe(200);
});

test("with Turnstile keys set, a login requires the challenge, and the response says what to show", async () => {
  const answer = await logIn(TURNSTILE_KEYS);
  expect(answer.status).toBe(403);
  const body = errorBody.parse(await answer.json());
  expect(body).toMatchObject({ code: "challenge_required", error: expect.stringMatching(/the security check/) });
  expect(challenge.parse(body.present)).toEqual({
    siteKey: TURNSTILE_KEYS.TURNSTILE_SITE_KEY,
    scriptUrl: `${TURNSTILE_URL}/turnstile/v0/api.js?render=explicit`,
    action: "login",
  });
  // The attempt limits' own counters haven't moved.
  const counted = (await db.select().from(attemptCounters)).map(({ key }) => key.split(":")[0]);
  expect(counted.toSorted()).toEqual(["admin-total", "login-total"]);
});

test("a Turnstile token works once, for its own action, and doesn't replace the password", async () => {
  const token = await turnstileToken("login");
  expect((await logIn(TURNSTILE_KEYS, token)).status).toBe(200);
  expect((await logIn(TURNSTILE_KEYS, token)).status).toBe(403);
  expect((await logIn(TURNSTILE_KEYS, await turnstileToken("admin"))).status).toBe(403);
  expect((await logIn(TURNSTILE_KEYS, "made-up")).status).toBe(403);
  expect((await logIn(TURNSTILE_KEYS, await turnstileToken("login"), "wrong")).status).toBe(401);
});

/** Log lines that say that only the password was checked. */
function unansweredLines(): () => string[] {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  return () => written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("turnstile_unanswered"));
}

test.for([
  ["does not answer", { TURNSTILE_BASE_URL: "http://127.0.0.1:9" }],
  ["does not know our secret", { TURNSTILE_SECRET_KEY: "rotated" }],
] as const)("while Turnstile %s, a login depends only on the password, with or without a token", async ([, fault]) => {
  const away = { ...TURNSTILE_KEYS, ...fault };
  const lines = unansweredLines();
  for (const token of [undefined, "whatever"]) {
    expect((await logIn(away, token)).status).toBe(200);
    expect((await logIn(away, token, "wrong")).status).toBe(401);
  }
  expect(lines()).toHaveLength(4);
});

test.for(["internal-error", "missing-input-secret"])("Turnstile's error %s locks no one out", async (code) => {
  const real = globalThis.fetch;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).endsWith("/siteverify")
      ? Promise.resolve(Response.json({ success: false, "error-codes": [code] }))
      : real(input, init),
  );
  const lines = unansweredLines();
  expect((await logIn(TURNSTILE_KEYS, "whatever")).status).toBe(200);
  expect(lines()).toHaveLength(1);
});

test("one Turnstile token is enough to restore a closed account", async () => {
  const purgeAt = Date.now() + 86_400_000;
  const passwordHash = await hashPassword(config, PASSWORD);
  const member = await createMember({ passwordHash, deletedAt: Date.now(), purgeAt });
  await insertLink(db, newLink(config, member, "keep-account", Date.now()));
  const keep = (challengeToken?: string) => {
    const json = { email: member.email, password: PASSWORD, challenge: challengeToken };
    return requestWith(TURNSTILE_KEYS, "/api/auth/keep-account/login", { json, address: uniqueAddress() });
  };
  expect((await keep()).status).toBe(403);
  const token = await turnstileToken("login");
  expect((await keep(token)).status).toBe(200);
  expect((await keep(token)).status).toBe(403);
});

test("a login code doesn't bypass Turnstile, and wrong codes count toward the failed-login alarm", async () => {
  const enter = (challengeToken?: string) =>
    requestWith(TURNSTILE_KEYS, "/api/auth/sign-in/code", {
      json: { code: "123456", challenge: challengeToken },
      headers: { cookie: "sign_in=any" },
      address: uniqueAddress(),
    });
  expect((await enter()).status).toBe(403);
  expect((await enter(await turnstileToken("login"))).status).toBe(400);
  const total = attemptKey(config, "login-total", "");
  const [counter] = await selectCounters(db, [total], Date.now());
  expect(counter?.count).toBe(config.loginAlarmFailures + 1);
});

test("before the failed-login alarm, no login requires Turnstile", async () => {
  await db.delete(attemptCounters);
  expect((await logIn(TURNSTILE_KEYS)).status).toBe(200);
});

test("an administrator's login requires Turnstile, whatever the password, but a logged-in session doesn't", async () => {
  const call = (path: string, headers: Record<string, string>, method = "POST") =>
    requestWith(TURNSTILE_KEYS, path, {
      method,
      headers: { "x-admin-password": env.ADMIN_PASSWORD, ...headers },
      address: uniqueAddress(),
    });
  for (const password of [env.ADMIN_PASSWORD, "wrong"]) {
    const refused = await call("/api/admin/verify", { "x-admin-password": password });
    expect([refused.status, errorBody.parse(await refused.json()).code]).toEqual([403, "challenge_required"]);
    expect(refused.headers.get("set-cookie")).toBeNull();
  }
  expect((await call("/api/admin/stats", {}, "GET")).status).toBe(403);
  const opened = await call("/api/admin/verify", { "x-turnstile-token": await turnstileToken("admin") });
  expect(opened.status).toBe(200);
  const session = cookieOf(opened);
  expect(session?.name).toBe("admin_session");
  const cookie = `${session?.name}=${session?.value}`;
  expect((await call("/api/admin/stats", { cookie }, "GET")).status).toBe(200);
  // A session belongs to the password it began with.
  expect((await call("/api/admin/stats", { cookie, "x-admin-password": "wrong" }, "GET")).status).toBe(403);
});

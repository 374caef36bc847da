import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { attemptCounters } from "#db/schema/account.ts";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { insertLink } from "../../account/auth-tokens.queries.ts";
import type { Member } from "../../account/member/member.ts";
import { hashPassword } from "../../account/password/password.ts";
import { newLink } from "../../account/single-use-link.ts";
import { readConfig } from "../env.ts";
import { tokenOf } from "../links/signing-keys.ts";
import { unsubscribeKey } from "../links/unsubscribe-key.ts";
import { networkOf, wideNetworkOf } from "../network.ts";
import { attemptKey } from "./attempt-limit.ts";

const config = readConfig(env);
const PASSWORD = "open sesame";

const memberWithPassword = async () => createMember({ passwordHash: await hashPassword(config, PASSWORD) });

const logIn = (email: string, password: string, options: RequestOptions = {}, bindings = {}) =>
  requestWith(bindings, "/api/auth/login", { json: { email, password }, address: uniqueAddress(), ...options });

async function tokenOfLink(member: Member, purpose: LinkPurpose): Promise<string> {
  const link = newLink(config, member, purpose, Date.now());
  await insertLink(db, link);
  return tokenOf(config, link.id);
}

/** A /48 for one test, with as many /64s in it as needed. */
function wideNetwork(): (index: number) => string {
  const [second, third] = uniqueAddress().split(":").slice(2, 4);
  const first = Number.parseInt(third ?? "0", 16);
  return (index) => `2001:db8:${second}:${((first + index) % 65_536).toString(16)}::1`;
}

/** Uses up attempts of the current 15 minutes. */
async function spend(kind: Parameters<typeof attemptKey>[1], value: string, count: number): Promise<void> {
  const key = attemptKey(config, kind, value);
  await db.insert(attemptCounters).values({ key, count, windowEndsAt: Date.now() + 15 * MINUTE_MS });
}

test("thirty /64s in one /48 share ten times a network's admin password guesses, and other /48s aren't affected", async () => {
  const from = wideNetwork();
  const bindings = { ADMIN_MAX_FAILURES: "1" };
  const verify = (address: string, password: string) =>
    requestWith(bindings, "/api/admin/verify", { method: "POST", headers: { "x-admin-password": password }, address });
  const statuses: number[] = [];
  for (let network = 0; network < 30; network += 1)
    statuses.push((await verify(from(network), `guess ${network}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
  const right = async (address: string) => (await verify(address, env.ADMIN_PASSWORD)).status;
  expect([await right(from(77)), await right(uniqueAddress())]).toEqual([429, 200]);
});

test("wrong passwords for many accounts block the surrounding /48 at ten times a network's limit", async () => {
  const from = wideNetwork();
  const bindings = { LOGIN_MAX_FAILURES_PER_ADDRESS: "1" };
  const statuses = [];
  for (let network = 0; network < 11; network += 1)
    statuses.push((await logIn(uniqueEmail(), "wrong", { address: from(network) }, bindings)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const member = await memberWithPassword();
  expect((await logIn(member.email, PASSWORD, { address: from(20) }, bindings)).status).toBe(429);
  expect((await logIn(member.email, PASSWORD, {}, bindings)).status).toBe(200);
});

test("after thirty correct logins an account must wait, but keeps its sessions and can use an emailed link", async () => {
  const [member, other, now] = [await memberWithPassword(), await memberWithPassword(), Date.now()];
  const statuses = [];
  let token = "";
  for (let login = 0; login < 31; login += 1) {
    const response = await logIn(member.email, PASSWORD, { now });
    statuses.push(response.status);
    if (response.status === 200) token = (await response.json<{ token: string }>()).token;
    else {
      expect(response.headers.get("retry-after")).toBe("900");
      expect((await response.json<{ error: string }>()).error).toMatch(/^Too many attempts.*set a new password/);
    }
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect((await request("/api/auth/verify", { token })).status).toBe(200);
  expect((await logIn(other.email, PASSWORD, { now })).status).toBe(200);

  const json = { token: await tokenOfLink(member, "reset"), email: member.email, password: "first light" };
  expect((await requestWith({}, "/api/auth/setup-password", { json, address: uniqueAddress() })).status).toBe(200);
  expect((await logIn(member.email, "first light", { now })).status).toBe(200);
});

test("correct passwords for a closed account don't count as failures of the account or the network", async () => {
  const passwordHash = await hashPassword(config, PASSWORD);
  const now = Date.now();
  const closed = await createMember({ passwordHash, deletedAt: now, purgeAt: now + 86_400_000 });
  await tokenOfLink(closed, "keep-account");
  const bindings = { LOGIN_MAX_FAILURES_PER_ACCOUNT: "2", LOGIN_MAX_FAILURES_PER_ADDRESS: "2" };
  const options = { address: uniqueAddress(), now };
  const statuses = [];
  for (let login = 0; login < 4; login += 1)
    statuses.push((await logIn(closed.email, PASSWORD, options, bindings)).status);
  expect(statuses).toEqual([403, 403, 403, 403]);
});

async function alarmsDuring(work: () => Promise<void>): Promise<unknown[]> {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await work();
  const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("failures_alarm"));
  vi.restoreAllMocks();
  return lines.map((line) => JSON.parse(line));
}

/** Noon (UTC) of a future day, in separate 15 minutes: totals count everyone. */
const aside = (days: number) => (Math.floor(Date.now() / DAY_MS) + 2 * days + 0.5) * DAY_MS;

test("everyone's wrong passwords together raise one alarm per window and block no one", async () => {
  const [now, member] = [aside(1), await memberWithPassword()];
  const bindings = { LOGIN_ALARM_FAILURES: "3" };
  const alarms = await alarmsDuring(async () => {
    for (let guess = 0; guess < 6; guess += 1)
      expect((await logIn(uniqueEmail(), "wrong", { now }, bindings)).status).toBe(401);
    expect((await logIn(member.email, PASSWORD, { now }, bindings)).status).toBe(200);
  });
  const until = new Date(now + 15 * MINUTE_MS).toISOString();
  expect(alarms).toEqual([expect.objectContaining({ of: "login-total", failures: 3, until })]);
});

test("wrong admin passwords and codes are audited with their IP address until blocked, and raise an alarm", async () => {
  const [now, address] = [aside(2), uniqueAddress()];
  const bindings = { ADMIN_ALARM_FAILURES: "11", ADMIN_TOTP_SECRET: "A".repeat(32) };
  const verify = (password: string, from: string, json?: object) =>
    requestWith(bindings, "/api/admin/verify", {
      method: "POST",
      headers: { "x-admin-password": password, "user-agent": "Guesser" },
      address: from,
      now,
      ...(json ? { json } : {}),
    });
  const alarms = await alarmsDuring(async () => {
    for (let guess = 0; guess < 12; guess += 1) await verify(`guess ${guess}`, address);
    expect((await verify("", address)).status).toBe(429);
    const elsewhere = uniqueAddress();
    expect((await verify(env.ADMIN_PASSWORD, elsewhere, { totp: "000000" })).status).toBe(401);
  });
  const rows = await rowsOf(
    "select action, subject, details, user_agent from audit where action like 'admin.%' and at = ? and ip_address = ?",
    now,
    address,
  );
  const refused = { action: "admin.password-refused", subject: "admin", details: null, user_agent: "Guesser" };
  expect(rows).toEqual(Array(10).fill(refused));
  const codes = await rowsOf("select 1 from audit where action = 'admin.code-refused' and at = ?", now);
  expect(codes).toHaveLength(1);
  expect(alarms).toEqual([expect.objectContaining({ of: "admin-total", failures: 11 })]);
});

const WRONG_LINKS: [path: string, json: object][] = [
  ["/api/auth/setup-link", { token: "x", email: "ana@daybolt.test" }],
  ["/api/auth/setup-password", { token: "x", email: "ana@daybolt.test", password: "first light" }],
  ["/api/auth/exchange", { token: "x" }],
  ["/api/auth/keep-account", { token: "x" }],
  ["/api/auth/confirm-address", { token: "x" }],
  ["/api/auth/confirm-address/check", { token: "x" }],
  ["/api/unsubscribe", { member: crypto.randomUUID(), key: "x" }],
  ["/api/unsubscribe/check", { member: crypto.randomUUID(), key: "x" }],
  ["/api/unsubscribe/undo", { member: crypto.randomUUID(), key: "x", undo: "x" }],
  ["/api/gifts/redeem", { token: "x", consent: true }],
  ["/api/gifts/order/address", { order: "x", recipientEmail: "cy@daybolt.test" }],
];

test.for(WRONG_LINKS)(
  "wrong links at %s block further wrong links from their network, but not valid links",
  async ([path, json]) => {
    const address = uniqueAddress();
    await spend("link-network", networkOf(address), 49);
    const statuses = [];
    for (let link = 0; link < 2; link += 1) statuses.push((await requestWith({}, path, { json, address })).status);
    expect([400, 404, 410]).toContain(statuses[0]);
    expect(statuses[1]).toBe(429);

    const member = await createMember();
    const exchange = { token: await tokenOfLink(member, "exchange") };
    expect((await requestWith({}, "/api/auth/exchange", { json: exchange, address })).status).toBe(200);
    const stop = { member: member.id, key: unsubscribeKey(config, member) };
    expect((await requestWith({}, "/api/unsubscribe", { json: stop, address })).status).toBe(200);
  },
);

test("a valid link used many times simultaneously is hashed at most ten times", async () => {
  const member = await createMember();
  const json = { token: await tokenOfLink(member, "setup"), email: member.email, password: "first light" };
  const uses = Array.from({ length: 25 }, () =>
    requestWith({}, "/api/auth/setup-password", { json, address: uniqueAddress() }),
  );
  const statuses = (await Promise.all(uses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
});

test("an account's emails can be turned off at most thirty times in fifteen minutes", async () => {
  const { id } = await createMember();
  await spend("stop-account", id, 29);
  const stop = () =>
    request("/api/unsubscribe", {
      json: { member: id, key: unsubscribeKey(config, { id, unsubscribeKey: 1 }) },
      address: uniqueAddress(),
    });
  expect((await stop()).status).toBe(200);
  const refused = await stop();
  expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([
    429,
    "Your emails were turned off many times in the last few minutes. Wait a few minutes, or turn them off in My Account.",
  ]);
});

test("a member's checkouts are limited, whatever network they come from", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  await spend("checkout-member", member.id, 14);
  const checkout = () => {
    const json = { requestId: crypto.randomUUID(), plan: "annual", consent: true };
    return request("/api/checkout", { json, token, address: uniqueAddress() });
  };
  expect([(await checkout()).status, (await checkout()).status]).toEqual([200, 429]);
});

test("new uploads are limited by network, /48, and administrator", async () => {
  const begin = (address: string) => {
    const metadata = `kind ${btoa("audio")},filename ${btoa("a.mp3")}`;
    const headers = { "upload-length": "1000", "upload-metadata": metadata };
    return request("/api/admin/uploads", { method: "POST", admin: true, address, headers });
  };
  const address = uniqueAddress();
  await spend("upload-network", networkOf(address), 499);
  expect([(await begin(address)).status, (await begin(address)).status]).toEqual([201, 429]);
  const other = uniqueAddress();
  await spend("upload-network", wideNetworkOf(networkOf(other)) ?? "", 5000);
  expect((await begin(other)).status).toBe(429);
  await db.delete(attemptCounters);
  await spend("upload-account", "admin", 1000);
  expect((await begin(uniqueAddress())).status).toBe(429);
});

test("expired counters are deleted within the hour", async () => {
  const [before, after] = [Date.now() - 1, Date.now() + 86_400_000];
  const keys = [before, after].map((windowEndsAt) => ({ key: crypto.randomUUID(), count: 1, windowEndsAt }));
  await db.insert(attemptCounters).values(keys);
  await hourAt(Date.now());
  const left = (await db.select().from(attemptCounters)).map(({ key }) => key);
  expect(keys.map(({ key }) => left.includes(key))).toEqual([false, true]);
});

type Asked = { statements: string[]; waits: number[] };

/**
 * Statements that an API call runs before its response has left, and the delay before its other work starts. That work
 * is held back here, so that everything that doesn't wait is counted.
 */
async function askedBefore(path: string, options: RequestOptions): Promise<Asked> {
  const statements: string[] = [];
  const waits: number[] = [];
  let isAnswered = false;
  const left = Promise.withResolvers<void>();
  const waiting = vi.spyOn(scheduler, "wait").mockImplementation((ms) => {
    waits.push(ms);
    return left.promise;
  });
  const prepare = (sql: string) => {
    if (!isAnswered) statements.push(sql);
    return env.DB.prepare(sql);
  };
  const DB = { prepare, batch: (own: D1PreparedStatement[]) => env.DB.batch(own) };
  const bindings = { DB, ENVIRONMENT: "production" };
  await requestWith(bindings, path, options, () => {
    // One turn later, so that work started with the response has run its statements.
    setTimeout(() => {
      isAnswered = true;
      left.resolve();
    });
  });
  waiting.mockRestore();
  return { statements, waits };
}

test.for([
  ["/api/auth/login", 3],
  ["/api/auth/keep-account/login", 3],
  ["/api/auth/request-password-reset", 4],
] as const)(
  "%s runs the same queries for a known and an unknown email address before it responds",
  async ([path, count]) => {
    const member = await memberWithPassword();
    const invited = await createMember({ passwordHash: null });
    const asked = [];
    for (const email of [member.email, invited.email, uniqueEmail()])
      asked.push(
        (await askedBefore(path, { json: { email, password: "wrong" }, address: uniqueAddress() })).statements,
      );
    expect(asked[0]).toHaveLength(count);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
  },
);

test("work done only for an existing account starts well after the response", async () => {
  const { email } = await createMember();
  const ask = (address: string) =>
    askedBefore("/api/auth/request-password-reset", { json: { email: address }, address: uniqueAddress() });
  expect((await ask(uniqueEmail())).waits).toEqual([]);
  const { waits } = await ask(email);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(100);
  expect(await rowsOf("select kind from transactional_mails where to_address = ?", email)).toEqual([
    { kind: "password-reset" },
  ]);
});

test("a made-up link runs the same queries for a known and an unknown email address", async () => {
  const member = await memberWithPassword();
  const json = { token: "never-was", password: "first light" };
  const ask = (email: string) =>
    askedBefore("/api/auth/setup-password", { json: { ...json, email }, address: uniqueAddress() });
  const [known, unknown] = [await ask(member.email), await ask(uniqueEmail())];
  expect(known.statements.length).toBeGreaterThan(0);
  expect(unknown).toEqual(known);
});

test("changing a password while logged in counts toward the login limits", async () => {
  const member = await memberWithPassword();
  await spend("login-account", member.email, 10);
  const json = { currentPassword: PASSWORD, newPassword: "first light" };
  const options = { json, token: await tokenFor(member), address: uniqueAddress() };
  expect((await request("/api/user/change-password", options)).status).toBe(429);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { createMember, db, endSessions, setMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { cookieOf, mediaPassOf } from "#test/worker/media-pass.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import { hashPassword } from "../account/password/password.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";

const NOW = Date.parse("2026-07-04T12:00:00Z");

/** The status for a missing medium: 404 with a valid pass, 401 without. */
async function statusWith(cookie: string, now = NOW): Promise<number> {
  return (await request("/audio/nothing-here.mp3", { headers: { cookie }, now })).status;
}

async function verify(token: string, options: RequestOptions = {}) {
  return cookieOf(await request("/api/auth/verify", { token, ...options }));
}

test("a member with access gets a one-hour pass that scripts and other sites can't use", async () => {
  const member = await createMember({ accessEndsAt: NOW + 48 * HOUR_MS });
  const cookie = await verify(await tokenFor(member, NOW), { now: NOW });
  expect(cookie?.attributes).toEqual(expect.arrayContaining(["Max-Age=3600", "Path=/", "HttpOnly", "SameSite=Lax"]));
  expect(cookie?.attributes).not.toContain("Secure");
  const pass = `${cookie?.name}=${cookie?.value}`;
  expect(await statusWith(pass, NOW + HOUR_MS - 1)).toBe(404);
  expect(await statusWith(pass, NOW + HOUR_MS)).toBe(401);
});

test("outside development, the pass is sent only over HTTPS", async () => {
  const member = await createMember();
  const answer = await requestWith({ ENVIRONMENT: "production" }, "/api/auth/verify", {
    token: await tokenFor(member),
  });
  expect(cookieOf(answer)?.attributes).toContain("Secure");
});

test("logging in, setting up a password, and a hand-off token each give a pass with the session", async () => {
  const config = readConfig(env);
  const member = await createMember({ passwordHash: await hashPassword(config, "open sesame") });
  const links = (["setup", "exchange"] as const).map((purpose) => newLink(config, member, purpose, Date.now()));
  for (const link of links) await insertLink(db, link);
  const [setUp = "", handOff = ""] = links.map((link) => tokenOf(config, link.id));
  const email = member.email;
  for (const [path, json] of [
    ["login", { email, password: "open sesame" }],
    // Before the password, because setting one invalidates every other link.
    ["exchange", { token: handOff }],
    ["setup-password", { email, token: setUp, password: "new password" }],
    ["quick-login", { email }],
  ] as const) {
    const answer = await request(`/api/auth/${path}`, { json, address: uniqueAddress() });
    expect(answer.status, path).toBe(200);
    expect(cookieOf(answer)?.value, path).toMatch(/^\d+\./);
  }
});

test("every response to a bearer token gives a pass, errors included", async () => {
  const token = await tokenFor(await createMember());
  for (const path of ["/api/user/profile", "/api/content/1999-01-01", "/api/content?year=x"]) {
    expect(cookieOf(await request(path, { token })), path).not.toBeNull();
  }
});

test("a pass ends with the member's access", async () => {
  const member = await createMember({ accessEndsAt: NOW + 20 * MINUTE_MS });
  const cookie = await verify(await tokenFor(member, NOW), { now: NOW });
  expect(cookie?.attributes).toContain("Max-Age=1200");
  const pass = `${cookie?.name}=${cookie?.value}`;
  expect(await statusWith(pass, NOW + 20 * MINUTE_MS - 1)).toBe(404);
  expect(await statusWith(pass, NOW + 20 * MINUTE_MS)).toBe(401);
});

test("a pass is renewed once it's more than half an hour old", async () => {
  const member = await createMember({ accessEndsAt: NOW + 48 * HOUR_MS });
  const token = await tokenFor(member, NOW);
  const cookie = await mediaPassOf(member, NOW);
  expect(await verify(token, { headers: { cookie }, now: NOW + 29 * MINUTE_MS })).toBeNull();
  expect(await verify(token, { headers: { cookie }, now: NOW + 31 * MINUTE_MS })).not.toBeNull();
});

test("a pass that ends with the member's access isn't reissued with every response", async () => {
  const member = await createMember({ accessEndsAt: NOW + 40 * MINUTE_MS });
  const token = await tokenFor(member, NOW);
  const cookie = await mediaPassOf(member, NOW);
  expect(await verify(token, { headers: { cookie }, now: NOW + 35 * MINUTE_MS })).toBeNull();
});

test("longer access makes for a longer pass, and shorter access for a shorter one", async () => {
  const member = await createMember({ accessEndsAt: NOW + 20 * MINUTE_MS });
  const token = await tokenFor(member, NOW);
  const short = await mediaPassOf(member, NOW);
  await setMember(member.id, { accessEndsAt: NOW + 48 * HOUR_MS });
  const longer = await verify(token, { headers: { cookie: short }, now: NOW + MINUTE_MS });
  expect(longer?.attributes).toContain("Max-Age=3600");

  await setMember(member.id, { accessEndsAt: NOW + 10 * MINUTE_MS });
  const headers = { cookie: `${longer?.name}=${longer?.value}` };
  expect((await verify(token, { headers, now: NOW }))?.attributes).toContain("Max-Age=600");
});

test("a member without access gets no pass and loses the one they have", async () => {
  const member = await createMember({ accessEndsAt: NOW });
  const token = await tokenFor(member, NOW);
  expect(await verify(token, { now: NOW })).toBeNull();
  const cookie = await mediaPassOf(await createMember({ accessEndsAt: NOW + HOUR_MS }), NOW);
  const taken = await verify(token, { headers: { cookie }, now: NOW });
  expect([taken?.value, taken?.attributes.includes("Max-Age=0")]).toEqual(["", true]);
});

test("a session that has ended gives no pass", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  await endSessions(member);
  expect(await verify(token)).toBeNull();
});

test("the right admin password gives a pass, and a wrong one doesn't", async () => {
  const call = { method: "POST", address: uniqueAddress() };
  expect(cookieOf(await request("/api/admin/verify", { ...call, admin: true }))).not.toBeNull();
  const wrong = await request("/api/admin/verify", { ...call, headers: { "x-admin-password": "wrong" } });
  expect(cookieOf(wrong)).toBeNull();
});

test("logging out removes the pass", async () => {
  const answer = await request("/api/auth/logout", { method: "POST" });
  expect(await answer.json()).toEqual({ ok: true });
  expect(cookieOf(answer)).toMatchObject({ name: "media_pass", value: "" });
  expect(cookieOf(answer)?.attributes).toEqual(expect.arrayContaining(["Max-Age=0", "Path=/", "HttpOnly"]));
});

test("a forged or extended pass opens nothing", async () => {
  const pass = await mediaPassOf(await createMember({ accessEndsAt: NOW + 48 * HOUR_MS }), NOW);
  expect(await statusWith(pass)).toBe(404);
  const [, expiry = "", signature = ""] = /^media_pass=(\d+)\.(.+)$/.exec(pass) ?? [];
  const prolonged = String(Number(expiry) + HOUR_MS);
  for (const value of [
    `${prolonged}.${signature}`,
    `${expiry}.`,
    `${expiry}.${signature.slice(1)}`,
    `.${signature}`,
    expiry,
    "",
    "1e99.x",
    `${expiry}.${btoa(signature)}`,
  ]) {
    expect(await statusWith(`media_pass=${value}`), value).toBe(401);
  }
});

test("a pass opens nothing but media", async () => {
  const cookie = await mediaPassOf(await createMember({ accessEndsAt: NOW + 48 * HOUR_MS }), NOW);
  for (const path of ["/api/content?year=2025&month=8", "/api/user/profile", "/api/admin/stats", "/api/auth/verify"]) {
    expect((await request(path, { headers: { cookie }, now: NOW })).status, path).toBe(401);
  }
});

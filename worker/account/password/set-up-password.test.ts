import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { SETUP_CONSENT } from "#domain/rules/consent.ts";
import { LINK_LIFETIME_MS, type LinkPurpose } from "#domain/rules/single-use-links.ts";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import { insertLink } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { selectMember } from "../member/members.queries.ts";
import { newLink } from "../single-use-link.ts";
import { hashPassword } from "./password.ts";

async function linkFor(member: Member, purpose: LinkPurpose = "setup", now = Date.now()): Promise<string> {
  const link = newLink(readConfig(env), member, purpose, now);
  await insertLink(db, link);
  return tokenOf(readConfig(env), link.id);
}

type SetUp = { token: string; email: string; password?: string; now?: number };

function setUp({ token, email, password = "first light", now }: SetUp): Promise<Response> {
  return request("/api/auth/setup-password", { json: { token, email, password }, address: uniqueAddress(), now });
}

function logIn(email: string, password: string): Promise<Response> {
  return request("/api/auth/login", { json: { email, password }, address: uniqueAddress() });
}

test("a link sets the password and logs in", async () => {
  const member = await createMember();
  const response = await setUp({ token: await linkFor(member), email: member.email.toUpperCase() });
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  expect((await request("/api/auth/verify", { token })).status).toBe(200);
  expect((await logIn(member.email, "first light")).status).toBe(200);
});

test("setting an account's first password records consent once, in the page's wording", async () => {
  const member = await createMember();
  const consents = () => rowsOf("select * from consents where member_id = ?", member.id);
  await setUp({ token: "never-was", email: member.email });
  await setUp({ token: await linkFor(member, "setup", 0), email: member.email });
  expect(await consents()).toEqual([]);
  await setUp({ token: await linkFor(member), email: member.email });
  const recorded = await consents();
  const { purpose, termsVersion: terms_version, text, priceText: price_text } = SETUP_CONSENT;
  const agreed = { purpose, terms_version, text, price_text, source_id: member.id, email: member.email };
  expect(recorded).toEqual([{ ...agreed, member_id: member.id, at: expect.any(Number) }]);
  await setUp({ token: await linkFor(member, "reset"), email: member.email });
  expect(await consents()).toEqual(recorded);
});

test("a link can be checked repeatedly without being used up, and a failed check says why", async () => {
  const member = await createMember();
  const token = await linkFor(member);
  const check = async (email: string, checked: string) => {
    const json = { token: checked, email };
    const response = await request("/api/auth/setup-link", { json, address: uniqueAddress() });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  for (let time = 0; time < 3; time += 1) expect(await check(member.email, token)).toEqual([200, undefined]);
  expect(await sessionsOf(member)).toEqual([]);
  expect(await check("someone.else@daybolt.test", token)).toEqual([400, "validation"]);
  expect(await check(member.email, "made-up")).toEqual([400, "validation"]);
  expect(await check(member.email, await linkFor(member, "setup", 0))).toEqual([410, "gone"]);
  expect((await setUp({ token, email: member.email })).status).toBe(200);
  expect(await check(member.email, token)).toEqual([410, "gone"]);
});

test("a link works once, and the second time says it has been used", async () => {
  const member = await createMember();
  const link = { token: await linkFor(member), email: member.email };
  await setUp(link);
  const again = await setUp({ ...link, password: "somebody else's" });
  expect(again.status).toBe(410);
  expect(await again.json()).toMatchObject({
    code: "gone",
    error: "This link has already been used. Log in with your password, or request a new link.",
  });
  expect((await logIn(member.email, "somebody else's")).status).toBe(401);
});

test("a link used twice at the same time works once", async () => {
  const member = await createMember();
  const link = { token: await linkFor(member), email: member.email };
  const passwords = ["password one", "password two"];
  const responses = await Promise.all(passwords.map((password) => setUp({ ...link, password })));
  expect(responses.map((response) => response.status).sort()).toEqual([200, 410]);
  const winner = passwords[responses.findIndex((response) => response.status === 200)] ?? "";
  const loser = passwords[responses.findIndex((response) => response.status === 410)] ?? "";
  expect(await sessionsOf(member)).toHaveLength(1);
  expect((await logIn(member.email, winner)).status).toBe(200);
  expect((await logIn(member.email, loser)).status).toBe(401);
});

test.for(["setup", "reset"] as const)("a %s link expires after its lifetime", async (purpose) => {
  const [member, now] = [await createMember(), Date.now()];
  const link = { token: await linkFor(member, purpose, now), email: member.email };
  const expired = await setUp({ ...link, now: now + LINK_LIFETIME_MS[purpose] });
  expect(expired.status).toBe(410);
  expect(await expired.json()).toMatchObject({
    code: "gone",
    error: "This link has expired. Request a new one.",
  });
  expect((await setUp({ ...link, now: now + LINK_LIFETIME_MS[purpose] - 1 })).status).toBe(200);
});

test("setup links last 7 days, reset 1 hour, hand-off 10 min, address and export 1 day, restore 30, invitation 90", () => {
  const day = 86_400_000;
  const others = { address: day, export: day, "keep-account": 30 * day, invitation: 90 * day };
  const withCode = { "sign-in": 15 * 60_000, confirmation: 10 * 60_000 };
  expect(LINK_LIFETIME_MS).toEqual({ setup: 7 * day, reset: 3_600_000, exchange: 600_000, ...others, ...withCode });
});

test("a link doesn't work with another member's address, and still works with its own", async () => {
  const [member, other] = await Promise.all([createMember(), createMember()]);
  const token = await linkFor(member);
  const response = await setUp({ token, email: other.email });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: "validation",
    error: "This link doesn't work. Use the link in your latest email.",
  });
  expect((await setUp({ token, email: member.email })).status).toBe(200);
});

test("a token that was never issued, or was issued for something else, is invalid", async () => {
  const member = await createMember();
  const exchange = await linkFor(member, "exchange");
  for (const token of ["made-up", exchange]) {
    expect((await setUp({ token, email: member.email })).status).toBe(400);
  }
});

test("a password that's too short leaves the link unused", async () => {
  const member = await createMember();
  const link = { token: await linkFor(member), email: member.email };
  const refused = await setUp({ ...link, password: "12345" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ fields: { password: "Password must be at least 6 characters" } });
  expect((await setUp(link)).status).toBe(200);
});

test("opening a link's page changes nothing", async () => {
  const member = await createMember({ passwordHash: await hashPassword(readConfig(env), "old password") });
  const token = await linkFor(member);
  const path = `/setup-password?${new URLSearchParams({ token, email: member.email })}`;
  for (const method of ["GET", "HEAD", "GET"]) {
    const page = await request(path, { method });
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
  }
  expect(await selectMember(db, member.id).get()).toEqual(member);
  expect((await setUp({ token, email: member.email })).status).toBe(200);
});

test("a new password ends the member's existing sessions and links", async () => {
  const member = await createMember();
  const session = await tokenFor(member);
  const [first, second] = [await linkFor(member, "reset"), await linkFor(member)];
  const signIn = await linkFor(member, "exchange");
  const bystander = await createMember();
  const bystandersLink = await linkFor(bystander);

  const { token } = await (await setUp({ token: first, email: member.email })).json<{ token: string }>();
  expect((await request("/api/auth/verify", { token: session })).status).toBe(401);
  expect((await request("/api/auth/verify", { token })).status).toBe(200);
  expect(await sessionsOf(member)).toHaveLength(1);
  expect((await setUp({ token: second, email: member.email })).status).toBe(410);
  const handOff = { json: { token: signIn }, address: uniqueAddress() };
  expect((await request("/api/auth/exchange", handOff)).status).toBe(410);
  expect(await sessionsOf(member)).toHaveLength(1);
  expect((await setUp({ token: bystandersLink, email: bystander.email })).status).toBe(200);
});

test("a closed account's link is invalid", async () => {
  const member = await createMember({ deletedAt: Date.now() });
  expect((await setUp({ token: await linkFor(member), email: member.email })).status).toBe(400);
});

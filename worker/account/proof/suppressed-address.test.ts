import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, setMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { addFeed } from "#test/worker/feeds.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { linkTo, PROOFS } from "#test/worker/proofs.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { hashPassword } from "../password/password.ts";

const PASSWORD = "set before";

async function suppress(email: string): Promise<void> {
  const hash = addressHash(readConfig(env), emailKeyOf(email));
  await rowsOf("insert into suppressions (address_hash, reason, suppressed_at) values (?, 'complained', 1)", hash);
  await rowsOf("update members set suppressed_at = 1 where email_key = ?", emailKeyOf(email));
}

async function createBuyer(passwordHash: string | null) {
  const member = await createMember({ passwordHash, mailboxProvedAt: null });
  const token = await tokenFor(member);
  await suppress(member.email);
  return { member, token };
}

const logIn = (email: string) =>
  request("/api/auth/login", { json: { email, password: PASSWORD }, address: uniqueAddress() });
const setFirst = (token: string) =>
  request("/api/user/change-password", { token, json: { newPassword: PASSWORD }, address: uniqueAddress() });
const provedAt = async (id: string) =>
  (await rowsOf("select mailbox_proved_at as at from members where id = ?", id))[0]?.at;

const OPENING = ["a link to log in", "the welcome's link to confirm", "a gift"] as const;

test.for(OPENING)("where no login email arrives, %s ends no password", async (way) => {
  const { member } = await createBuyer(await hashPassword(readConfig(env), PASSWORD));
  const { response } = await PROOFS[way](member);
  expect(await response.json()).not.toHaveProperty("ended");
  expect(await provedAt(member.id)).toBeNull();
  expect((await logIn(member.email)).status).toBe(200);
});

test.for(OPENING)("where no login email arrives, a session stays after %s and sets a password", async (way) => {
  const { member, token } = await createBuyer(null);
  await PROOFS[way](member);
  expect((await setFirst(token)).status).toBe(200);
  expect((await logIn(member.email)).status).toBe(200);
});

test("an address that we don't email isn't confirmed, and the page says how to", async () => {
  const { member } = await createBuyer(null);
  const { response } = await PROOFS["the welcome's link to confirm"](member);
  const error = expect.stringContaining("Use that email's button to set a password");
  expect([response.status, await response.json()]).toMatchObject([409, { error }]);
});

test("a password set by an emailed link proves an address that has been suppressed since", async () => {
  const { member, token } = await createBuyer(null);
  const { response } = await PROOFS["a setup link"](member);
  expect(await response.json()).toMatchObject({ ended: expect.stringContaining("logged out 1 other device") });
  expect((await request("/api/auth/verify", { token })).status).toBe(401);
  expect(await provedAt(member.id)).toEqual(expect.any(Number));
});

test("a password set just after an emailed login proves a suppressed address", async () => {
  const { member } = await createBuyer(null);
  await addFeed(member, "Car");
  const { response } = await PROOFS["a link to log in"](member);
  const { token } = await response.json<{ token: string }>();
  expect(await provedAt(member.id)).toBeNull();
  expect(await (await setFirst(token)).json()).toMatchObject({ ended: expect.stringContaining("podcast app Car") });
  expect(await provedAt(member.id)).toEqual(expect.any(Number));
});

test("restoring an account whose address is suppressed ends no password", async () => {
  const { member } = await createBuyer(await hashPassword(readConfig(env), PASSWORD));
  const link = await linkTo(member, "keep-account");
  await setMember(member.id, { deletedAt: 1, purgeAt: Date.now() + HOUR_MS });
  const restored = await request("/api/auth/keep-account", { json: { token: link }, address: uniqueAddress() });
  expect(await restored.json()).toEqual({ email: member.email });
  expect((await logIn(member.email)).status).toBe(200);
});

test("someone who opens a gift at a suppressed address can set a password for as long as the session lasts", async () => {
  const gift = await buyGift({ recipientEmail: uniqueEmail() });
  await suppress(gift.recipientEmail);
  const json = { token: keysOf(gift).token, consent: true };
  const opened = await request("/api/gifts/redeem", { json, address: uniqueAddress() });
  const { token } = await opened.json<{ token: string }>();
  await rowsOf("update sessions set created_at = created_at - ? where created_at > ?", HOUR_MS, Date.now() - 10_000);
  expect((await setFirst(token)).status).toBe(200);
  expect((await logIn(gift.recipientEmail)).status).toBe(200);
});

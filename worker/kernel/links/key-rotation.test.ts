import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { unsubscribePath } from "#domain/paths.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, giftRow, keysOf } from "#test/worker/gifts.ts";
import { cookieOf } from "#test/worker/media-pass.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { type RequestOptions, requestIn } from "#test/worker/request.ts";
import { insertLink } from "../../account/auth-tokens.queries.ts";
import { readToken } from "../../account/sessions/sessions.ts";
import { newLink } from "../../account/single-use-link.ts";
import { selectContent } from "../../content/content.queries.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMail } from "../../mail/transactional-mail.ts";
import { insertBatch } from "../../wake-up/batches/batches.queries.ts";
import { sendBatch } from "../../wake-up/batches/send-batch.ts";
import { insertWakeUpMail } from "../../wake-up/slots/slots.queries.ts";
import { renderWakeUpMail } from "../../wake-up/slots/wake-up-mail.ts";
import { createContext } from "../context.ts";
import { type Env, readConfig } from "../env.ts";
import { addressHash } from "../hashing.ts";
import { giftKey, giftOrderKey } from "./gift-key.ts";
import { mailKey } from "./mail-key.ts";
import { tokenOf } from "./signing-keys.ts";
import { unsubscribeKey } from "./unsubscribe-key.ts";

const SECOND = "the-second-secret-that-only-the-tests-know-0123456789";

/** The installation at each step of a rotation. */
const underKeys = (APP_KEYS: string) => ({ ...env, APP_KEYS, APP_SECRET_2: SECOND });
const [before, rotated, ended] = [underKeys("1"), underKeys("2 1"), underKeys("2")];

const contextIn = (environment: Env, now: number) =>
  createContext(environment, { now, requestId: crypto.randomUUID(), defer: () => undefined });
const call = (environment: Env, path: string, options: RequestOptions = {}) =>
  requestIn(environment, path, { address: uniqueAddress(), ...options });

async function statusesOf(path: string, options: RequestOptions = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (const environment of [before, rotated, ended]) statuses.push((await call(environment, path, options)).status);
  return statuses;
}

beforeEach(() => db.batch([db.run("delete from transactional_mails"), db.run("delete from dispatcher")]));

let nextDay = 300;

/** A stored batch of one member that hasn't been attempted. */
async function openBatch() {
  nextDay += 1;
  const [localDate, slotAt] = [dayAhead(nextDay), slotAhead(nextDay, 6)];
  const member = await createMember({ accessEndsAt: slotAt + DAY_MS });
  await createItem(localDate);
  const item = await selectContent(db, localDate).get();
  if (!item) throw new Error("The item was not stored.");
  const mail = renderWakeUpMail(readConfig(before), { date: localDate, item, tomorrow: undefined });
  const id = `rotation.${localDate}`;
  const { timezone, wakeUpHour: hour } = member;
  const times = { slotAt, nextAttemptAt: slotAt, createdAt: slotAt };
  const memberIds = JSON.stringify([member.id]);
  await db.batch([
    insertWakeUpMail(db, { ...mail, slotAt, contentId: item.id, createdAt: slotAt }),
    insertBatch(db, { id, timezone, hour, localDate, memberIds, ...times }),
  ]);
  return { id, member, slotAt, localDate };
}

type Batch = Awaited<ReturnType<typeof openBatch>>;

async function attempt(environment: Env, { id, slotAt }: Batch, minutes: number) {
  const ctx = contextIn(environment, slotAt + minutes * 60_000);
  const calls = vi.spyOn(ctx.mailer, "sendBatch");
  await sendBatch(ctx, { batchId: id, tickAt: ctx.now });
  return { mails: calls.mock.calls[0]?.[0], key: calls.mock.calls[0]?.[1] };
}

test("after the rotation, an open batch is retried with the same emails and provider key and sent once", async () => {
  const batch = await openBatch();
  await armFault({ kind: "drop_after_accept", to: batch.member.email });
  const first = await attempt(before, batch, 0);
  const second = await attempt(rotated, batch, 10);
  expect(second).toEqual(first);
  expect(first.key).toBe(`wake-up/${batch.id}/1`);
  expect(await outboxOf(batch.member.email)).toHaveLength(1);
  const [row] = await rowsOf("select state, attempts, signing_key from wake_up_batches where id = ?", batch.id);
  expect(row).toEqual({ state: "sent", attempts: 2, signing_key: 1 });
});

test("a batch first tried after the rotation uses the new key, except for its unsubscribe link", async () => {
  const batch = await openBatch();
  await attempt(rotated, batch, 0);
  const link = { member: batch.member.id, date: batch.localDate };
  const [mail] = await outboxOf(batch.member.email);
  expect(mail?.html).toContain(mailKey(readConfig(ended), link));
  expect(mailKey(readConfig(ended), link)).toMatch(/^2~/);
  expect(mail?.html).toContain(unsubscribeKey(readConfig(before), batch.member));
  expect(await rowsOf("select signing_key from wake_up_batches where id = ?", batch.id)).toEqual([{ signing_key: 2 }]);
});

/** An invitation with its link, not sent yet. */
async function waitingInvitation() {
  const ctx = contextIn(before, Date.now());
  const member = await createMember({ passwordHash: null });
  const link = newLink(ctx.config, member, "setup", ctx.now);
  const parameters = { name: "Ana", durationText: "1 month", endDateText: "Friday, January 1, 2027" };
  const content = { kind: "trial-welcome", parameters, link } as const;
  const mail = queueMail(ctx, { ...content, memberId: member.id, to: member.email });
  await db.batch([insertLink(db, link), mail.insert]);
  return { id: mail.id, member, token: tokenOf(ctx.config, link.id) };
}

const setUp = (environment: Env, token: string, email: string) =>
  call(environment, "/api/auth/setup-password", { json: { token, email, password: "stand up and begin" } });

test("a waiting invitation goes out after the rotation with its original link, which works", async () => {
  const { id, member, token } = await waitingInvitation();
  await sendTransactionalMail(contextIn(rotated, Date.now()), { id });
  const [mail] = await outboxOf(member.email);
  expect(mail?.html).toContain(encodeURIComponent(token));
  expect((await setUp(rotated, token, member.email)).status).toBe(200);
});

test("an invitation signed with a retired key is closed instead of sent, and its link asks for a new one", async () => {
  const { id, member, token } = await waitingInvitation();
  await sendTransactionalMail(contextIn(ended, Date.now()), { id });
  expect(await outboxOf(member.email)).toEqual([]);
  const [row] = await rowsOf("select state, last_error from transactional_mails where id = ?", id);
  expect(row).toEqual({ state: "closed", last_error: "link_expired" });
  const refused = await setUp(ended, token, member.email);
  expect([refused.status, await refused.json()]).toMatchObject([410, { error: expect.stringMatching(/new one/) }]);
});

test("an email whose first attempt was unclear is rebuilt byte for byte", async () => {
  const gift = await buyGift();
  const { id: giftId, addressVersion, giverName, recipientName } = gift;
  const words = { giverName, recipientName, lengthText: "12 months", expiresText: "soon", message: "" };
  const ctx = contextIn(before, Date.now());
  const parameters = { giftId, addressVersion, ...words };
  const mail = queueMail(ctx, { kind: "gift", memberId: null, to: gift.recipientEmail, parameters });
  await mail.insert;
  await armFault({ kind: "drop_after_accept", to: gift.recipientEmail });
  await sendTransactionalMail(ctx, { id: mail.id });
  const later = contextIn(rotated, ctx.now + HOUR_MS);
  const calls = vi.spyOn(later.mailer, "sendBatch");
  await sendTransactionalMail(later, { id: mail.id });
  expect(calls.mock.calls[0]?.[0][0]?.html).toContain(keysOf(gift).token);
  expect(await outboxOf(gift.recipientEmail)).toHaveLength(1);
  expect(await rowsOf("select state, signing_key from transactional_mails where id = ?", mail.id)).toEqual([
    { state: "sent", signing_key: 1 },
  ]);
});

test("everyone stays logged in with new-key tokens, and old tokens stop working with the old key", async () => {
  const member = await createMember();
  const now = Date.now() - 3 * HOUR_MS;
  const old = await tokenFor(member, now);
  const verify = async (environment: Env) =>
    (await call(environment, "/api/auth/verify", { token: old, now })).json<{ token?: string }>();
  expect((await verify(before)).token).toBeUndefined();
  const renewed = { token: "", ...(await verify(rotated)) };
  expect(await readToken(readConfig(ended), renewed.token, now)).toMatchObject({ signingKey: 2 });
  expect(await readToken(readConfig(before), renewed.token, now)).toBeNull();
  const profile = (environment: Env, token: string, at = now) =>
    call(environment, "/api/user/profile", { token, now: at }).then(({ status }) => status);
  expect(await profile(rotated, old)).toBe(200);
  expect(await profile(ended, old)).toBe(401);
  expect(await profile(ended, renewed.token)).toBe(200);
  // Rows store each session's key, written with the last use, so it's clear which sessions would end with a key.
  expect((await sessionsOf(member)).map(({ signingKey }) => signingKey)).toEqual([1]);
  await profile(rotated, renewed.token, now + 2 * HOUR_MS);
  expect((await sessionsOf(member)).map(({ signingKey }) => signingKey)).toEqual([2]);
});

test("after the rotation, a media pass keeps working, and one with a retired key is replaced", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  const passIn = async (environment: Env, bearer: string) => {
    const cookie = cookieOf(await call(environment, "/api/auth/verify", { token: bearer }));
    return `${cookie?.name}=${cookie?.value}`;
  };
  const old = await passIn(before, token);
  // 404 with a valid pass, 401 without.
  const play = (cookie: string) => statusesOf("/audio/nothing-here.mp3", { headers: { cookie } });
  expect(await play(old)).toEqual([404, 404, 401]);
  const { token: renewed } = await (await call(rotated, "/api/auth/verify", { token })).json<{ token: string }>();
  expect(await play(await passIn(ended, renewed))).toEqual([401, 404, 404]);
});

test("links for an email, a gift, and a gift order work as long as their key is listed", async () => {
  const date = dateIn("America/Chicago", Date.now());
  await createItem(date);
  const member = await createMember();
  const json = { member: member.id, date, key: mailKey(readConfig(before), { member: member.id, date }) };
  expect(await statusesOf("/api/by-mail/open", { json })).toEqual([200, 200, 400]);

  const gift = await giftRow((await buyGift()).id);
  const keys = keysOf(gift);
  const pathsOf = ({ token, order }: typeof keys) =>
    [`/api/gifts/redeem?token=${token}`, `/api/gifts/order?order=${order}`] as const;
  for (const path of pathsOf(keys)) expect(await statusesOf(path), path).toEqual([200, 200, 404]);
  const config = readConfig(rotated);
  const { id: giftId, addressVersion } = gift;
  const anew = { token: giftKey(config, { giftId, addressVersion }), order: giftOrderKey(config, giftId) };
  for (const path of pathsOf(anew)) expect(await statusesOf(path), path).toEqual([404, 200, 200]);
});

test("a year-old unsubscribe link never stops working, and a new member's uses the signing key", async () => {
  const member = await createMember({ createdAt: Date.now() - 366 * DAY_MS });
  const path = unsubscribePath(member.id, unsubscribeKey(readConfig(before), member));
  expect(await statusesOf(path, { method: "POST" })).toEqual([200, 200, 200]);
  const email = `${crypto.randomUUID()}@x.test`;
  const json = { email, name: "Bo", trialMonths: 1 };
  expect((await call(rotated, "/api/admin/create-trial", { json, admin: true })).status).toBe(200);
  expect(await rowsOf("select unsubscribe_key from members where email_key = ?", email)).toEqual([
    { unsubscribe_key: 2 },
  ]);
});

test("address hashes are the same under every signing key", () => {
  const hashes = [before, rotated, ended].map((environment) => addressHash(readConfig(environment), "ana@x.test"));
  expect(new Set(hashes).size).toBe(1);
});

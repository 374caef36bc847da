import { beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { emailedCode, linkTo, PROOFS, type Prove } from "#test/worker/proofs.ts";
import { confirm, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { confirmAddress } from "../address/confirm-address.ts";
import type { Member } from "../member/member.ts";
import { selectMemberByEmail } from "../member/members.queries.ts";

const THEIRS = "the stranger's own";
const UNPROVED = { passwordHash: null, mailboxProvedAt: null };

// A test's clock may be ahead, and emails leave one after the other.
beforeEach(() => db.run("delete from dispatcher"));

const statusOf = async (path: string, token?: string) =>
  (await request(path, token === undefined ? {} : { token })).status;
const isIn = async (token: string) => (await statusOf("/api/auth/verify", token)) === 200;

const logIn = (email: string, password: string) =>
  request("/api/auth/login", { json: { email, password }, address: uniqueAddress() });

const setFirst = (token: string, more: object = {}, now = Date.now()) =>
  request("/api/user/change-password", {
    token,
    json: { newPassword: THEIRS, ...more },
    address: uniqueAddress(),
    now,
  });

const close = (token: string, json: object, now = Date.now()) =>
  request("/api/user/privacy/delete", { token, json, address: uniqueAddress(), now });

async function addFeedIn(token: string, name: string): Promise<string> {
  const response = await request("/api/user/feeds", { token, json: { name } });
  return new URL((await response.json<{ address: string }>()).address).pathname;
}

/** An account that someone began with another's address: a session, a password, a podcast feed, and an open link. */
async function begun() {
  const member = await createMember(UNPROVED);
  const theirs = await tokenFor(member);
  expect((await setFirst(theirs)).status).toBe(200);
  const feed = await addFeedIn(theirs, "Car");
  const link = await linkTo(member, "setup");
  return { member, theirs, feed, link };
}

const provedAt = async ({ id }: Member) =>
  (await rowsOf("select mailbox_proved_at as at from members where id = ?", id))[0]?.at;

async function noticesTo(address: string) {
  await sendDueMails(contextAt(Date.now() + 5 * MINUTE_MS));
  return (await outboxOf(address)).filter(({ subject }) => subject.endsWith("email is confirmed"));
}

const WAYS = Object.entries(PROOFS) as [string, Prove][];
const SETS_PASSWORD = ["a setup link", "a reset link"];

test.for(WAYS)("the first proof, by %s, ends all that began without one, and says so", async ([way, prove]) => {
  const { member, theirs, feed, link } = await begun();
  const { response, address } = await prove(member);
  expect(response.status).toBe(200);
  const { ended = "" } = await response.json<{ ended?: string }>();
  expect(ended).toContain("logged out 1 other device");
  expect(ended).toContain("revoked the podcast app Car");
  expect(ended.includes("removed the password")).toBe(!SETS_PASSWORD.includes(way));
  expect(await isIn(theirs)).toBe(false);
  expect(await statusOf(feed)).toBe(404);
  expect((await logIn(address, THEIRS)).status).toBe(401);
  const json = { token: link, email: address, password: "by an old link" };
  const confirmed = way.startsWith("the welcome");
  if (!confirmed)
    expect((await request("/api/auth/setup-password", { json, address: uniqueAddress() })).ok).toBe(false);
  expect(await provedAt(member)).toEqual(expect.any(Number));
  const notices = await noticesTo(address);
  expect(notices.map(({ text }) => text.includes(ended))).toEqual([true]);
});

test.for(WAYS)("after a proof by %s, the owner is in, or can log in by email", async ([, prove]) => {
  const { member } = await begun();
  const { response, address } = await prove(member);
  const { token } = await response.json<{ token?: string | null }>();
  if (token) return expect(await isIn(token)).toBe(true);
  const again = await PROOFS["a code to log in"]({ ...member, email: address });
  expect(again.response.status).toBe(200);
});

test.for(WAYS)("what the proving browser's own session made survives a proof by %s", async ([way, prove]) => {
  const { member, theirs: own, feed } = await begun();
  const login = await logIn(member.email, THEIRS);
  const { token: elsewhere } = await login.json<{ token: string }>();
  const other = await addFeedIn(elsewhere, "Elsewhere");
  const { response, address } = await prove(member, own);
  const { ended } = await response.json<{ ended?: string }>();
  expect(ended).toContain("logged out 1 other device and revoked the podcast app Elsewhere");
  expect(ended).not.toContain("password");
  expect([await statusOf(feed), await statusOf(other)]).toEqual([200, 404]);
  expect(await isIn(elsewhere)).toBe(false);
  const password = SETS_PASSWORD.includes(way) ? "chosen by the owner" : THEIRS;
  expect((await logIn(address, password)).status).toBe(200);
  // A new password ends every session but the one it opens.
  expect(await isIn(own)).toBe(!SETS_PASSWORD.includes(way));
});

test.for(WAYS)("for a proved mailbox, %s ends no feed and no password, and sends no notice", async ([way, prove]) => {
  const member = await createMember({ passwordHash: null });
  const own = await tokenFor(member);
  const feed = await addFeedIn(own, "Car");
  const { response, address } = await prove(member);
  expect(await response.json()).not.toHaveProperty("ended");
  expect(await statusOf(feed)).toBe(200);
  const isKept = !SETS_PASSWORD.includes(way) && !way.includes("new address");
  expect(await isIn(own)).toBe(isKept);
  expect(await noticesTo(address)).toEqual([]);
});

test("opening a link's page, checking it, or a wrong code proves nothing", async () => {
  const { member, theirs } = await begun();
  const [signIn, setup] = [await linkTo(member, "sign-in"), await linkTo(member, "setup")];
  const change = await linkTo(member, "address", { newEmail: `new-${member.email}` });
  const checks: [string, object][] = [
    ["/api/auth/sign-in/check", { token: signIn }],
    ["/api/auth/confirm-address/check", { token: setup }],
    ["/api/auth/confirm-address/check", { token: change }],
    ["/api/auth/setup-link", { token: setup, email: member.email }],
  ];
  for (const [path, json] of checks) expect((await request(path, { json, address: uniqueAddress() })).status).toBe(200);
  for (const path of ["/sign-in", "/setup-password", "/confirm-address"])
    expect((await request(`${path}?token=${signIn}&email=${member.email}`)).status).toBe(200);
  expect((await setFirst(theirs, { code: "000000" })).status).toBe(400);
  expect(await provedAt(member)).toBeNull();
  expect(await isIn(theirs)).toBe(true);
});

test("a bogus code can't prove the mailbox of an account without a password", async () => {
  const member = await createMember(UNPROVED);
  const token = await tokenFor(member);
  expect((await setFirst(token, { code: "000000" })).status).toBe(400);
  expect(await provedAt(member)).toBeNull();
});

test("two simultaneous proofs end everything, and send one email", async () => {
  const { member, theirs } = await begun();
  const answers = await Promise.all([PROOFS["a link to log in"](member), PROOFS["a link to log in"](member)]);
  expect(answers.some(({ response }) => response.status === 200)).toBe(true);
  expect(await isIn(theirs)).toBe(false);
  expect(await noticesTo(member.email)).toHaveLength(1);
});

test("a confirmation that another one overtook says that its link is used, and not what ended", async () => {
  const { member, link } = await begun();
  const ctx = contextOvertaken(Date.now(), () => PROOFS["the welcome's link to confirm"](member));
  const confirmation = { token: link, client: { userAgent: null, now: ctx.now } };
  await expect(confirmAddress(ctx, confirmation)).rejects.toThrow("so your email is confirmed");
  expect(await noticesTo(member.email)).toHaveLength(1);
});

test("restoring a closed account by its link is a proof, and by its password it isn't", async () => {
  const stranger = await begun();
  expect((await close(stranger.theirs, { password: THEIRS })).status).toBe(200);
  const back = { email: stranger.member.email, password: THEIRS };
  const byPassword = await request("/api/auth/keep-account/login", { json: back, address: uniqueAddress() });
  const { token } = await byPassword.json<{ token: string }>();
  expect(await provedAt(stranger.member)).toBeNull();
  expect((await close(token, { password: THEIRS })).status).toBe(200);
  await sendDueMails(contextAt(Date.now() + 5 * MINUTE_MS));
  const [mail] = await outboxOf(stranger.member.email);
  const [, keep = ""] = /\/login\?keep=([\w~-]+)/.exec(mail?.text ?? "") ?? [];
  const restored = await request("/api/auth/keep-account", { json: { token: keep }, address: uniqueAddress() });
  expect(await restored.json()).toMatchObject({ ended: expect.stringContaining("removed the password") });
  expect((await logIn(stranger.member.email, THEIRS)).status).toBe(401);
  expect(await statusOf(stranger.feed)).toBe(404);
  await db.run("delete from dispatcher");
  const again = await PROOFS["a code to log in"](stranger.member);
  expect(again.response.status).toBe(200);
});

test("an emailed code that changes a password is a proof for its session", async () => {
  const { member, theirs, feed } = await begun();
  const { token: elsewhere } = await (await logIn(member.email, THEIRS)).json<{ token: string }>();
  const other = await addFeedIn(elsewhere, "Elsewhere");
  const changed = await setFirst(theirs, { code: await emailedCode(member, theirs) });
  expect(await changed.json()).toMatchObject({ ended: expect.stringContaining("Elsewhere") });
  expect([await statusOf(feed), await statusOf(other)]).toEqual([200, 404]);
  expect((await logIn(member.email, THEIRS)).status).toBe(200);
  expect(await provedAt(member)).toEqual(expect.any(Number));
});

test("once proved, a session alone neither sets a first password nor closes the account", async () => {
  const member = await createMember({ passwordHash: null });
  const token = await tokenFor(member);
  const refused = await setFirst(token);
  expect([refused.status, await refused.json()]).toMatchObject([400, { fields: { code: expect.any(String) } }]);
  const kept = await close(token, { word: "DELETE" });
  expect([kept.status, await kept.json()]).toMatchObject([400, { fields: { code: expect.any(String) } }]);
  expect(await (await request("/api/user/profile", { token })).json()).toMatchObject({ asksCode: true });
  expect(await (await request("/api/user/privacy", { token })).json()).toMatchObject({ asks: "code" });
  expect((await setFirst(token, { code: await emailedCode(member, token) })).status).toBe(200);
  expect((await logIn(member.email, THEIRS)).status).toBe(200);
});

test("an emailed code closes an account without a password", async () => {
  const member = await createMember({ passwordHash: null });
  const token = await tokenFor(member);
  expect((await close(token, { code: await emailedCode(member, token) })).status).toBe(200);
});

test("for 15 minutes, a session opened by an emailed link needs no other proof", async () => {
  const opened = async (minutesAgo: number) => {
    const member = await createMember({ passwordHash: null });
    const { response } = await PROOFS["a link to log in"](member);
    await rowsOf(
      "update sessions set created_at = created_at - ? where member_id = ?",
      minutesAgo * MINUTE_MS,
      member.id,
    );
    return (await response.json<{ token: string }>()).token;
  };
  expect((await setFirst(await opened(14))).status).toBe(200);
  expect((await setFirst(await opened(15))).status).toBe(400);
  expect((await close(await opened(14), { word: "DELETE" })).status).toBe(200);
  expect((await close(await opened(15), { word: "DELETE" })).status).toBe(400);
});

test("a session opened by a password gets no such time", async () => {
  const { member } = await begun();
  await PROOFS["a reset link"](member);
  const { token } = await (await logIn(member.email, "chosen by the owner")).json<{ token: string }>();
  expect((await close(token, { word: "DELETE" })).status).toBe(400);
  expect((await close(token, { password: "chosen by the owner" })).status).toBe(200);
});

test("a session of before can't be used to prove another account, or keep anything there", async () => {
  const { member, theirs, feed } = await begun();
  const other = await tokenFor(await createMember());
  await PROOFS["a link to log in"](member, other);
  expect([await isIn(theirs), await isIn(other), await statusOf(feed)]).toEqual([false, true, 404]);
  expect(await sessionsOf(member)).toHaveLength(1);
});

test("logging in by email for years ends nothing", async () => {
  const member = await createMember({ passwordHash: null, createdAt: Date.now() - 800 * DAY_MS });
  const tokens: string[] = [];
  for (let year = 0; year < 3; year += 1) {
    const { response } = await PROOFS["a link to log in"](member);
    const answer = await response.json<{ token: string; ended?: string }>();
    expect(answer.ended).toBeUndefined();
    tokens.push(answer.token);
  }
  for (const token of tokens) expect(await isIn(token)).toBe(true);
});

test.for(WAYS)("after the first proof, by %s, the buyer's unused checkout opens no session", async ([, prove]) => {
  const { checkoutId, subscriptionId, email = "", cookie } = await startCheckout({ email: uniqueEmail() });
  await payPal.control({ action: "approve", id: subscriptionId });
  await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  const owner = await selectMemberByEmail(db, email).get();
  if (!owner) throw new Error("The webhook created no account.");
  expect((await prove(owner)).response.status).toBe(200);
  expect((await confirm(checkoutId, { cookie })).token).toBeNull();
});

test("a first proof ends a feed that 0.2.0 added, which has no session", async () => {
  const { member, feed } = await begun();
  await rowsOf("update feeds set session_id = null where member_id = ?", member.id);
  await PROOFS["a link to log in"](member);
  expect(await statusOf(feed)).toBe(404);
});

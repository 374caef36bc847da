import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { RedeemGiftResponse } from "#domain/contract/money/gifts.ts";
import { createMember, db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, emailed, keysOf } from "#test/worker/gifts.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import type { Gift } from "./gifts.queries.ts";

// Due emails are queried across the whole database.
beforeEach(() => db.run("delete from transactional_mails"));

function redeem(gift: Gift, more: Record<string, unknown> = {}): Promise<Response> {
  const json = { token: keysOf(gift).token, consent: true, ...more };
  return request("/api/gifts/redeem", { json, address: uniqueAddress() });
}

async function recipientOf(gift: Gift) {
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  return member;
}

const sessionsOf = (email: string) =>
  rowsOf("select s.id from sessions s join members m on m.id = s.member_id where m.email = ?", email);

test("opening a gift logs in the account it creates, once", async () => {
  const gift = await buyGift();
  // Reading it, as a scanner of links does, opens nothing.
  expect((await request(`/api/gifts/redeem?token=${keysOf(gift).token}`)).headers.get("set-cookie")).toBeNull();
  const answers = await Promise.all([redeem(gift), redeem(gift)]);
  const opened = answers.find(({ status }) => status === 200);
  expect(opened?.headers.get("set-cookie")).toContain("media_pass=");
  const { token } = (await opened?.json<RedeemGiftResponse>()) ?? {};
  const profile = await request("/api/user/profile", { token: token ?? "" });
  expect(await profile.json()).toMatchObject({ email: gift.recipientEmail, hasAccess: true });
  // A repeat after a lost answer is refused and logs no one in.
  const again = await redeem(gift);
  expect([again.status, again.headers.get("set-cookie"), Object.keys(await again.json<object>())]).toEqual([
    410,
    null,
    expect.not.arrayContaining(["token"]),
  ]);
  expect(await sessionsOf(gift.recipientEmail)).toHaveLength(1);
});

test.for([
  ["with a password", "x"],
  ["without one", null],
] as const)("an account %s gets the gift's time, and the link doesn't log anyone in", async ([, passwordHash]) => {
  const member = await createMember({ passwordHash });
  const gift = await buyGift({ recipientEmail: member.email });
  const answered = await redeem(gift, { name: "Somebody Else" });
  expect(answered.headers.get("set-cookie")).toBeNull();
  expect(await answered.json()).toEqual({ token: null, nextUrl: `${env.APP_URL}/login`, isWaiting: false });
  expect(await sessionsOf(member.email)).toEqual([]);
  expect(await recipientOf(gift)).toMatchObject({ firstName: member.firstName, lastName: member.lastName });
  expect((await emailed(gift)).includes("/setup-password?token=")).toBe(passwordHash === null);
});

test("account and welcome use the recipient's own name; the giver's email uses the name the giver wrote", async () => {
  const gift = await buyGift();
  expect((await redeem(gift, { name: "See bit.ly/abc" })).status).toBe(400);
  expect((await redeem(gift, { name: " Cyrus  Young-Lee " })).status).toBe(200);
  expect(await recipientOf(gift)).toMatchObject({ firstName: "Cyrus", lastName: "Young-Lee" });
  expect(await emailed(gift)).toContain("Welcome, Cyrus");
  // The receipt may leave with it: nothing orders them.
  const texts = (await outboxOf(gift.giverEmail)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("Cy Young opened your gift"))).toHaveLength(1);
});

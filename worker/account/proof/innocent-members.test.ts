import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { createImport, createInvited, invitationLinkOf } from "#test/worker/invited.ts";
import { linkTo, PROOFS } from "#test/worker/proofs.ts";
import { buy } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../member/member.ts";
import { selectMemberByEmail } from "../member/members.queries.ts";

// A test's clock may be ahead, and emails leave one after the other.
beforeEach(() => db.run("delete from dispatcher"));

async function memberOf(email: string): Promise<Member> {
  const member = await selectMemberByEmail(db, email).get();
  if (!member) throw new Error("There is no such member.");
  return member;
}

async function bought() {
  const email = uniqueEmail();
  const { token } = await buy({ email });
  return { member: await memberOf(email), before: token ?? "" };
}

async function setUp(json: object): Promise<Response> {
  return request("/api/auth/setup-password", { json: { password: "first light", ...json }, address: uniqueAddress() });
}

/** The member, the session they had before, if any, and what they do. */
type Life = { email: string; before?: string; response: Response };

const NOTHING = undefined;
const ONE_DEVICE = "Before you confirmed your email, anyone could have used it, so we logged out 1 other device.";

/** Who is logged out of what they had, and the sentence they read. */
const LIVES: [string, () => Promise<Life>, { isOut: boolean; ended: string | undefined }][] = [
  [
    "a buyer who sets a password on a second device",
    async () => {
      const { member, before } = await bought();
      const token = await linkTo(member, "setup");
      return { email: member.email, before, response: await setUp({ token, email: member.email }) };
    },
    { isOut: true, ended: ONE_DEVICE },
  ],
  [
    "a buyer who confirms the address on a second device",
    async () => {
      const { member, before } = await bought();
      return { email: member.email, before, ...(await PROOFS["the welcome's link to confirm"](member)) };
    },
    { isOut: true, ended: ONE_DEVICE },
  ],
  [
    "a buyer who confirms the address in the browser that bought",
    async () => {
      const { member, before } = await bought();
      return { email: member.email, before, ...(await PROOFS["the welcome's link to confirm"](member, before)) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "a buyer who logs in by email in the browser that bought",
    async () => {
      const { member, before } = await bought();
      return { email: member.email, before, ...(await PROOFS["a code to log in"](member, before)) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "a new trial",
    async () => {
      const member = await createMember({
        subscriptionType: "trial",
        subscriptionStatus: "trial",
        passwordHash: null,
        mailboxProvedAt: null,
      });
      const token = await linkTo(member, "setup");
      return { email: member.email, response: await setUp({ token, email: member.email }) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "an imported person who accepts the invitation",
    async () => {
      const member = await createInvited(await createImport(Date.now()), { mailboxProvedAt: null });
      const link = await invitationLinkOf(member);
      return { email: member.email, response: await setUp({ ...link, consent: true }) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "a gift for a new address",
    async () => {
      const gift = await buyGift();
      const json = { token: keysOf(gift).token, consent: true };
      return { email: gift.recipientEmail, response: await request("/api/gifts/redeem", { json }) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "a gift for a known address whose mailbox is proved",
    async () => {
      const member = await createMember();
      return { email: member.email, before: await tokenFor(member), ...(await PROOFS["a gift"](member)) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "a gift for a buyer who opens it in the browser that bought",
    async () => {
      const { member, before } = await bought();
      return { email: member.email, before, ...(await PROOFS["a gift"](member, before)) };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "an administrator's change of a proved address",
    async () => {
      const member = await createMember();
      const before = await tokenFor(member);
      const { response, address } = await PROOFS["a link to a new address"](member, before);
      return { email: address, before, response };
    },
    // As for any change of address: the page says that all devices are logged out.
    { isOut: true, ended: NOTHING },
  ],
  [
    "an administrator's change of a buyer's mistyped address, confirmed in the browser that bought",
    async () => {
      const { member, before } = await bought();
      const { response, address } = await PROOFS["a link to a new address"](member, before);
      return { email: address, before, response };
    },
    { isOut: false, ended: NOTHING },
  ],
  [
    "someone who has logged in by email for years",
    async () => {
      const member = await createMember({ passwordHash: null, createdAt: Date.now() - 900 * DAY_MS });
      return { email: member.email, before: await tokenFor(member), ...(await PROOFS["a link to log in"](member)) };
    },
    { isOut: false, ended: NOTHING },
  ],
];

test.for(LIVES)("%s: who is logged out, and what the page says", async ([, live, { isOut, ended }]) => {
  const { email, before, response } = await live();
  expect(response.status).toBe(200);
  const answer = await response.json<{ token?: string | null; ended?: string }>();
  expect(answer.ended).toBe(ended);
  if (before !== undefined)
    expect((await request("/api/auth/verify", { token: before })).status).toBe(isOut ? 401 : 200);
  // No one is left without a way in.
  if (answer.token) expect((await request("/api/auth/verify", { token: answer.token })).status).toBe(200);
  const again = await PROOFS["a code to log in"](await memberOf(email));
  expect(again.response.status).toBe(200);
});

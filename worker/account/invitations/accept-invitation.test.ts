import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { setupLinkResponse } from "#domain/contract/account.ts";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { INVITATION_CONSENT } from "#domain/rules/consent.ts";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, redeem } from "#test/worker/gifts.ts";
import { createImport, createInvited, invitationLinkOf } from "#test/worker/invited.ts";
import { settle } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { unsubscribeKey } from "../../kernel/links/unsubscribe-key.ts";
import type { Member } from "../member/member.ts";
import { selectMember } from "../member/members.queries.ts";
import { recordInvited } from "./invitations.queries.ts";

const PACIFIC = "America/Los_Angeles";
const invited = async (of: Parameters<typeof createInvited>[1] = {}) =>
  createInvited(await createImport(Date.now() - DAY_MS), of);

type Link = Awaited<ReturnType<typeof invitationLinkOf>>;
const read = (link: Link) => request("/api/auth/setup-link", { json: link, address: uniqueAddress() });
const accept = (link: Link, more: object = { consent: true }) =>
  request("/api/auth/setup-password", {
    json: { ...link, password: "first light", ...more },
    address: uniqueAddress(),
  });

const memberOf = async ({ id }: Member) => (await selectMember(db, id))[0];
const invitationOf = async ({ id }: Member) => (await rowsOf("select * from invitations where member_id = ?", id))[0];
const actionsOf = async ({ id }: Member) =>
  (await rowsOf("select action from audit where subject = ? order by id", id)).map(({ action }) => action);

test("opening an invitation link asks for the wake-up hour and changes nothing", async () => {
  const member = await invited({ wakeUpHour: 7 });
  const link = await invitationLinkOf(member);
  const { wakeUp } = setupLinkResponse.parse(await (await read(link)).json());
  expect(wakeUp?.emailTime).toBe("07:00");
  expect(await memberOf(member)).toEqual(member);
});

test("accepting sets password, hour, and zone, records consent, logs in, and only then turns emails on", async () => {
  const member = await invited();
  const link = await invitationLinkOf(member);
  const before = Date.now();
  const response = await accept(link, { consent: true, emailTime: "08:00", timezone: PACIFIC });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ token: expect.any(String) });
  const after = await memberOf(member);
  expect(after).toMatchObject({ isUnaccepted: false, emailEnabled: true, wakeUpHour: 8, timezone: PACIFIC });
  expect(after?.passwordHash).toContain("scrypt");
  expect(after?.wakeUpSince).toBeGreaterThanOrEqual(before);
  expect((await invitationOf(member))?.accepted_at).toBeGreaterThanOrEqual(before);
  expect(await sessionsOf(member)).toHaveLength(1);
  expect(await rowsOf("select purpose, source_id, text from consents where member_id = ?", member.id)).toEqual([
    { purpose: "invitation", source_id: member.id, text: INVITATION_CONSENT.text },
  ]);
  expect(await actionsOf(member)).toEqual(["invitation.accept"]);
  // The link works once.
  expect((await accept(link)).status).toBe(410);
});

test("two simultaneous acceptances take effect once", async () => {
  const member = await invited();
  const link = await invitationLinkOf(member);
  const statuses = (await Promise.all([accept(link), accept(link)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 410]);
  expect(await actionsOf(member)).toEqual(["invitation.accept"]);
});

test.for([{}, { consent: false }])("without the consent box checked, %o accepts nothing", async (more) => {
  const member = await invited();
  const response = await accept(await invitationLinkOf(member), more);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: { consent: "Check the box to accept your invitation." } });
  expect(await memberOf(member)).toEqual(member);
});

test("a member who unsubscribed elsewhere isn't asked for an hour, and accepting leaves emails off", async () => {
  const member = await invited({ wakeUpHour: 9, invitation: { isUnsubscribed: true } });
  const link = await invitationLinkOf(member);
  expect(await (await read(link)).json()).toMatchObject({ wakeUp: null });
  await accept(link, { consent: true, emailTime: "05:00", timezone: PACIFIC });
  expect(await memberOf(member)).toMatchObject({
    isUnaccepted: false,
    emailEnabled: false,
    wakeUpHour: 9,
    timezone: member.timezone,
  });
});

test("one-click unsubscribing in an invitation stops reminders and wake-up emails, and its page says so", async () => {
  const member = await invited({ invitation: { invitedAt: 1 } });
  const json = { member: member.id, key: unsubscribeKey(readConfig(env), member) };
  const check = async () => (await request("/api/unsubscribe/check", { json })).json();
  expect(await check()).toEqual({ emailEnabled: true });
  expect(await (await request("/api/unsubscribe", { json })).json()).toEqual({ emailEnabled: false });
  expect(await check()).toEqual({ emailEnabled: false });
  expect(await invitationOf(member)).toMatchObject({ is_unsubscribed: 1 });
  await accept(await invitationLinkOf(member));
  expect(await memberOf(member)).toMatchObject({ isUnaccepted: false, emailEnabled: false });
});

test("a password reset by an unaccepted member sends and counts as the invitation, within the reset limits", async () => {
  const member = await invited();
  const now = Date.now();
  for (let time = 0; time < 3; time += 1) {
    const response = await requestWith({}, "/api/auth/request-password-reset", {
      json: { email: member.email },
      address: uniqueAddress(),
      now,
    });
    if (time === 0) expect(await response.json()).toMatchObject({ resetLink: expect.stringContaining("/invitation?") });
  }
  const mails = await outboxOf(member.email);
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("Your membership has moved to Daybolt"));
  expect(await invitationOf(member)).toMatchObject({ invited_at: now });
  await recordInvited(db, "invitedAt", [member.id], now + 1);
  expect(await invitationOf(member)).toMatchObject({ invited_at: now });
});

test("an administrator's password link also sends the invitation", async () => {
  const member = await invited();
  const json = { requestId: crypto.randomUUID() };
  const path = `/api/admin/members/${member.id}/password-mail`;
  for (let time = 0; time < 2; time += 1) {
    const response = await request(path, { admin: true, json });
    expect(await response.json()).toEqual({ message: `The invitation is on its way to ${member.email}.` });
  }
  expect((await outboxOf(member.email)).map(({ subject }) => subject)).toEqual([
    "Your membership has moved to Daybolt",
  ]);
  expect(await actionsOf(member)).toEqual(["member.password-mail"]);
});

test("opening a gift accepts the invitation, keeps the imported hour, and emails a link to set a password", async () => {
  const member = await invited({ accessEndsAt: null, subscriptionEndsAt: null, wakeUpHour: 8 });
  const gift = await buyGift({ recipientEmail: member.email });
  await redeem(gift);
  await settle();
  expect(await memberOf(member)).toMatchObject({ isUnaccepted: false, emailEnabled: true, wakeUpHour: 8 });
  expect(await actionsOf(member)).toEqual(["gift.redeem", "invitation.accept"]);
  expect((await outboxOf(member.email)).some(({ text }) => text.includes("/setup-password?"))).toBe(true);
});

test("a granted trial gives access and emails the invitation, but accepts nothing", async () => {
  const ended = Date.now() - MINUTE_MS;
  const member = await invited({ accessEndsAt: ended, subscriptionEndsAt: ended });
  const response = await request("/api/admin/create-trial", {
    admin: true,
    json: { email: member.email, name: "Ana", trialMonths: 1 },
  });
  expect(response.status).toBe(200);
  const granted = await memberOf(member);
  expect(granted).toMatchObject({ isUnaccepted: true, emailEnabled: false, subscriptionStatus: "trial" });
  await settle();
  const [mail, ...more] = await outboxOf(member.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("You've been given a free trial of 1 month.");
  expect(mail?.text).toContain("/invitation?");
  const again = { admin: true, json: { requestId: crypto.randomUUID() } };
  expect((await request(`/api/admin/trial-users/${member.id}/invite`, again)).status).toBe(200);
  await settle();
  expect((await outboxOf(member.email)).map(({ subject }) => subject)).toEqual(
    Array(2).fill("Your Daybolt account: one link opens it"),
  );
});

test("asking for a login email sends the invitation, which says if there's no access", async () => {
  const ended = { accessEndsAt: null, subscriptionEndsAt: null };
  for (const [member, says] of [
    [await invited(), "You've paid through"],
    [await invited(ended), "You asked for a way in."],
  ] as const) {
    const json = { email: member.email };
    expect((await request("/api/auth/sign-in", { json, address: uniqueAddress() })).status).toBe(200);
    await expect.poll(async () => (await outboxOf(member.email))[0]?.text).toContain(says);
    expect((await outboxOf(member.email))[0]?.text).toContain("/invitation?");
  }
});

test("no password logs a member in before they accept, and other members aren't affected", async () => {
  const [member, other] = [await invited(), await createMember()];
  const json = { email: member.email, password: "first light" };
  expect((await request("/api/auth/login", { json, address: uniqueAddress() })).status).toBe(401);
  await accept(await invitationLinkOf(member));
  expect(await memberOf(other)).toEqual(other);
  expect(await tokenFor(other)).toBeTruthy();
});

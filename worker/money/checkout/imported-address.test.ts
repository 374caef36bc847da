import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { createImport, createInvited, invitationLinkOf } from "#test/worker/invited.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, confirm, confirmAgain, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { writeNotices } from "../../access/notices/write-notices.ts";
import type { Member } from "../../account/member/member.ts";
import { readConfig } from "../../kernel/env.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";

/** Imported with a paid day left. */
async function imported(of: Parameters<typeof createInvited>[1] = {}): Promise<Member> {
  const until = Date.now() + DAY_MS;
  return createInvited(await createImport(Date.now() - HOUR_MS), {
    accessEndsAt: until,
    subscriptionEndsAt: until,
    ...of,
  });
}

const kindsTo = async ({ id }: Member) =>
  (await rowsOf("select kind from transactional_mails where member_id = ? order by kind", id)).map(({ kind }) => kind);
const stateOf = async ({ id }: Member) =>
  (
    await rowsOf(
      `select m.is_unaccepted as "isUnaccepted", m.email_enabled as "emailEnabled", m.wake_up_hour as hour, m.password_hash as password,
        m.mailbox_proved_at is null or m.mailbox_proved_at <= m.created_at as "isAsImported", i.accepted_at as "acceptedAt",
        (select count(*) from sessions s where s.member_id = m.id) as sessions,
        (select count(*) from consents c where c.member_id = m.id and c.purpose = 'invitation') as agreed
       from members m join invitations i on i.member_id = m.id where m.id = ?`,
      id,
    )
  )[0];
const UNTOUCHED = {
  isUnaccepted: 1,
  emailEnabled: 0,
  hour: 6,
  password: null,
  acceptedAt: null,
  sessions: 0,
  agreed: 0,
};

test("a visitor's purchase under an imported address extends access, leaves the invitation open, and opens no session", async () => {
  const member = await imported();
  const { response, ...started } = await startCheckout({
    email: member.email,
    wakeUp: { emailTime: "09:00", timezone: "UTC" },
  });
  expect(response.status).toBe(200);
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const [first, second] = [
    await confirm(started.checkoutId, { cookie: started.cookie }),
    await confirmAgain(started.checkoutId, { cookie: started.cookie }),
  ];
  for (const answer of [first, second])
    expect(answer).toMatchObject({ state: "active", token: null, needsLogin: true, isInvited: true });
  expect(await accessEndOf(member.id)).toBeGreaterThan(Date.now() + 20 * DAY_MS);
  expect(await stateOf(member)).toMatchObject(UNTOUCHED);
  // One invitation, however often the page confirms and PayPal reports.
  await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  await report(started.subscriptionId, "PAYMENT.SALE.COMPLETED");
  expect(await kindsTo(member)).toEqual(["invitation-news", "payment-receipt"]);
  const [mail] = await rowsOf(
    "select id, state, parameters ->> 'newsText' as news from transactional_mails where member_id = ? and kind = 'invitation-news'",
    member.id,
  );
  expect(mail).toMatchObject({
    id: `invitation-news:${started.subscriptionId}`,
    news: expect.stringContaining("was just bought for this email"),
  });
  const [{ invited_at: invitedAt } = {}] = await rowsOf(
    "select invited_at from invitations where member_id = ?",
    member.id,
  );
  expect(invitedAt).not.toBeNull();
});

test("PayPal's report before the page's call changes nothing of that", async () => {
  const member = await imported();
  const started = await startCheckout({ email: member.email });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  const answers = await Promise.all([1, 2].map(() => confirm(started.checkoutId, { cookie: started.cookie })));
  for (const answer of answers) expect(answer).toMatchObject({ token: null, isInvited: true });
  expect(await stateOf(member)).toMatchObject(UNTOUCHED);
  expect((await kindsTo(member)).filter((kind) => kind === "invitation-news")).toHaveLength(1);
});

test("a purchase begun before the import accepts nothing either, even with its buyer's cookie", async () => {
  const email = uniqueEmail();
  const started = await startCheckout({ email, wakeUp: { emailTime: "09:00", timezone: "UTC" } });
  const member = await imported({ email });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  expect(await confirm(started.checkoutId, { cookie: started.cookie })).toMatchObject({ token: null, isInvited: true });
  expect(await stateOf(member)).toMatchObject(UNTOUCHED);
});

test("once the owner accepts by the emailed link, the buyer's cookie still opens nothing", async () => {
  const member = await imported();
  const { checkoutId, cookie } = await buy({ email: member.email });
  const json = { ...(await invitationLinkOf(member)), password: "first light", consent: true };
  expect((await request("/api/auth/setup-password", { json, address: uniqueAddress() })).status).toBe(200);
  expect(await confirmAgain(checkoutId, { cookie })).toMatchObject({ token: null, needsLogin: true, isInvited: false });
  expect(await stateOf(member)).toMatchObject({ isUnaccepted: 0, sessions: 1, agreed: 1 });
});

test("receipt, renewal, failed charge, refund, and cancellation are emailed although no one has accepted", async () => {
  const [member, other, third] = [await imported(), await imported(), await imported()];
  const { subscriptionId } = await buy({ email: member.email, plan: "annual" });
  const { nextBillingTime } = await payPal.subscription(subscriptionId);
  const renews = nextBillingTime ?? 0;
  await writeNotices(contextAt(renews - 20 * DAY_MS));
  await payPal.control({ action: "failNext", id: subscriptionId });
  await payPal.control({ action: "advance", id: subscriptionId, to: renews + 1000 });
  await report(subscriptionId, "BILLING.SUBSCRIPTION.PAYMENT.FAILED", { now: renews + 1000 });
  const kinds = await kindsTo(member);
  expect(kinds).toEqual(expect.arrayContaining(["payment-receipt", "renewal-ahead", "payment-failed"]));
  await buy({ email: other.email });
  const [payment] = await rowsOf("select id from payments where member_id = ?", other.id);
  const json = { requestId: crypto.randomUUID(), reason: "Asked" };
  expect((await request(`/api/admin/payments/${payment?.id}/refund`, { admin: true, json })).status).toBe(200);
  expect(await kindsTo(other)).toContain("payment-refunded");
  const bought = await buy({ email: third.email });
  await payPal.control({ action: "cancel", id: bought.subscriptionId });
  await report(bought.subscriptionId, "BILLING.SUBSCRIPTION.CANCELLED");
  expect(await kindsTo(third)).toContain("subscription-cancelled");
  for (const one of [member, other, third]) expect(await stateOf(one)).toMatchObject(UNTOUCHED);
});

test("of two buyers under one imported address, a third must log in once the first has paid, and a double is shown", async () => {
  const member = await imported();
  const [one, other] = [await startCheckout({ email: member.email }), await startCheckout({ email: member.email })];
  await payPal.control({ action: "approve", id: one.subscriptionId });
  await confirm(one.checkoutId, { cookie: one.cookie });
  const third = await startCheckout({ email: member.email });
  expect([third.response.status, third.error]).toEqual([409, expect.stringContaining("already has an account")]);
  await payPal.control({ action: "approve", id: other.subscriptionId });
  expect(await confirm(other.checkoutId, { cookie: other.cookie })).toMatchObject({ token: null, isInvited: true });
  expect(await rowsOf("select count from charged_subscriptions where member_id = ?", member.id)).toEqual([
    { count: 2 },
  ]);
  expect(await stateOf(member)).toMatchObject(UNTOUCHED);
});

test("an address that gets no email buys nothing: the same sentence, imported or not", async () => {
  const [member, stranger, owner] = [await imported(), uniqueEmail(), await createMember()];
  for (const email of [member.email, stranger, owner.email])
    await rowsOf(
      "insert into suppressions (address_hash, reason, suppressed_at) values (?, 'bounced', 1)",
      addressHash(readConfig(env), emailKeyOf(email)),
    );
  const [one, other, own] = [
    await startCheckout({ email: member.email }),
    await startCheckout({ email: stranger }),
    await startCheckout({ email: owner.email }),
  ];
  for (const { response, error } of [one, other])
    expect([response.status, error]).toEqual([409, "We can't send email to this address. Enter another one."]);
  expect(own.error).toContain("already has an account");
  expect(
    await rowsOf("select 1 from checkouts where email_key in (?, ?)", emailKeyOf(member.email), emailKeyOf(stranger)),
  ).toEqual([]);
});

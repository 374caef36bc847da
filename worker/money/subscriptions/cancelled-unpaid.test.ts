import { expect, test } from "vitest";
import { type MySubscription, mySubscription } from "#domain/contract/money/subscriptions.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { accessEndOf, buy } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";

/** The subscription in My Account after a cancellation, from the response and from another read. */
async function cancel(token: string): Promise<MySubscription["subscription"]> {
  const answer = await request("/api/user/subscription/cancel", { token, json: {} });
  expect(answer.status).toBe(200);
  const shown = mySubscription.parse(await answer.json()).subscription;
  const read = mySubscription.parse(await (await request("/api/user/subscription", { token })).json()).subscription;
  expect(read).toEqual(shown);
  return shown;
}

/** The end date in a subscription's cancellation email. */
async function endText(subscriptionId: string): Promise<unknown> {
  const id = `cancelled-${subscriptionId}`;
  const [mail] = await rowsOf("select parameters ->> 'endText' as text from transactional_mails where id = ?", id);
  return mail?.text;
}

/** The end of all access. */
async function endOf(memberId: string): Promise<{ at: string; text: string }> {
  const end = (await accessEndOf(memberId)) ?? 0;
  expect(end).toBeGreaterThan(Date.now() + DAY_MS);
  const [member] = await rowsOf("select timezone from members where id = ?", memberId);
  return { at: new Date(end).toISOString(), text: formatLongDate(dateIn(String(member?.timezone), end)) };
}

test("cancelling a plan change before its first charge keeps the paid year and shows its end", async () => {
  const { memberId, subscriptionId, token } = await buy({ plan: "annual" });
  const month = await buy({ token: token ?? "" });
  const shown = await cancel(token ?? "");
  const end = await endOf(memberId);
  expect(shown).toMatchObject({ id: subscriptionId, state: "ends", accessUntil: end.at, changesTo: null });
  expect(await endText(month.subscriptionId)).toBe(end.text);
});

test("a member who cancels, rejoins, and cancels again keeps the paid time and sees its end", async () => {
  const { memberId, subscriptionId, token } = await buy();
  await cancel(token ?? "");
  const again = await buy({ token: token ?? "" });
  const shown = await cancel(token ?? "");
  const end = await endOf(memberId);
  expect(shown).toMatchObject({ id: subscriptionId, state: "ends", accessUntil: end.at });
  expect(await endText(again.subscriptionId)).toBe(end.text);
});

async function onTrial() {
  const accessEndsAt = Date.now() + 20 * DAY_MS;
  return createMember({ subscriptionType: "trial", subscriptionStatus: "trial", accessEndsAt });
}

async function onGift() {
  const gift = await buyGift();
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  if (!member) throw new Error("The gift has made no account.");
  return member;
}

test.for([
  ["a trial", onTrial],
  ["a gift", onGift],
] as const)(
  "cancelling a plan bought during %s before its first charge shows when the existing access ends",
  async ([, given]) => {
    const member = await given();
    const token = await tokenFor(member);
    const { subscriptionId } = await buy({ token });
    const shown = await cancel(token);
    const end = await endOf(member.id);
    expect(shown).toMatchObject({ id: subscriptionId, state: "ended", openUntil: end.at });
    expect(await endText(subscriptionId)).toBe(end.text);
  },
);

test("cancelling a paid month shows the end of the member's longer access from elsewhere", async () => {
  const { memberId, subscriptionId, token } = await buy();
  const untilDate = addDays(dateIn("America/Chicago", Date.now()), 90);
  const json = { requestId: crypto.randomUUID(), untilDate, plan: "monthly", reason: "Asked for it" };
  expect((await request(`/api/admin/members/${memberId}/grants`, { admin: true, json })).status).toBe(200);
  const shown = await cancel(token ?? "");
  const end = await endOf(memberId);
  expect(shown).toMatchObject({ id: subscriptionId, state: "ends", openUntil: end.at });
  expect(await endText(subscriptionId)).toBe(end.text);
});

test("cancelling without other access shows no other end date", async () => {
  const { memberId, subscriptionId, token } = await buy();
  const shown = await cancel(token ?? "");
  const end = await endOf(memberId);
  expect(shown).toMatchObject({ id: subscriptionId, state: "ends", accessUntil: end.at, openUntil: null });
  expect(await endText(subscriptionId)).toBe(end.text);
});

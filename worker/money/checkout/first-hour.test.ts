import { expect, test } from "vitest";
import { checkoutOffers } from "#domain/contract/money/checkout.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn, longDateIn } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createItem, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { tickThrough } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { buy, confirm, payPal, startCheckout } from "#test/worker/purchases.ts";
import { request, requestWith } from "#test/worker/request.ts";

const PACIFIC = "America/Los_Angeles";

const wakeUpOf = async (table: "members" | "checkouts", id: string) =>
  (await rowsOf(`select wake_up_hour as hour, timezone as zone from ${table} where id = ?`, id))[0];

test("a buyer in Los Angeles who sets nothing gets the first email at 6:00 Pacific and local receipt dates", async () => {
  const { memberId, email } = await buy({ wakeUp: { timezone: PACIFIC } });
  expect(await wakeUpOf("members", memberId)).toEqual({ hour: 6, zone: PACIFIC });
  const at = nextSlot(6, PACIFIC, Date.now());
  await createItem(dateIn(PACIFIC, at), { title: "Up with the sun" });
  const wakeUps = async () =>
    (await outboxOf(String(email))).filter(({ html }) => html.includes("Up with the sun")).length;
  await tickThrough(at - 2 * HOUR_MS);
  expect(await wakeUps()).toBe(0);
  await tickThrough(at);
  expect(await wakeUps()).toBe(1);
  const receipt = (await outboxOf(String(email))).find(({ subject }) => /receipt/i.test(subject));
  expect(receipt?.text).toContain(longDateIn(PACIFIC, Date.now()));
});

test("a new account keeps the hour chosen at checkout", async () => {
  const { memberId } = await buy({ wakeUp: { emailTime: "08:00", timezone: "America/Boise" } });
  expect(await wakeUpOf("members", memberId)).toEqual({ hour: 8, zone: "America/Denver" });
});

test.for([
  ["no answer", {}],
  ["an invalid hour and zone", { emailTime: "dawn", timezone: "Mars/Olympus" }],
  ["an answer that isn't text", { emailTime: 6, timezone: { zone: PACIFIC } }],
  ["an hour not offered, and a zone too far away", { emailTime: "23:00", timezone: "Asia/Tokyo" }],
  ["text that is too long", { timezone: PACIFIC.repeat(100) }],
] as const)("%s falls back to 6:00 Central and doesn't block the purchase", async ([, wakeUp]) => {
  const { response, checkoutId } = await startCheckout({ wakeUp });
  expect(response.status).toBe(200);
  expect(await wakeUpOf("checkouts", checkoutId)).toEqual({ hour: 6, zone: "America/Chicago" });
});

test("if every zone is offered, a buyer gets their own", async () => {
  const json = { requestId: crypto.randomUUID(), plan: "monthly", email: uniqueEmail(), consent: true };
  const response = await requestWith({ WAKE_UP_ZONES: "world" }, "/api/checkout", {
    json: { ...json, timezone: "Europe/Berlin" },
  });
  const { checkoutId } = await response.json<{ checkoutId: string }>();
  expect(await wakeUpOf("checkouts", checkoutId)).toEqual({ hour: 6, zone: "Europe/Berlin" });
});

test("a buyer who changes the hour before paying gets the latest choice, in the same order", async () => {
  const [email, requestId] = [uniqueEmail(), crypto.randomUUID()];
  const first = await startCheckout({ email, requestId, wakeUp: { emailTime: "05:00", timezone: PACIFIC } });
  const second = await startCheckout({
    email,
    requestId,
    wakeUp: { emailTime: "09:00", timezone: "America/New_York" },
  });
  expect(second.subscriptionId).toBe(first.subscriptionId);
  await payPal.control({ action: "approve", id: first.subscriptionId });
  await confirm(first.checkoutId, { cookie: second.cookie });
  const [member] = await rowsOf("select id from members where email = ?", email);
  expect(await wakeUpOf("members", String(member?.id))).toEqual({ hour: 9, zone: "America/New_York" });
});

test("a member isn't asked and keeps their hour, even if the account was created after the order", async () => {
  const wakeUp = { emailTime: "09:00", timezone: PACIFIC };
  const member = await createMember({ wakeUpHour: 5, timezone: "America/New_York" });
  const token = await tokenFor(member);
  const offers = async (session: { token?: string }) =>
    checkoutOffers.parse(await (await request("/api/checkout", session)).json());
  expect([(await offers({ token })).wakeUp, (await offers({})).wakeUp?.emailTime]).toEqual([null, "06:00"]);
  const bought = await buy({ token, wakeUp });
  expect(await wakeUpOf("members", bought.memberId)).toEqual({ hour: 5, zone: "America/New_York" });
  expect(await wakeUpOf("checkouts", bought.checkoutId)).toEqual({ hour: null, zone: null });

  const started = await startCheckout({ wakeUp });
  const late = await createMember({ ...(started.email ? { email: started.email } : {}), wakeUpHour: 7 });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await confirm(started.checkoutId, { cookie: started.cookie });
  expect(await wakeUpOf("members", late.id)).toEqual({ hour: 7, zone: "America/Chicago" });
});

test("paid time without a subscription delays the first charge to the day that the consent gives", async () => {
  // In Los Angeles it's still the day before.
  const day = dateIn("UTC", Date.now() + 20 * DAY_MS);
  const paidUntil = instantAt(day, 1, "America/Chicago");
  const member = await createMember({ timezone: PACIFIC, accessEndsAt: paidUntil, subscriptionEndsAt: paidUntil });
  const answer = await request("/api/checkout", { token: await tokenFor(member) });
  for (const offer of checkoutOffers.parse(await answer.json()).offers) {
    const text = longDateIn(PACIFIC, paidUntil);
    expect(offer.startsAt).toBe(new Date(paidUntil).toISOString());
    expect(offer.consentText).toContain(`on ${text}`);
  }
});

test("the welcome email gives a returning subscriber's weekday hour and differing weekend setting", async () => {
  const without = { accessEndsAt: null, subscriptionEndsAt: null, accessChangesAt: null };
  const member = await createMember({ ...without, weekendHour: NO_HOUR });
  await buy({ token: await tokenFor(member) });
  const texts = (await outboxOf(member.email)).map(({ text }) => text);
  expect(texts.join()).toContain("Your wake-up hour: 6:00 AM Central, nothing on weekends.");
});

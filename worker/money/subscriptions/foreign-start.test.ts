import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, confirm, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import { reconcile } from "./reconcile.ts";
import { syncSubscription } from "./sync-subscription.ts";

const PLAN_ID = contextAt(Date.now()).paypal?.plans.annual ?? "";
const IN_2036 = Date.UTC(2036, 0, 1);

afterEach(() => vi.restoreAllMocks());

const checkoutOf = async (requestId: string) =>
  (await rowsOf("select * from checkouts where request_id = ?", requestId))[0];
const eventOf = async (id: string) => (await rowsOf("select * from provider_events where id = ?", id))[0];
const subscriptionOf = async (id: string) => (await rowsOf("select * from subscriptions where id = ?", id))[0];
const activated = (id: string, now = Date.now()) => report(id, "BILLING.SUBSCRIPTION.ACTIVATED", { now });

/** A checkout to which PayPal didn't respond, so it has no subscription. */
async function failCheckout() {
  const [requestId, email] = [crypto.randomUUID(), uniqueEmail()];
  await payPal.arm({ kind: "rate_limit", retryAfterSeconds: 60, operation: "subscriptions.create" });
  expect((await startCheckout({ plan: "annual", requestId, email })).response.status).toBe(503);
  return { requestId, email, checkoutId: String((await checkoutOf(requestId))?.id) };
}

/** Creates a subscription in the browser, as anyone can with the page's client and plan IDs. */
async function makeOwn(customId: string, startTime = IN_2036) {
  const made = await payPal.control({ action: "subscribe", planId: PLAN_ID, customId, startTime });
  const { id } = made as { id: string };
  await payPal.control({ action: "approve", id });
  return id;
}

test("a subscription that a buyer creates with the request ID and a start in 2036 gives no access", async () => {
  const { requestId, email } = await failCheckout();
  const own = await makeOwn(requestId);
  const { status, eventId } = await activated(own);
  expect([status, (await eventOf(eventId))?.outcome]).toEqual([200, "refused: unknown custom_id"]);
  expect(await subscriptionOf(own)).toBeUndefined();
  expect(await rowsOf("select 1 from members where email = ?", email)).toEqual([]);
});

test("a buyer-created subscription with the checkout's ID is refused after an hour with one alert", async () => {
  const { checkoutId, email } = await failCheckout();
  const own = await makeOwn(checkoutId);
  const early = await activated(own, Date.now() + 59 * 60_000);
  expect([early.status, (await eventOf(early.eventId))?.applied_at]).toEqual([503, null]);

  const operatorEmail = uniqueEmail();
  const ctx = contextAt(Date.now() + HOUR_MS + 1000);
  const as = { ...ctx, config: { ...ctx.config, operatorEmail } };
  for (let times = 0; times < 2; times += 1)
    expect(await syncSubscription(as, own)).toMatchObject({ state: "foreign" });
  expect(await rowsOf("select action from audit where subject = ?", own)).toEqual([{ action: "payment.refused" }]);
  const mails = await rowsOf("select parameters as text from transactional_mails where to_address = ?", operatorEmail);
  expect(mails).toEqual([{ text: expect.stringContaining(own) }]);
  await reconcile(ctx);
  expect((await eventOf(early.eventId))?.outcome).toMatch(/^refused/);
  expect(await rowsOf("select 1 from members where email = ?", email)).toEqual([]);
});

test("a subscription its buyer never approved alerts no one", async () => {
  const { checkoutId } = await failCheckout();
  const wanted = { action: "subscribe", planId: PLAN_ID, customId: checkoutId } as const;
  const { id } = (await payPal.control(wanted)) as { id: string };
  expect(await syncSubscription(contextAt(Date.now() + 2 * HOUR_MS), id)).toEqual({ state: "not_approved" });
  expect(await rowsOf("select 1 from audit where subject = ?", id)).toEqual([]);
});

test("a start date later than ordered and later than now is refused, even for the checkout's subscription", async () => {
  const started = await startCheckout({ plan: "annual" });
  const own = await makeOwn(started.checkoutId);
  await rowsOf("update checkouts set subscription_id = ? where id = ?", own, started.checkoutId);
  const { eventId } = await activated(own);
  expect((await eventOf(eventId))?.outcome).toBe("refused: different start date");
  expect(await subscriptionOf(own)).toBeUndefined();
});

const LINES = [
  ["PENDING", "foreign"],
  ["DECLINED", "foreign"],
  ["COMPLETED", "applied"],
  ["PARTIALLY_REFUNDED", "applied"],
  ["REFUNDED", "applied"],
  [undefined, "applied"],
] as const;

test.for(LINES)("with its payment %s at PayPal, a subscription starting in 2036 is %s", async ([status, state]) => {
  const started = await startCheckout({ plan: "annual" });
  const own = await makeOwn(started.checkoutId);
  await rowsOf("update checkouts set subscription_id = ? where id = ?", own, started.checkoutId);
  const ctx = contextAt(Date.now());
  if (!ctx.paypal) throw new Error("PayPal is not set up.");
  const amount_with_breakdown = { gross_amount: { currency: "USD", cents: 7999 } };
  const line = { id: `LINE-${own}`, time: ctx.now, amount_with_breakdown, ...(status ? { status } : {}) };
  const as = { ...ctx, paypal: { ...ctx.paypal, listTransactions: async () => [line] } };
  expect(await syncSubscription(as, own)).toMatchObject({ state });
});

test("a first payment that PayPal lists as declined gives no paid time, whatever the subscription says", async () => {
  const { subscriptionId } = await startCheckout({ plan: "annual" });
  await payPal.control({ action: "approve", id: subscriptionId });
  const ctx = contextAt(Date.now());
  const { paypal } = ctx;
  if (!paypal) throw new Error("PayPal is not set up.");
  const declined = async (...asked: Parameters<typeof paypal.listTransactions>) =>
    (await paypal.listTransactions(...asked)).map((line) => ({ ...line, status: "DECLINED" as const }));
  await syncSubscription({ ...ctx, paypal: { ...paypal, listTransactions: declined } }, subscriptionId);
  const until = async () =>
    Number((await rowsOf("select until from access_grants where source_id = ?", subscriptionId))[0]?.until);
  expect(await until()).toBeLessThanOrEqual(Date.now() + 49 * HOUR_MS);
  await syncSubscription(ctx, subscriptionId);
  expect(await until()).toBeGreaterThan(Date.now() + 300 * DAY_MS);
});

test("an accepted start in 2036 gives 48 hours, and a paid subscription isn't refused for its start date", async () => {
  const started = await startCheckout({ plan: "annual" });
  const own = await makeOwn(started.checkoutId);
  await rowsOf("update checkouts set subscription_id = ? where id = ?", own, started.checkoutId);
  const { subscriptionId } = await buy({ plan: "annual" });
  await rowsOf(
    `insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at)
      select ?, ?, member_id, plan, status, approved_at, ?, 1, created_at from subscriptions where id = ?`,
    own,
    started.checkoutId,
    IN_2036,
    subscriptionId,
  );
  expect(await syncSubscription(contextAt(Date.now()), own)).toMatchObject({ state: "applied" });
  const [grant] = await rowsOf("select until from access_grants where source_id = ?", own);
  expect(Number(grant?.until)).toBeLessThanOrEqual(Date.now() + 49 * HOUR_MS);

  await payPal.control({ action: "advance", id: subscriptionId, to: Date.now() + 400 * DAY_MS });
  await rowsOf("update checkouts set created_at = created_at - 9999999999 where subscription_id = ?", subscriptionId);
  expect(await syncSubscription(contextAt(Date.now() - 30 * DAY_MS), subscriptionId)).toMatchObject({
    state: "applied",
  });
});

test("the request ID stays in the tab, and never appears at PayPal, in URLs, the log, or other tables", async () => {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.map(String).join(" ")));
  const asked: string[] = [];
  const send = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const sent = new Request(input, init);
    asked.push(sent.url, JSON.stringify([...sent.headers]), await sent.clone().text());
    return send(input, init);
  });
  const requestId = crypto.randomUUID();
  const started = await startCheckout({ requestId });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await confirm(started.checkoutId, { cookie: started.cookie });
  await activated(started.subscriptionId);
  expect(started.checkoutId).not.toBe(requestId);
  expect(asked.join()).toContain(started.checkoutId);
  for (const text of [...asked, ...lines, started.response.headers.get("set-cookie") ?? ""])
    expect(text).not.toContain(requestId);
  expect(await rowsOf("select 1 from consents where source_id = ?", requestId)).toEqual([]);
});

test("repeating a request returns the same checkout with a new nonce for 48 hours, and then it's void", async () => {
  const [first, late] = [await failCheckout(), await failCheckout()];
  const again = await startCheckout({ plan: "annual", ...first });
  expect([again.response.status, again.checkoutId]).toEqual([200, first.checkoutId]);
  await payPal.control({ action: "approve", id: again.subscriptionId });
  expect(await confirm(again.checkoutId, { cookie: again.cookie })).toMatchObject({ state: "active" });

  await rowsOf("update checkouts set created_at = created_at - ? where id = ?", 48 * HOUR_MS, late.checkoutId);
  const { response, error } = await startCheckout({ plan: "annual", ...late });
  expect([response.status, error]).toEqual([410, expect.stringMatching(/nothing was ordered/)]);
  expect(await payPal.subscriptions({ customId: late.checkoutId })).toEqual([]);
});

const LATE = [HOUR_MS, 30 * HOUR_MS, 10 * DAY_MS];

test.for(LATE.flatMap((late) => [false, true].map((isToCome) => ({ late, isToCome }))))(
  "an approval $late ms late opens what was bought (future start: $isToCome)",
  async ({ late, isToCome }) => {
    const trialEnd = Date.now() + 20 * DAY_MS;
    const trial = { subscriptionType: "trial", subscriptionStatus: "trial", accessEndsAt: trialEnd } as const;
    const member = await createMember(isToCome ? trial : { accessEndsAt: null, subscriptionStatus: "expired" });
    const started = await startCheckout({ token: await tokenFor(member) });
    const at = Date.now() + late;
    await payPal.control({ action: "setClock", id: started.subscriptionId, at });
    await payPal.control({ action: "failNext", id: started.subscriptionId, times: 99 });
    await payPal.control({ action: "approve", id: started.subscriptionId });
    await activated(started.subscriptionId, at + 60_000);
    expect((await subscriptionOf(started.subscriptionId))?.status).toBe("ACTIVE");
    // From the ordered start or the first reading, whichever is later.
    const from = isToCome ? trialEnd : at + 60_000;
    expect(await accessEndOf(member.id)).toBe(from + 48 * HOUR_MS);
    // A later reading changes nothing.
    await syncSubscription(contextAt(at + 2 * HOUR_MS), started.subscriptionId);
    expect(await accessEndOf(member.id)).toBe(from + 48 * HOUR_MS);
  },
);

test("a webhook a week late grants the paid time, or 48 hours if unpaid", async () => {
  for (const isPaid of [true, false]) {
    const started = await startCheckout();
    await payPal.control({ action: "failNext", id: started.subscriptionId, times: isPaid ? 0 : 99 });
    await payPal.control({ action: "approve", id: started.subscriptionId });
    const now = Date.now() + 7 * DAY_MS;
    expect((await activated(started.subscriptionId, now)).status).toBe(200);
    const stored = await subscriptionOf(started.subscriptionId);
    const end = isPaid ? Number(stored?.next_billing_at) + 11 * DAY_MS : now + 48 * HOUR_MS;
    expect(await accessEndOf(String(stored?.member_id))).toBe(end);
  }
});

test.for([-3, 3])("a plan change approved %i days from the renewal is applied", async (days) => {
  const old = await buy();
  const changed = await startCheckout({ plan: "annual", token: old.token ?? "" });
  const { nextBillingTime } = await payPal.subscription(old.subscriptionId);
  const at = (nextBillingTime ?? 0) + days * DAY_MS;
  await payPal.control({ action: "advance", id: old.subscriptionId, to: at });
  await payPal.control({ action: "setClock", id: changed.subscriptionId, at });
  await payPal.control({ action: "approve", id: changed.subscriptionId });
  await activated(changed.subscriptionId, at + 1000);
  expect(await subscriptionOf(changed.subscriptionId)).toMatchObject({ status: "ACTIVE" });
  expect((await rowsOf("select highest_plan as plan from members where id = ?", old.memberId))[0]?.plan).toBe("annual");
});

test("a gift opened between checkout and approval blocks nothing", async () => {
  const gift = await buyGift();
  const started = await startCheckout({ email: gift.recipientEmail });
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json })).status).toBe(200);
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await activated(started.subscriptionId);
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  expect(await subscriptionOf(started.subscriptionId)).toMatchObject({ status: "ACTIVE", member_id: member?.id });
});

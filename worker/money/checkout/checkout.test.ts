import { expect, test } from "vitest";
import { checkoutOffers } from "#domain/contract/money/checkout.ts";
import { profileResponse } from "#domain/contract/profile.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { checkoutConsent } from "#domain/rules/consent.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, setMember, tokenFor } from "#test/worker/factories.ts";
import { cookieOf } from "#test/worker/media-pass.ts";
import { accessEndOf, buy, confirm, confirmAgain, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";

const subscriptionRow = async (id: string) => (await rowsOf("select * from subscriptions where id = ?", id))[0];
const mailsOf = async (memberId: string) =>
  (await rowsOf("select kind from transactional_mails where member_id = ? order by kind", memberId)).map(
    ({ kind }) => kind,
  );

test("a visitor buys, is logged in once, and has access until the next charge plus the grace period", async () => {
  const bought = await buy();
  expect(bought).toMatchObject({ status: 200, state: "active", needsLogin: false, token: expect.any(String) });
  const profile = profileResponse.parse(
    await (await request("/api/user/profile", { token: bought.token ?? "" })).json(),
  );
  expect(profile).toMatchObject({ email: bought.email, subscriptionType: "monthly", subscriptionStatus: "active" });
  const row = await subscriptionRow(bought.subscriptionId);
  expect(row).toMatchObject({ status: "ACTIVE", plan: "monthly", revoked_at: null, failed_at: null });
  expect(await accessEndOf(bought.memberId)).toBe(Number(row?.next_billing_at) + 11 * DAY_MS);
  expect(Date.parse(profile.subscriptionEndDate ?? "")).toBe(row?.next_billing_at);
  expect(await mailsOf(bought.memberId)).toEqual(["payment-receipt", "welcome-setup"]);
  expect(
    await rowsOf("select purpose, member_id, price_text from consents where source_id = ?", bought.checkoutId),
  ).toEqual([{ purpose: "checkout", member_id: bought.memberId, price_text: "$9.99 a month" }]);
  expect(
    await rowsOf("select amount_cents, fee_cents, state from payments where member_id = ?", bought.memberId),
  ).toEqual([{ amount_cents: 999, fee_cents: expect.any(Number), state: "completed" }]);
});

const welcomeOf = async (memberId: string) => {
  const [row] = await rowsOf(
    "select parameters ->> 'hourText' as hour from transactional_mails where member_id = ? and kind like 'welcome%'",
    memberId,
  );
  return row?.hour;
};

test("the welcome email says when the first wake-up comes, or only the hour for a returning member", async () => {
  const bought = await buy();
  expect(await welcomeOf(bought.memberId)).toMatch(/^First email: (?:today|tomorrow), 6:00 AM Central\.$/);
  const member = await createMember({ wakeUpHour: 8, timezone: "America/Los_Angeles", subscriptionType: "trial" });
  await buy({ token: await tokenFor(member) });
  expect(await welcomeOf(member.id)).toBe("Your wake-up hour: 8:00 AM Pacific.");
});

test("a nonce used twice opens only one session, and none once that session has ended", async () => {
  const started = await startCheckout();
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const again = () => confirm(started.checkoutId, { cookie: started.cookie });
  // Of two simultaneous calls, one asks PayPal, and the other may have to ask again.
  const answers = [...(await Promise.all([again(), again()])), await again()].filter(({ state }) => state === "active");
  expect(answers.length).toBeGreaterThanOrEqual(2);
  const [row] = await rowsOf("select member_id from subscriptions where id = ?", started.subscriptionId);
  const memberId = String(row?.member_id);
  const sessions = () => rowsOf("select id from sessions where member_id = ?", memberId);
  expect(await sessions()).toHaveLength(1);
  for (const { token } of answers)
    expect((await request("/api/user/profile", { token: token ?? "" })).status).toBe(200);
  const inTwoHours = { cookie: started.cookie, now: Date.now() + 2 * HOUR_MS };
  expect(await confirm(started.checkoutId, inTwoHours)).toMatchObject({ token: null, needsLogin: true });

  await request("/api/auth/logout", { method: "POST", token: answers[0]?.token ?? "" });
  for (let times = 0; times < 2; times += 1)
    expect(await again()).toMatchObject({ state: "active", token: null, needsLogin: true });
  expect(await sessions()).toEqual([]);
  const audits = await rowsOf(
    "select details from audit where action = 'checkout.nonce-used' and subject = ?",
    memberId,
  );
  expect(audits).toEqual([{ details: JSON.stringify({ checkoutId: started.checkoutId }) }]);
});

test("without a browser call, the webhook creates the account, and the returning browser is logged in", async () => {
  const started = await startCheckout({ plan: "annual" });
  expect(await confirm(started.checkoutId, { cookie: started.cookie })).toMatchObject({
    state: "not_approved",
    token: null,
  });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  expect((await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED")).status).toBe(200);
  const [member] = await rowsOf("select id, highest_plan from members where email = ?", started.email);
  expect(member?.highest_plan).toBe("annual");
  const confirmed = await confirm(started.checkoutId, { cookie: started.cookie });
  expect(confirmed).toMatchObject({ state: "active", needsLogin: false, token: expect.any(String) });
});

test("a caller without a nonce or session gets no information and isn't logged in", async () => {
  const bought = await startCheckout();
  await payPal.control({ action: "approve", id: bought.subscriptionId });
  for (const cookie of [undefined, "checkout_nonce=guessed"]) {
    expect((await confirm(bought.checkoutId, cookie === undefined ? {} : { cookie })).status).toBe(401);
  }
  const token = await tokenFor(await createMember());
  expect((await confirm(bought.checkoutId, { token })).status).toBe(401);
  expect((await confirm(crypto.randomUUID(), { cookie: bought.cookie })).status).toBe(404);
});

test("two checkouts in one browser each keep a nonce for an hour, and each logs in its buyer", async () => {
  const tabs = [await startCheckout(), await startCheckout({ plan: "annual" })];
  // Like a browser: a cookie with the same name and path replaces the previous one.
  const jar = new Map<string, string>();
  for (const { response, cookie } of tabs) {
    const attributes = cookieOf(response)?.attributes ?? [];
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax", "Max-Age=3600"]));
    jar.set(attributes.find((one) => one.startsWith("Path="))?.slice("Path=".length) ?? "/", cookie);
  }
  for (const { checkoutId, subscriptionId } of tabs) {
    await payPal.control({ action: "approve", id: subscriptionId });
    const sent = [...jar].filter(([path]) => `/api/checkout/${checkoutId}/confirm`.startsWith(`${path}/`));
    const cookie = sent.map(([, pair]) => pair).join("; ");
    expect(await confirm(checkoutId, { cookie })).toMatchObject({ state: "active", token: expect.any(String) });
  }
});

test("a nonce logs no one in after an hour or once a password has been set", async () => {
  const late = await startCheckout();
  await payPal.control({ action: "approve", id: late.subscriptionId });
  const inTwoHours = await confirm(late.checkoutId, { cookie: late.cookie, now: Date.now() + 2 * HOUR_MS });
  expect(inTwoHours).toMatchObject({ state: "active", token: null, needsLogin: true });

  const started = await startCheckout();
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  const [member] = await rowsOf("select id from members where email = ?", started.email);
  await setMember(String(member?.id), { passwordHash: "set" });
  expect(await confirm(started.checkoutId, { cookie: started.cookie })).toMatchObject({
    token: null,
    needsLogin: true,
  });
});

test("a buyer whose address has an account is asked to log in, and a network's tries are limited", async () => {
  const { email } = await createMember();
  const { response } = await startCheckout({ email });
  expect(response.status).toBe(409);
  const emails = [email, (await createMember()).email, (await createMember()).email];
  const statuses = [];
  for (let tries = 0; tries < 31; tries += 1) {
    const json = { plan: "monthly", consent: true, email: emails[tries % emails.length] };
    const answer = await request("/api/checkout", {
      address: "203.0.113.77",
      json: { ...json, requestId: crypto.randomUUID() },
    });
    statuses.push(answer.status);
  }
  expect(statuses.filter((status) => status === 409)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test("unpaid checkouts that strangers start with an address don't block its owner", async () => {
  const email = uniqueEmail();
  for (let unpaid = 0; unpaid < 16; unpaid += 1) expect((await startCheckout({ email })).response.status).toBe(200);
  expect(await buy({ email })).toMatchObject({ state: "active", email });
});

test("an address that got an account during the checkout gets the access, but no login", async () => {
  const email = uniqueEmail();
  const started = await startCheckout({ email });
  const member = await createMember({ email, accessEndsAt: null, subscriptionStatus: "expired" }, { hasGrant: false });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  expect(await confirm(started.checkoutId, { cookie: started.cookie })).toMatchObject({
    state: "active",
    token: null,
    needsLogin: true,
  });
  expect(await accessEndOf(member.id)).toBeGreaterThan(Date.now());
});

test("a repeated request returns the same subscription, but is refused with another plan", async () => {
  const requestId = crypto.randomUUID();
  const email = uniqueEmail();
  const first = await startCheckout({ requestId, email });
  const again = await startCheckout({ requestId, email });
  expect([again.checkoutId, again.subscriptionId]).toEqual([first.checkoutId, first.subscriptionId]);
  expect((await startCheckout({ requestId, email, plan: "annual" })).response.status).toBe(409);
  expect(await payPal.subscriptions({ customId: first.checkoutId })).toHaveLength(1);
});

test("a checkout retried after the old plan renewed is refused, because PayPal would charge for paid time", async () => {
  const { token, subscriptionId } = await buy();
  const again = { plan: "annual", token: token ?? "", requestId: crypto.randomUUID() } as const;
  const started = await startCheckout(again);
  expect((await startCheckout(again)).subscriptionId).toBe(started.subscriptionId);
  await rowsOf("update subscriptions set paid_until = paid_until + 2678400000 where id = ?", subscriptionId);
  const { response, error } = await startCheckout(again);
  expect([response.status, error]).toEqual([
    409,
    expect.stringMatching(/has changed since you opened this page\. Nothing was ordered/),
  ]);
  expect((await startCheckout({ ...again, requestId: crypto.randomUUID() })).response.status).toBe(200);
});

test("an order with an outdated consent text is refused and creates nothing", async () => {
  const { token, subscriptionId } = await buy();
  const session = { token: token ?? "" };
  const read = async () => checkoutOffers.parse(await (await request("/api/checkout", session)).json());
  const shown = async () => (await read()).offers.find(({ plan }) => plan === "annual")?.consentText ?? "";
  const consentText = await shown();
  await rowsOf("update subscriptions set paid_until = paid_until + 2678400000 where id = ?", subscriptionId);
  const stale = { plan: "annual", requestId: crypto.randomUUID(), ...session } as const;
  const refused = await startCheckout({ ...stale, consentText });
  expect([refused.response.status, refused.error]).toEqual([
    409,
    expect.stringMatching(/has changed since you opened this page\. Nothing was ordered/),
  ]);
  expect(refused).toHaveProperty("fields.consent");
  expect(await rowsOf("select 1 from checkouts where request_id = ?", stale.requestId)).toEqual([]);
  const asShown = await shown();
  expect(asShown).not.toBe(consentText);
  const made = await startCheckout({ ...stale, consentText: asShown });
  expect(made.response.status).toBe(200);
  expect(await rowsOf("select text from consents where source_id = ?", made.checkoutId)).toEqual([{ text: asShown }]);
});

test("a consent text with an old page's price or version of the terms is refused", async () => {
  const { text } = checkoutConsent("monthly", null);
  for (const consentText of [text.replaceAll("$9.99", "$7.99"), text.replace(/version \d+/, "version 10")]) {
    const { response, error } = await startCheckout({ consentText });
    expect([response.status, error]).toEqual([409, expect.stringMatching(/^What you agree to has changed/)]);
  }
  expect((await startCheckout({ consentText: text })).response.status).toBe(200);
});

test("while PayPal is down, a new order says so and can be repeated, and a payment stays confirming", async () => {
  const requestId = crypto.randomUUID();
  const email = uniqueEmail();
  await payPal.arm({ kind: "server_error", status: 503, times: 3, operation: "subscriptions.create" });
  const failed = await startCheckout({ requestId, email });
  expect([failed.response.status, failed.error]).toEqual([503, expect.stringMatching(/PayPal isn't responding/)]);
  const started = await startCheckout({ requestId, email });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await payPal.arm({ kind: "html", times: 3, about: started.subscriptionId });
  expect(await confirm(started.checkoutId, { cookie: started.cookie })).toMatchObject({
    status: 200,
    state: "confirming",
  });
  expect(await confirmAgain(started.checkoutId, { cookie: started.cookie })).toMatchObject({ state: "active" });
});

test("a buyer keeps the remaining trial days and rights, and the first charge comes when the trial ends", async () => {
  const trialEnd = Date.now() + 9 * DAY_MS;
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial", accessEndsAt: trialEnd } as const;
  const member = await createMember({ ...trial, subscriptionEndsAt: trialEnd });
  const token = await tokenFor(member);
  const offers = checkoutOffers.parse(await (await request("/api/checkout", { token })).json());
  expect(offers).toMatchObject({ email: member.email, provider: { clientId: expect.any(String) } });
  expect(offers.offers.map(({ startsAt }) => startsAt)).toEqual(Array(2).fill(new Date(trialEnd).toISOString()));
  const bought = await buy({ plan: "annual", token });
  expect(bought).toMatchObject({ state: "active", token: null, needsLogin: false, memberId: member.id });
  const [row] = await rowsOf("select access_ends_at, highest_plan from members where id = ?", member.id);
  const startsAt = Number((await subscriptionRow(bought.subscriptionId))?.starts_at);
  expect(Math.abs(startsAt - trialEnd)).toBeLessThan(1000);
  expect(row).toEqual({ access_ends_at: trialEnd + 48 * HOUR_MS, highest_plan: "monthly" });
});

test("a plan change starts at the paid end and ends the old subscription once the new one exists", async () => {
  const { token, subscriptionId: oldId, memberId } = await buy();
  const paidUntil = (await subscriptionRow(oldId))?.paid_until;
  const { offers } = checkoutOffers.parse(await (await request("/api/checkout", { token: token ?? "" })).json());
  expect(offers.map(({ plan, refusal, replaces }) => [plan, refusal, replaces])).toEqual([
    ["monthly", "This is your current plan.", "monthly"],
    ["annual", null, "monthly"],
  ]);
  expect(offers[1]?.note).toMatch(/^Your Monthly Power-Up isn't charged again, and nothing is charged today\./);
  expect(offers[1]?.consentText).toMatch(/PayPal charges \$79\.99 on .*, 20\d\d, and every year/);
  const changed = await buy({ plan: "annual", token: token ?? "" });
  expect(changed.state).toBe("active");
  expect(await subscriptionRow(oldId)).toMatchObject({
    status: "CANCELLED",
    cancelled_by: "plan_change",
    paid_until: paidUntil,
  });
  expect(await subscriptionRow(changed.subscriptionId)).toMatchObject({ starts_at: paidUntil, replaces_id: oldId });
  expect((await rowsOf("select highest_plan from members where id = ?", memberId))[0]?.highest_plan).toBe("annual");
  const mine = await (await request("/api/user/subscription", { token: token ?? "" })).json();
  expect(mine).toMatchObject({
    subscription: { id: oldId, state: "ends", changesTo: { plan: "annual" } },
    payments: [{ amountCents: 999 }],
  });
});

test("a visitor's page gets offers without an address, a start date, or a note", async () => {
  const visitor = checkoutOffers.parse(await (await request("/api/checkout")).json());
  expect(visitor).toMatchObject({ email: null, offers: [{ startsAt: null, note: "" }, { startsAt: null }] });
});

test("simultaneous copies of one request create one checkout and one consent", async () => {
  const email = uniqueEmail();
  const requestId = crypto.randomUUID();
  const begin = () => startCheckout({ requestId, email });
  await Promise.all([begin(), begin(), begin(), begin()]);
  const kept = await rowsOf("select source_id from consents where email = ?", email);
  expect(kept).toEqual(await rowsOf("select id as source_id from checkouts where request_id = ?", requestId));
  expect(kept).toHaveLength(1);
});

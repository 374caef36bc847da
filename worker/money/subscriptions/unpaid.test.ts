import { expect, test } from "vitest";
import { checkoutOffers } from "#domain/contract/money/checkout.ts";
import { type MySubscription, mySubscription } from "#domain/contract/money/subscriptions.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { accessEndOf, buy, confirm, payPal, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { insertGrant } from "../../access/access-grants.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";

const readMine = async (token: string, now = Date.now()): Promise<MySubscription["subscription"]> =>
  mySubscription.parse(await (await request("/api/user/subscription", { token, now })).json()).subscription;
const offersOf = async (token: string, now: number) =>
  checkoutOffers.parse(await (await request("/api/checkout", { token, now })).json()).offers;
const mailsOf = async (memberId: string) =>
  (await rowsOf("select kind from transactional_mails where member_id = ? order by kind", memberId)).map(
    ({ kind }) => kind,
  );

/** Approved, but its first charge failed. */
async function buyInVain() {
  const started = await startCheckout();
  await payPal.control({ action: "failNext", id: started.subscriptionId, times: 1 });
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const confirmed = await confirm(started.checkoutId, { cookie: started.cookie });
  const [row] = await rowsOf("select member_id, failed_at from subscriptions where id = ?", started.subscriptionId);
  return { ...started, token: confirmed.token ?? "", memberId: String(row?.member_id), failedAt: row?.failed_at };
}

test("a failed first charge is emailed, shown in the profile, and counted as open, without a grace period", async () => {
  const { memberId, token, failedAt, email = "" } = await buyInVain();
  expect(failedAt).toEqual(expect.any(Number));
  expect(await mailsOf(memberId)).toEqual(["payment-failed", "welcome-setup"]);
  expect(await readMine(token)).toMatchObject({ state: "payment_failed", endsIfCancelled: null });
  await sendDueMails(contextAt(Date.now()));
  const mail = (await outboxOf(email)).find(
    ({ subject }) => subject === "Your first Daybolt payment didn't go through",
  );
  expect(mail?.text).toMatch(/nothing was charged.*If PayPal collects the payment later, your access comes back/s);
  expect((await accessEndOf(memberId)) ?? 0).toBeLessThanOrEqual(Date.now() + 48 * HOUR_MS);
});

test("a first charge that eventually succeeds is reported as recovered", async () => {
  const { memberId, token, subscriptionId } = await buyInVain();
  await payPal.control({ action: "recover", id: subscriptionId });
  const syncPath = `/api/admin/members/${memberId}/subscriptions/${subscriptionId}/heal`;
  expect((await request(syncPath, { admin: true, json: {} })).status).toBe(200);
  expect(await readMine(token)).toMatchObject({ state: "active" });
  expect(await mailsOf(memberId)).toEqual(
    expect.arrayContaining(["payment-failed", "payment-receipt", "payment-recovered"]),
  );
});

test("if access has ended and PayPal may still charge, the plan can be bought again and cancelled", async () => {
  const { token, subscriptionId } = await buyInVain();
  const later = Date.now() + 49 * HOUR_MS;
  expect(await readMine(token, later)).toMatchObject({ state: "unpaid", endsIfCancelled: null });
  expect(await offersOf(token, later)).toMatchObject([{ plan: "monthly", refusal: null, replaces: "monthly" }, {}]);
  const answer = await request("/api/user/subscription/cancel", { token, now: later, json: {} });
  expect(mySubscription.parse(await answer.json()).subscription).toMatchObject({ state: "ended" });
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
});

test("the email about cancelling a never-paid plan promises no access, unless a trial or gift gives it", async () => {
  const cancel = async (now: number, grantUntil: number | null) => {
    const { token, memberId, email = "" } = await buyInVain();
    if (grantUntil !== null) {
      const grant = { id: memberId, sourceId: memberId, memberId, source: "trial", plan: "monthly" } as const;
      await insertGrant(db, { ...grant, startsAt: 1, until: grantUntil, createdAt: 1 });
    }
    expect((await request("/api/user/subscription/cancel", { token, now, json: {} })).status).toBe(200);
    await sendDueMails(contextAt(now));
    const mails = await outboxOf(email);
    return mails.find(({ subject }) => /cancelled/i.test(subject));
  };
  for (const now of [Date.now(), Date.now() + 49 * HOUR_MS]) {
    const mail = await cancel(now, null);
    expect(mail?.subject).toBe("Your Daybolt subscription is cancelled");
    expect(mail?.text).toContain("You won't be charged again, and you don't have access now.");
    expect(mail?.text).not.toContain("keep access");
  }
  const beside = await cancel(Date.now(), Date.now() + 30 * 24 * HOUR_MS);
  expect(beside?.subject).toMatch(/^Cancelled: your Daybolt membership ends on /);
  expect(beside?.text).toContain("you keep access until");
});

test.for(["ACTIVE", "SUSPENDED"])(
  "a subscription with status %s past its grace period is still charged and can be cancelled",
  async (status) => {
    const { token, subscriptionId, memberId } = await buy();
    const day = Date.now() - 24 * HOUR_MS;
    await rowsOf("update subscriptions set status = ?, failed_at = 1 where id = ?", status, subscriptionId);
    await rowsOf("update access_grants set until = ?1, paid_until = ?1 where member_id = ?2", day, memberId);
    expect(await readMine(token ?? "")).toMatchObject({ state: "unpaid" });
    expect(await offersOf(token ?? "", Date.now())).toMatchObject([{ refusal: null }, {}]);
  },
);

test("a subscription still being charged isn't hidden by a newer one that has ended", async () => {
  const { token, subscriptionId } = await buy();
  const newer = await buy({ plan: "annual", token: token ?? "" });
  await rowsOf("update subscriptions set status = 'ACTIVE', cancel_asked_at = null where id = ?", subscriptionId);
  await rowsOf("update subscriptions set status = 'CANCELLED' where id = ?", newer.subscriptionId);
  expect(await readMine(token ?? "")).toMatchObject({ id: subscriptionId, state: "active" });
});

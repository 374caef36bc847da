import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const kindsOf = async (memberId: string, kinds: string) =>
  (
    await rowsOf(
      "select kind from transactional_mails where member_id = ? and kind like ? order by next_attempt_at, kind",
      memberId,
      kinds,
    )
  ).map(({ kind }) => kind);

/** Makes the next charge at PayPal, and reads it some time later. */
async function renew(id: string, { after, fails = false }: { after: number; fails?: boolean }) {
  if (fails) await payPal.control({ action: "failNext", id, times: 9 });
  const { nextBillingTime } = await payPal.subscription(id);
  const now = (nextBillingTime ?? 0) + after;
  await payPal.control({ action: "advance", id, to: now });
  await syncSubscription(contextAt(now), id);
}

test.for([
  ["on its day", HOUR_MS, ["payment-failed", "payment-failed-again", "payment-failed-last"]],
  ["four days on", 4 * DAY_MS, ["payment-failed-again", "payment-failed-last"]],
  ["a week on", 7 * DAY_MS, ["payment-failed-last"]],
] as const)(
  "a failed charge found %s is reported from then on, without emails for earlier days",
  async ([, after, kinds]) => {
    const { memberId, subscriptionId } = await buy();
    await renew(subscriptionId, { after, fails: true });
    expect(await kindsOf(memberId, "payment-failed%")).toEqual(kinds);
  },
);

test("a member whose payment was reversed is notified once that the membership has ended, and why", async () => {
  const { memberId, subscriptionId, email = "" } = await buy();
  await payPal.control({ action: "reverse", id: subscriptionId });
  for (let times = 0; times < 2; times += 1) await report(subscriptionId, "PAYMENT.SALE.REVERSED");
  await syncSubscription(contextAt(Date.now()), subscriptionId);
  expect(await kindsOf(memberId, "subscription-%")).toEqual(["subscription-ended"]);
  await sendDueMails(contextAt(Date.now() + 1000));
  const mails = (await outboxOf(email)).filter(({ subject }) => subject === "Your Daybolt membership has ended");
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("Your bank or PayPal reversed the payment.")]);
});

test("a payment reversed long after its paid time ends nothing and isn't announced as an end", async () => {
  const { memberId, subscriptionId, token } = await buy();
  await request("/api/user/subscription/cancel", { token: token ?? "", json: {} });
  const late = contextAt(Date.now() + 90 * DAY_MS);
  await payPal.control({ action: "reverse", id: subscriptionId });
  await rowsOf("update payments set state = 'reversed' where subscription_id = ?", subscriptionId);
  await syncSubscription(late, subscriptionId);
  expect(await rowsOf("select revoke_reason as why from subscriptions where id = ?", subscriptionId)).toEqual([
    { why: "reversed" },
  ]);
  expect(await kindsOf(memberId, "subscription-ended")).toEqual([]);
});

test("a member refunded for an earlier payment is notified that the subscription is cancelled, too", async () => {
  const { memberId, subscriptionId } = await buy();
  await renew(subscriptionId, { after: HOUR_MS });
  const [earlier, ...later] = await rowsOf(
    "select id from payments where subscription_id = ? order by paid_at",
    subscriptionId,
  );
  expect(later).toHaveLength(1);
  const json = { requestId: crypto.randomUUID(), reason: "Asked for it" };
  const answer = await request(`/api/admin/payments/${earlier?.id}/refund`, { admin: true, json });
  expect(answer.status).toBe(200);
  const mails = await rowsOf(
    "select parameters ->> 'accessText' as text from transactional_mails where member_id = ? and kind = 'payment-refunded'",
    memberId,
  );
  expect(mails).toEqual([
    {
      text: expect.stringMatching(
        /^Your membership continues until .*\. The subscription is cancelled, and you won't be charged again\.$/,
      ),
    },
  ]);
});

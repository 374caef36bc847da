import { expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { reconcile } from "./reconcile.ts";

// In its own file: the next hour would also process what other tests left open.
test("a subscription that PayPal doesn't answer for is due again, and synced, the next hour", {
  timeout: 120_000,
}, async () => {
  const { subscriptionId } = await buy();
  await payPal.control({ action: "cancel", id: subscriptionId });
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  await payPal.arm({ kind: "silence", times: 3, operation: "subscriptions.get", about: subscriptionId });
  const stored = () => rowsOf("select status, check_at as due from subscriptions where id = ?", subscriptionId);
  const now = Date.now();
  await reconcile(contextAt(now));
  expect(await stored()).toEqual([{ status: "ACTIVE", due: now }]);
  await reconcile(contextAt(now + 3_600_000));
  expect(await stored()).toMatchObject([{ status: "CANCELLED" }]);
});

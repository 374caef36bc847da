import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { ROWS } from "#test/support/usage.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { buy, payPal, report } from "#test/worker/purchases.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";

test("a renewal that PayPal reports writes at most 35 rows", async () => {
  const { subscriptionId } = await buy();
  const { nextBillingTime } = await payPal.subscription(subscriptionId);
  const now = (nextBillingTime ?? 0) + HOUR_MS;
  await payPal.control({ action: "advance", id: subscriptionId, to: now });
  const { d1: DB, cost } = countingD1(env.DB);
  expect((await report(subscriptionId, "PAYMENT.SALE.COMPLETED", { now }, { DB })).status).toBe(200);
  expect(await rowsOf("select 1 from payments where subscription_id = ?", subscriptionId)).toHaveLength(2);
  expect(cost.rowsRead).toBeLessThanOrEqual(ROWS.renewal.read);
  expect(cost.rowsWritten).toBeLessThanOrEqual(ROWS.renewal.written);
});

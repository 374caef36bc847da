import { expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";

const send = (body: string, headers: Record<string, string>, address: string) =>
  request("/api/paypal/webhook", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    address,
  });

test("five hundred signed events of one network within a minute all end applied", async () => {
  const { subscriptionId } = await buy();
  for (let index = 0; index < 500; index += 1)
    await payPal.control({ action: "tell", id: subscriptionId, type: "BILLING.PLAN.UPDATED" });
  const events = (await payPal.events(subscriptionId)).filter(({ type }) => type === "BILLING.PLAN.UPDATED");
  const signed = await Promise.all(events.map(({ id }) => payPal.signedEvent(id)));
  const statuses: number[] = [];
  // More at a time than may be looked at.
  for (let from = 0; from < signed.length; from += 25) {
    const wave = signed.slice(from, from + 25).map(({ body, headers }) => send(body, headers, "203.0.113.101"));
    statuses.push(...(await Promise.all(wave)).map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [applied] = await rowsOf(
    "select count(*) as count from provider_events where subject = ? and type = 'BILLING.PLAN.UPDATED' and applied_at is not null",
    subscriptionId,
  );
  expect(applied?.count).toBe(500);
  // Nothing is left counted against the network.
  const forged = await send(
    signed[0]?.body.replace("WH-", "WX-") ?? "",
    signed[0]?.headers ?? ({} as never),
    "203.0.113.101",
  );
  expect(forged.status).toBe(400);
});

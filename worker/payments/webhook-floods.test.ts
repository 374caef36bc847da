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
  const waiting = [...signed];
  // More at a time than may be looked at; what was refused comes again, as PayPal sends it.
  for (let waves = 0; waiting.length > 0; waves += 1) {
    expect(waves).toBeLessThan(40);
    const wave = waiting.splice(0, 25);
    const answers = await Promise.all(wave.map(({ body, headers }) => send(body, headers, "203.0.113.101")));
    expect([200, 429]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    waiting.push(...wave.filter((_event, index) => answers[index]?.status === 429));
  }
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

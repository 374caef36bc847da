import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serverUnderTest } from "../../server-under-test.ts";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import { payPalUnderTest } from "../paypal-under-test.ts";

type Received = { body: string; headers: Record<string, string | undefined> };

/** A webhook like the product's, which responds with the given statuses, then 200. */
async function webhookUnderTest(statuses: number[] = []) {
  const received: Received[] = [];
  const url = await serverUnderTest(async (request, answer) => {
    const body = await text(request);
    received.push({ body, headers: request.headers as Received["headers"] });
    answer.writeHead(statuses.shift() ?? 200).end();
  });
  const webhookUrl = `${url}/api/paypal/webhook`;
  const types = () => received.map(({ body }) => JSON.parse(body).event_type.replace(/^.*(SUBSCRIPTION|SALE)\./, ""));
  return { ...(await payPalUnderTest({ webhookUrl })), received, types };
}

const asked = ({ body, headers }: Received, webhookId: string = PAYPAL_SANDBOX.webhookId) =>
  `{"auth_algo":"${headers["paypal-auth-algo"]}","cert_url":"${headers["paypal-cert-url"]}","transmission_id":"${headers["paypal-transmission-id"]}","transmission_sig":"${headers["paypal-transmission-sig"]}","transmission_time":"${headers["paypal-transmission-time"]}","webhook_id":"${webhookId}","webhook_event":${body}}`;

test("an event arrives signed, and its signature covers every byte", async () => {
  const { subscribe, received, call } = await webhookUnderTest();
  await subscribe({ customId: "signed-1" });
  await expect.poll(() => received.length).toBe(1);
  const [event] = received as [Received];
  const verify = async (...args: Parameters<typeof asked>) =>
    (await call("/v1/notifications/verify-webhook-signature", asked(...args))).json.verification_status;

  expect(JSON.parse(event.body)).toMatchObject({
    id: expect.stringMatching(/^WH-[A-Z0-9]{17}-[A-Z0-9]{17}$/),
    event_type: "BILLING.SUBSCRIPTION.CREATED",
    resource_type: "subscription",
    resource: { custom_id: "signed-1", status: "APPROVAL_PENDING" },
  });
  expect(await verify(event)).toBe("SUCCESS");
  expect(await verify({ ...event, body: event.body.replace("signed-1", "signed-2") })).toBe("FAILURE");
  expect(await verify({ ...event, body: event.body.replace(":", ": ") })).toBe("FAILURE");
  const otherTime = { ...event.headers, "paypal-transmission-time": "2026-01-01T00:00:00Z" };
  expect(await verify({ ...event, headers: otherTime })).toBe("FAILURE");
  expect(await verify(event, "1JE4291016473214C")).toBe("FAILURE");
});

test("a reserialized body fails verification if PayPal escaped a character in it", async () => {
  const { subscribe, paypal, received, call } = await webhookUnderTest();
  const id = await subscribe();
  await paypal.control({ action: "approve", id, givenName: "Zoë" });
  await expect.poll(() => received.length).toBe(3);
  const event = received.find(({ body }) => body.includes("SUBSCRIPTION.ACTIVATED")) as Received;
  const anew = { ...event, body: JSON.stringify(JSON.parse(event.body)) };

  const answers = await Promise.all(
    [event, anew].map((one) => call("/v1/notifications/verify-webhook-signature", asked(one))),
  );

  expect(answers.map(({ json }) => json.verification_status)).toEqual(["SUCCESS", "FAILURE"]);
});

test("an event is resent until the product accepts it", async () => {
  const { subscribe, received, paypal } = await webhookUnderTest([500, 404]);
  const id = await subscribe();

  await expect.poll(async () => (await paypal.events(id))[0]?.state).toBe("delivered");

  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test("a subscription's events can be held and released in any order while others' go out", async () => {
  const { subscribe, received, types, paypal, buy } = await webhookUnderTest();
  const id = await subscribe();
  await expect.poll(() => received.length).toBe(1);
  await paypal.control({ action: "hold", id });
  await paypal.control({ action: "approve", id });
  await paypal.control({ action: "cancel", id });
  await buy();
  await expect.poll(() => received.length).toBe(4);
  const [, activated, paid, cancelled] = await paypal.events(id);
  expect([activated, paid, cancelled].map((event) => event?.state)).toEqual(["held", "held", "held"]);

  await paypal.control({ action: "release", id, events: [cancelled?.id ?? "", activated?.id ?? ""] });

  expect(types().slice(4)).toEqual(["CANCELLED", "ACTIVATED"]);
  expect((await paypal.events(id)).map(({ state }) => state)).toEqual(["delivered", "delivered", "held", "delivered"]);
});

test("a replayed event keeps its ID", async () => {
  const { subscribe, received, paypal } = await webhookUnderTest();
  const id = await subscribe();
  await expect.poll(() => received.length).toBe(1);
  const [created] = await paypal.events(id);

  await paypal.control({ action: "replay", events: [created?.id ?? ""] });
  expect(received[1]?.body).toBe(received[0]?.body);
});

test("without a webhook address, events are recorded, and a test can have them signed", async () => {
  const { buy, paypal, call } = await payPalUnderTest();
  const id = await buy();

  const events = await paypal.events(id);
  expect(events.map(({ state }) => state)).toEqual(["recorded", "recorded", "recorded"]);
  const signed = await paypal.signedEvent(events[0]?.id ?? "");
  const { json } = await call("/v1/notifications/verify-webhook-signature", asked(signed));
  expect(json.verification_status).toBe("SUCCESS");
});

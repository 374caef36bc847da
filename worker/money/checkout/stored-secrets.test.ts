import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { captureCookie, giftRequest } from "#test/worker/gifts.ts";
import { buy, confirm, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";

const LEVELS = ["log", "info", "warn", "error", "debug"] as const;

afterEach(() => vi.restoreAllMocks());

function recordLog(): string[] {
  const lines: string[] = [];
  for (const level of LEVELS)
    vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.map(String).join(" ")));
  return lines;
}

/** Records the tokens sent to PayPal from now on. */
function recordTokens(): Set<string> {
  const tokens = new Set<string>();
  const send = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { headers } = new Request(input, init);
    const [, token] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    if (token) tokens.add(token);
    return send(input, init);
  });
  return tokens;
}

/** Every place in the database with a text, as `table.column`. */
async function placesOf(text: string): Promise<string[]> {
  const tables = await rowsOf(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'",
  );
  const places = new Set<string>();
  for (const { name } of tables) {
    for (const row of await rowsOf(`select * from "${name}"`)) {
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(text)) places.add(`${name}.${column}`);
    }
  }
  return [...places].sort();
}

test("a card purchase's card, PayPal secrets, and tokens are never stored, logged, or returned", async () => {
  const lines = recordLog();
  const tokens = recordTokens();
  const card = { name: `Hortensia ${crypto.randomUUID()}`, lastDigits: "4929" };
  const payer = {
    email: uniqueEmail("payer"),
    givenName: `Given-${crypto.randomUUID()}`,
    surname: `Sur-${crypto.randomUUID()}`,
  };
  const answers: string[] = [];

  const started = await startCheckout();
  await payPal.control({ action: "approve", id: started.subscriptionId, card, ...payer });
  answers.push(JSON.stringify(await confirm(started.checkoutId, { cookie: started.cookie })));
  await payPal.control({ action: "failNext", id: started.subscriptionId });
  await payPal.control({ action: "advance", id: started.subscriptionId, to: Date.now() + 40 * 86_400_000 });
  await payPal.control({ action: "refund", id: started.subscriptionId });
  const events = await payPal.events(started.subscriptionId);
  for (const { type } of events) await report(started.subscriptionId, type);
  const received = await Promise.all(events.map(async ({ id }) => (await payPal.signedEvent(id)).body));
  expect(received.join()).toContain(card.name);

  const gift = giftRequest();
  const ordered = await (await request("/api/gifts", { json: gift, address: uniqueAddress() })).json<{
    orderId: string;
  }>();
  await payPal.control({ action: "approve", id: ordered.orderId, card, ...payer });
  await report(ordered.orderId, "CHECKOUT.ORDER.APPROVED");
  const headers = { cookie: captureCookie(gift.requestId) };
  const path = `/api/gifts/${gift.requestId}/capture`;
  answers.push(await (await request(path, { json: {}, headers, address: uniqueAddress() })).text());

  // Also with failures: PayPal rejects, is down, and returns something unreadable.
  await payPal.arm({ kind: "html", times: 3, about: started.subscriptionId });
  await payPal.arm({ kind: "unauthorized", times: 1, about: started.subscriptionId });
  const id = started.subscriptionId;
  answers.push(await (await request(`/api/paypal/subscriptions/${id}/cancel`, { admin: true, json: {} })).text());
  answers.push(await (await request("/api/paypal/subscriptions", { admin: true })).text());

  expect(tokens.size).toBeGreaterThan(0);
  const { clientId = "", clientSecret = "" } = readConfig(env).paypal ?? {};
  expect(clientSecret).not.toBe("");
  const secrets = [card.name, "last_digits", '"VISA"', "payment_source", clientSecret, ...tokens];
  const basic = btoa(`${clientId}:${clientSecret}`);
  for (const secret of [...secrets, basic]) {
    expect(await placesOf(secret), secret).toEqual([]);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
  }
  expect(lines.length).toBeGreaterThan(0);
  // The new account has the buyer's name; their PayPal address is with the subscription, for support.
  expect(await placesOf(payer.givenName)).toEqual(["members.first_name"]);
  expect(await placesOf(payer.surname)).toEqual(["members.last_name"]);
  expect(await placesOf(payer.email)).toEqual(["subscriptions.payer_email"]);
  expect(
    lines.filter((line) => [payer.email, payer.givenName, payer.surname].some((word) => line.includes(word))),
  ).toEqual([]);
});

test("a stored webhook has only what a replay needs, without names, addresses, or cards", async () => {
  const { subscriptionId } = await buy();
  const { eventId } = await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  const [row] = await rowsOf("select body from provider_events where id = ?", eventId);
  expect(JSON.parse(String(row?.body))).toEqual({
    id: eventId,
    event_type: "BILLING.SUBSCRIPTION.ACTIVATED",
    create_time: expect.any(String),
    resource: { id: subscriptionId, links: expect.any(Array) },
  });
  const replayed = await request(`/api/paypal/events/${eventId}/replay`, { admin: true, method: "POST" });
  expect(await replayed.json()).toEqual({ message: "BILLING.SUBSCRIPTION.ACTIVATED: applied" });
});

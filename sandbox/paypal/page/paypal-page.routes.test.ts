import { expect, test } from "vitest";
import { payPalUnderTest } from "../paypal-under-test.ts";

const read = async (url: string) => (await fetch(url)).text();

/** What the page's script would post for its buttons. */
const actionsOf = (page: string) =>
  [...page.matchAll(/data-action="([^"]+)"/g)].map(([, text]) => JSON.parse((text ?? "").replaceAll("&quot;", '"')));

test("the page lists purchases, and each button does what PayPal would allow at that point", async () => {
  const { url, buy, paypal } = await payPalUnderTest();
  expect(await read(`${url}/paypal`)).toContain("No purchases yet");
  const id = await buy();
  const page = await read(`${url}/paypal?id=${id}`);
  expect(page).toContain('aria-current="true"');

  const done = new Set<string>();
  for (const action of actionsOf(page)) {
    if (done.has(action.action)) continue;
    done.add(action.action);
    // The other actions need a subscription that isn't cancelled or expired.
    if (action.action === "cancel" || action.action === "expire") continue;
    await paypal.control(action);
  }

  expect([...done].sort()).toEqual([
    "advance",
    "cancel",
    "dispute",
    "expire",
    "failNext",
    "hold",
    "refund",
    "replay",
    "reverse",
    "suspend",
  ]);
  expect((await paypal.subscription(id)).status).toBe("SUSPENDED");
});

test("an order can be approved, declined, and paid from the page", async () => {
  const { url, call, paypal } = await payPalUnderTest();
  const order = { intent: "CAPTURE", purchase_units: [{ amount: { currency_code: "USD", value: "9.99" } }] };
  const { id } = (await call("/v2/checkout/orders", order)).json;
  const page = () => read(`${url}/paypal?id=${id}`);

  for (const action of actionsOf(await page()).filter((one) => one.action === "approve")) await paypal.control(action);
  expect(actionsOf(await page())).toContainEqual({ action: "failNext", id, times: 1 });
  await call(`/v2/checkout/orders/${id}/capture`, {});
  expect(await page()).toContain("$9.99");
});

test("a purchase's content is shown as text, and an unknown ID is reported", async () => {
  const { url, subscribe } = await payPalUnderTest();
  const id = await subscribe({ customId: "<script>alert(1)</script>" });

  const page = await read(`${url}/paypal?id=${id}`);

  expect(page).not.toContain("<script>alert");
  expect(await read(`${url}/paypal/page/columns?id=I-GONE`)).toContain("has nothing with this ID");
});

test("the page's own files are served, and its content security policy allows no inline script", async () => {
  const { url } = await payPalUnderTest();
  const page = await fetch(`${url}/paypal`);
  const files = [...(await page.text()).matchAll(/(?:href|src)="(\/(?:paypal\/)?page\/[^"]+)"/g)].map(
    ([, path]) => path,
  );

  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(new Set(files).size).toBe(6);
  for (const path of files) expect((await fetch(url + path)).status).toBe(200);
  expect(await read(url)).toContain('href="/paypal"');
});

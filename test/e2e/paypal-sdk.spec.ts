import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { PAYPAL_SANDBOX } from "../../sandbox/paypal/paypal-settings.ts";
import { sandboxClient } from "../../sandbox/sandbox-client.ts";
import { test } from "./support/journey.ts";

// The sandbox's version of PayPal's browser SDK, on a page with the strictest policy that works with it.

const sandboxUrl = () => process.env.DAYBOLT_SANDBOX_URL ?? "";
const paypal = () => sandboxClient(sandboxUrl()).paypal;

const POLICY = () =>
  `default-src 'none'; script-src 'self' ${sandboxUrl()}; frame-src ${sandboxUrl()}; style-src 'self'; img-src data:`;

const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head>
<body><div id="buttons"></div><ol id="log" role="log"></ol><script src="/shop.js"></script></body></html>`;

/** Loads the script like @paypal/paypal-js, and logs the SDK's callbacks. */
const shopScript = (sdkUrl: string, options: string) => `
const log = (...words) => document.getElementById("log").append(Object.assign(document.createElement("li"), { textContent: words.join(" ") }));
const script = document.createElement("script");
script.src = ${JSON.stringify(sdkUrl)};
script.dataset.namespace = "payPalOfTheShop";
script.onerror = () => log("no SDK");
script.onload = () => {
  const buttons = window.payPalOfTheShop.Buttons({
    onInit: (data, actions) => { window.actions = actions; },
    onClick: () => log("click"),
    onApprove: async (data) => log("approve", data.subscriptionID ?? data.orderID),
    onCancel: () => log("cancel"),
    onError: (error) => log("error", error.message),
    ...${options},
  });
  buttons.render("#buttons").then(() => log("ready"), (error) => log(error.message));
};
document.head.prepend(script);`;

async function openShop(page: Page, options: string, query = "vault=true&intent=subscription") {
  const script = shopScript(`${sandboxUrl()}/sdk/js?client-id=${PAYPAL_SANDBOX.clientId}&${query}`, options);
  const server = createServer((request, answer) => {
    const isScript = request.url === "/shop.js";
    answer.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html",
      "content-security-policy": POLICY(),
      "cross-origin-opener-policy": "same-origin-allow-popups",
    });
    answer.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  page.on("close", () => server.close());
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await expect(page.getByRole("log")).toHaveText("ready");
  const button = page.frameLocator("iframe").getByRole("button", { name: "PayPal sandbox" });
  const clickForWindow = async () => {
    const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
    return popup;
  };
  return { log: page.getByRole("listitem"), button, clickForWindow };
}

async function newSubscription(customId: string): Promise<string> {
  const { clientId, clientSecret, plans } = PAYPAL_SANDBOX;
  const token = await fetch(`${sandboxUrl()}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = await token.json();
  const created = await fetch(`${sandboxUrl()}/v1/billing/subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, prefer: "return=representation" },
    body: JSON.stringify({ plan_id: plans.monthly, custom_id: customId }),
  });
  return (await created.json()).id;
}

test("buttons in PayPal's window stay disabled until their click handlers have loaded", { tag: "@deep" }, async ({
  page,
  context,
}) => {
  const id = await newSubscription("sdk-late");
  const isLate = Promise.withResolvers<void>();
  await context.route("**/approve.client.js", async (route) => {
    await isLate.promise;
    await route.continue();
  });
  const { log, clickForWindow } = await openShop(page, `{ createSubscription: async () => "${id}" }`);

  const popup = await clickForWindow();
  const agree = popup.getByRole("button", { name: "Agree & subscribe" });
  await expect(agree).toBeVisible();
  await expect(popup.getByRole("button", { disabled: false })).toHaveCount(0);
  isLate.resolve();
  await agree.click();
  await expect(log).toHaveText(["ready", "click", `approve ${id}`]);
});

test("the button works by keyboard, and a buyer who cancels or closes the window buys nothing", {
  tag: "@deep",
}, async ({ page }) => {
  const id = await newSubscription("sdk-cancel");
  const { log, button } = await openShop(page, `{ createSubscription: async () => "${id}" }`);

  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
  // The window may close before the click is reported as done.
  const cancel = popup.getByRole("button", { name: "Cancel" });
  await Promise.all([popup.waitForEvent("close"), cancel.click().catch(() => undefined)]);
  await expect(log).toHaveText(["ready", "click", "cancel"]);

  const [again] = await Promise.all([page.waitForEvent("popup"), button.press("Space")]);
  await expect(again.getByText("$9.99 every month")).toBeVisible();
  await again.close();
  await expect(log).toHaveText(["ready", "click", "cancel", "click", "cancel"]);
  expect((await paypal().subscription(id)).status).toBe("APPROVAL_PENDING");
});

test("a rejected click opens no PayPal window, and a server failure closes the window and is reported", {
  tag: "@deep",
}, async ({ page }) => {
  const options = `{ onClick: (data, actions) => { log("click"); return window.refuses ? actions.reject() : actions.resolve(); },
    createSubscription: async () => { throw new Error("Our server is busy."); } }`;
  const { log, button, clickForWindow } = await openShop(page, options);
  const lines = ["ready", "click", "error Our server is busy."];

  const popup = await clickForWindow();
  await expect(log).toHaveText(lines);
  await expect.poll(() => popup.isClosed()).toBe(true);

  // Clicks cross frames, so each result is awaited before the next change.
  await page.evaluate("window.refuses = true");
  await button.click();
  await expect(log).toHaveText([...lines, "click"]);
  await page.evaluate("window.refuses = false; actions.disable()");
  await button.click();
  await expect(log).toHaveText([...lines, "click", "click"]);
  await page.evaluate("actions.enable()");
  await clickForWindow();
  await expect(log).toHaveText([...lines, "click", "click", "click", "error Our server is busy."]);
  expect(page.context().pages().length).toBeLessThanOrEqual(2);
});

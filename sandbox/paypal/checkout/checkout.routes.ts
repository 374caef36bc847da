import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import type { Account } from "../account/account.ts";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import {
  approvePage,
  buttonsPage,
  missingPage,
  openingPage,
  orderPurchase,
  subscriptionPurchase,
} from "./approve-page.ts";

const WINDOW_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** Any page that loads the SDK may frame it. */
const BUTTONS_CSP = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'";

const FILES = {
  "buttons.client.js": "text/javascript; charset=utf-8",
  "approve.client.js": "text/javascript; charset=utf-8",
  "buttons.css": "text/css; charset=utf-8",
  "approve.css": "text/css; charset=utf-8",
} as const;

const readOwn = (name: string) => readFile(new URL(name, import.meta.url));

/**
 * The browser's side of PayPal. A page that loads the SDK needs the sandbox's origin in `script-src` and `frame-src`, and
 * a `Cross-Origin-Opener-Policy` of `same-origin-allow-popups`, as for PayPal itself.
 */
export function checkoutRoutes({ subscriptions, orders }: Account, isDown: () => boolean) {
  const routes = new Hono()
    .get("/sdk/js", async (c) => {
      if (isDown()) return c.text("PayPal is down.", 503);
      if (c.req.query("client-id") !== PAYPAL_SANDBOX.clientId) {
        return c.text(
          `throw new Error("SDK Validation error: 'client-id not recognized for either production or sandbox'");`,
          400,
        );
      }
      return c.body(await readOwn("sdk.client.js"), 200, {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "no-cache",
        "cross-origin-resource-policy": "cross-origin",
      });
    })
    .get("/sdk/buttons", (c) => c.html(buttonsPage(), 200, { "content-security-policy": BUTTONS_CSP }))
    .get("/sdk/opening", (c) => c.html(openingPage(), 200, { "content-security-policy": WINDOW_CSP }))
    .get("/paypal/approve/:id", (c) => {
      const id = c.req.param("id");
      const headers = { "content-security-policy": WINDOW_CSP, "cache-control": "no-store" };
      const subscription = subscriptions.find(id);
      const order = orders.find(id);
      if (subscription) {
        return c.html(
          approvePage(subscriptionPurchase(subscription, subscriptions.clockOf(subscription))),
          200,
          headers,
        );
      }
      return order ? c.html(approvePage(orderPurchase(order)), 200, headers) : c.html(missingPage(), 404, headers);
    });

  for (const [name, type] of Object.entries(FILES)) {
    routes.get(`/sdk/${name}`, async (c) =>
      c.body(await readOwn(name), 200, { "content-type": type, "cache-control": "no-cache" }),
    );
  }
  return routes;
}

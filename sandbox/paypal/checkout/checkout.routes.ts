import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { fileRoutes, PAGE_HEADERS } from "../../page-shell.ts";
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

/** Any page that loads the SDK may frame it. */
const BUTTONS_CSP = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'";

const FILES = ["buttons.client.js", "approve.client.js", "buttons.css", "approve.css"];

/**
 * The browser's side of PayPal. A page that loads the SDK needs the sandbox's origin in `script-src` and `frame-src`, and
 * a `Cross-Origin-Opener-Policy` of `same-origin-allow-popups`, as for PayPal itself.
 */
export function checkoutRoutes({ subscriptions, orders }: Account) {
  return new Hono()
    .get("/sdk/js", async (c) => {
      if (c.req.query("client-id") !== PAYPAL_SANDBOX.clientId) {
        return c.text(
          `throw new Error("SDK Validation error: 'client-id not recognized for either production or sandbox'");`,
          400,
        );
      }
      return c.body(await readFile(new URL("sdk.client.js", import.meta.url)), 200, {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "no-cache",
        "cross-origin-resource-policy": "cross-origin",
      });
    })
    .get("/sdk/buttons", (c) => c.html(buttonsPage(), 200, { "content-security-policy": BUTTONS_CSP }))
    .get("/sdk/opening", (c) => c.html(openingPage(), 200, PAGE_HEADERS))
    .get("/paypal/approve/:id", (c) => {
      const id = c.req.param("id");
      const subscription = subscriptions.find(id);
      const order = orders.find(id);
      if (subscription) {
        return c.html(
          approvePage(subscriptionPurchase(subscription, subscriptions.clockOf(subscription))),
          200,
          PAGE_HEADERS,
        );
      }
      return order
        ? c.html(approvePage(orderPurchase(order)), 200, PAGE_HEADERS)
        : c.html(missingPage(), 404, PAGE_HEADERS);
    })
    .route("/", fileRoutes("/sdk", import.meta.url, FILES));
}

import { html } from "hono/html";
import { BRAND } from "../../../domain/brand.ts";
import type { Order } from "../account/orders.ts";
import { priceOf } from "../account/plans.ts";
import type { Subscription } from "../account/subscription.ts";

type Purchase = {
  id: string;
  merchant: string;
  name: string;
  price: string;
  facts: [string, string][];
  agree: string;
  returnUrl: string | null;
  cancelUrl: string | null;
  /** Its status, once it no longer waits for the buyer. */
  status: string | null;
  options: { name: string; value: string; label: string }[];
};

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const day = (ms: number) => new Date(ms).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

export function subscriptionPurchase(subscription: Subscription, now: number): Purchase {
  const { plan, startTime, status } = subscription;
  const { interval_unit, interval_count } = plan.billing_cycles[0].frequency;
  const unit = interval_unit.toLowerCase();
  const every = interval_count === 1 ? unit : `${interval_count} ${unit}s`;
  return {
    id: subscription.id,
    merchant: subscription.brandName ?? BRAND.name,
    name: plan.name,
    price: `${dollars(priceOf(plan).cents)} every ${every}`,
    facts: [
      ["First payment", startTime > now ? day(startTime) : "Today"],
      ["Subscription", subscription.id],
    ],
    agree: "Agree & subscribe",
    returnUrl: subscription.returnUrl,
    cancelUrl: subscription.cancelUrl,
    status: status === "APPROVAL_PENDING" ? null : status,
    options: [
      { name: "wallet", value: "empty", label: "Empty wallet: every charge fails" },
      { name: "speed", value: "slow", label: "PayPal is slow to activate it" },
    ],
  };
}

export function orderPurchase(order: Order): Purchase {
  return {
    id: order.id,
    merchant: order.brandName ?? BRAND.name,
    name: order.unit.description ?? "One payment",
    price: `$${order.unit.amount.value}, once`,
    facts: [["Order", order.id]],
    agree: "Agree & pay",
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
    status: order.status === "CREATED" ? null : order.status,
    options: [{ name: "wallet", value: "empty", label: "Empty wallet: the payment is declined" }],
  };
}

export const approvePage = (purchase: Purchase) =>
  page(
    `${purchase.agree} · PayPal (sandbox)`,
    html`<div class="before">
      <h1>${purchase.merchant}: ${purchase.name}</h1>
      <p class="price">${purchase.price}</p>
    </div>
    <dl>
      <div><dt>Merchant</dt><dd>${purchase.merchant}</dd></div>
      ${purchase.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${purchase.status === null ? form(purchase) : html`<p>This is already ${purchase.status}. You can close this window.</p>`}
    <p class="after" role="status">Done. You can close this window.</p>`,
    html`data-id="${purchase.id}" data-return-url="${purchase.returnUrl ?? ""}" data-cancel-url="${purchase.cancelUrl ?? ""}"`,
  );

/** Buttons are disabled until their script runs: an earlier click would submit the form without approving anything. */
const form = ({ agree, options }: Purchase) => html`<form class="before">
  <label class="field">PayPal email
    <input type="email" name="email" value="zoe.buyer@example.com" required autocomplete="off">
  </label>
  <div>
    ${options.map(
      ({ name, value, label }) =>
        html`<label class="option"><input type="checkbox" name="${name}" value="${value}"> ${label}</label>`,
    )}
  </div>
  <p data-problem role="alert"></p>
  <button class="agree" value="approved" disabled>${agree}</button>
  <button value="lost" disabled>Agree, then crash the browser</button>
  <button type="button" data-cancel disabled>Cancel and return</button>
</form>`;

export const missingPage = () =>
  page(
    "PayPal (sandbox)",
    html`<h1>Nothing to approve</h1>
    <p>The sandbox has no subscription or order with this ID. It forgets them all when it stops.</p>`,
  );

export const openingPage = () => page("PayPal (sandbox)", html`<p role="status">One moment...</p>`);

type Markup = ReturnType<typeof html>;

const page = (title: string, content: Markup, attributes: Markup = html``) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/page/bolt.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/sdk/approve.css">
    <script src="/sdk/approve.client.js" type="module"></script>
  </head>
  <body ${attributes}>
    <p class="tape">PayPal (sandbox) <span>No money moves. Nothing leaves this machine.</span></p>
    <main>${content}</main>
  </body>
</html>`;

export const buttonsPage = () => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="color-scheme" content="dark">
    <title>PayPal (sandbox)</title>
    <link rel="stylesheet" href="/sdk/buttons.css">
    <script src="/sdk/buttons.client.js" type="module"></script>
  </head>
  <body>
    <button type="button" disabled>PayPal <span class="tag">sandbox</span></button>
  </body>
</html>`;

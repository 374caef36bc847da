import { html } from "hono/html";
import type { ControlAction } from "../control/actions.ts";
import type { OrderView, SubscriptionView } from "../control/views.ts";

/** A subscription or an order: both are listed, opened, and paid. */
export type Purchase = SubscriptionView | OrderView;

export const isSubscription = (purchase: Purchase): purchase is SubscriptionView => "planId" in purchase;

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** In UTC, because PayPal bills in it. */
export const instant = (ms: number) => {
  const text = new Date(ms).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace("T", " ")}</time>`;
};

export const badge = (status: string) =>
  html`<span class="badge" data-status="${status}">${status.replaceAll("_", " ").toLowerCase()}</span>`;

export const nameOf = (purchase: Purchase) =>
  isSubscription(purchase) ? purchase.planName : (purchase.description ?? "One payment");

/** A button that triggers an action at PayPal; the page's script posts its data. */
export const act = (label: string, action: ControlAction, more: { title?: string; danger?: boolean } = {}) =>
  html`<button type="button" class="${more.danger ? "act danger" : "act"}" data-action="${JSON.stringify(action)}" title="${more.title ?? ""}">${label}</button>`;

import { html } from "hono/html";
import { BRAND } from "../../../domain/brand.ts";
import { badge, dollars, instant, isSubscription, nameOf, type Purchase } from "./labels.ts";

export function purchaseList(purchases: Purchase[], opened: string) {
  if (purchases.length === 0) {
    return html`<div class="empty empty-outbox">
      <h2>No purchases yet</h2>
      <p>Subscriptions and gifts appear here when a buyer presses the PayPal button. To see one:</p>
      <ul>
        <li>subscribe to ${BRAND.name} at <code>/subscribe</code>,</li>
        <li>or give a membership at <code>/gift</code>.</li>
      </ul>
      <p class="hint">Then let a month pass, fail a payment, or refund it. The sandbox forgets everything when it stops.</p>
    </div>`;
  }
  return html`<p class="tally">${purchases.length} ${purchases.length === 1 ? "purchase" : "purchases"}</p>
    <ol class="mails">
      ${purchases.map((purchase) => row(purchase, opened))}
    </ol>`;
}

function row(purchase: Purchase, opened: string) {
  const price = isSubscription(purchase) ? dollars(purchase.cents) : `$${purchase.amount}`;
  return html`<li>
    <a class="mail" data-key="${purchase.id}" href="/paypal?id=${purchase.id}" ${purchase.id === opened ? html`aria-current="true"` : ""}>
      <span class="mail-to">${nameOf(purchase)} · ${price}</span>
      ${badge(purchase.status)}
      <span class="mail-subject">${purchase.buyerEmail ?? purchase.id} · ${instant(purchase.createTime)}</span>
    </a>
  </li>`;
}

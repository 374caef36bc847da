import { html } from "hono/html";
import { DAY_MS } from "#domain/durations.ts";
import { cycleTime } from "../account/billing-calendar.ts";
import type { EventView, OrderView, SubscriptionView } from "../control/views.ts";
import { eventList } from "./event-list.ts";
import { act, badge, dollars, instant, isSubscription, nameOf, type Purchase } from "./labels.ts";
import { paymentList } from "./payment-list.ts";

export function purchaseView(purchase: Purchase, events: EventView[]) {
  return html`<header class="reader-head">
      <a class="back" href="/paypal">All purchases</a>
      <h2>${nameOf(purchase)} ${badge(purchase.status)}</h2>
      <p class="envelope"><span class="envelope-label">Buyer</span> ${purchase.buyerEmail ?? "not yet"}</p>
      <p class="envelope"><span class="envelope-label">ID</span> ${purchase.id}</p>
      <p class="envelope"><span class="envelope-label">Our ID</span> ${purchase.customId ?? "none"}</p>
    </header>
    <div class="sections">
      ${isSubscription(purchase) ? subscriptionParts(purchase) : orderParts(purchase)}
      ${paymentList(purchase)}
      ${eventList(purchase, events)}
    </div>`;
}

const section = (title: string, content: unknown) => html`<section><h3>${title}</h3>${content}</section>`;

const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

function subscriptionParts(subscription: SubscriptionView) {
  const { id, status } = subscription;
  const isLive = status === "ACTIVE" || status === "SUSPENDED";
  return html`
    ${section("Time", timeParts(subscription))}
    ${status === "APPROVAL_PENDING" ? section("Buyer", buyerParts(id)) : ""}
    ${isLive ? section("Wallet", walletParts(subscription)) : ""}
    ${
      isLive || status === "APPROVED"
        ? section(
            "At PayPal",
            html`<div class="acts">
              ${status === "ACTIVE" ? act("Suspend", { action: "suspend", id }) : act("Activate", { action: "activate", id })}
              ${isLive ? act("Cancel", { action: "cancel", id }, { danger: true }) : ""}
              ${isLive ? act("Expire", { action: "expire", id }, { danger: true }) : ""}
            </div>`,
          )
        : ""
    }`;
}

function timeParts({ id, clock, nextBillingTime, nextRetryTime, startTime, status }: SubscriptionView) {
  const inMonths = (count: number) => cycleTime(clock, { interval_unit: "MONTH", interval_count: 1 }, count);
  const to = (label: string, at: number) => act(label, { action: "advance", id, to: at });
  return html`<dl class="facts">
      ${fact("Simulated time", html`${instant(clock)}`)}
      ${fact("Started", html`${instant(startTime)}`)}
      ${nextBillingTime === null ? "" : fact(status === "ACTIVE" ? "Next charge" : "Next charge if activated", html`${instant(nextBillingTime)}`)}
      ${nextRetryTime === null ? "" : fact("Next retry", html`${instant(nextRetryTime)}`)}
    </dl>
    <div class="acts">
      ${nextRetryTime === null ? "" : to("Skip to the next retry", nextRetryTime)}
      ${nextBillingTime !== null && nextBillingTime > clock ? to("Skip to the next charge", nextBillingTime) : ""}
      ${to("+ 1 day", clock + DAY_MS)} ${to("+ 11 days", clock + 11 * DAY_MS)} ${to("+ 1 month", inMonths(1))} ${to("+ 1 year", inMonths(12))}
    </div>`;
}

const buyerParts = (id: string) => html`<div class="acts">
  <a class="act" href="/paypal/approve/${id}" target="_blank" rel="noopener">Open the approval window</a>
  ${act("Approve", { action: "approve", id })}
</div>`;

function walletParts({ id, failNext, outstandingCents, failedPayments, status }: SubscriptionView) {
  return html`<dl class="facts">
      ${fact("Next charges", failNext === 0 ? "succeed" : failNext === 1 ? "one fails" : "fail")}
      ${fact("Failed in a row", failedPayments)}
      ${fact("Owed", dollars(outstandingCents))}
    </dl>
    <div class="acts">
      ${act("Fail the next charge", { action: "failNext", id, times: 1 })}
      ${act("Empty wallet: every charge fails", { action: "failNext", id, times: 1_000_000 })}
      ${failNext > 0 || outstandingCents > 0 || status === "SUSPENDED" ? act("Let charges succeed", { action: "recover", id }) : ""}
    </div>`;
}

function orderParts({ id, status, declineNext, isPaidLater }: OrderView) {
  if (status === "COMPLETED") return "";
  const isNew = status !== "APPROVED";
  return html`${isNew ? section("Buyer", buyerParts(id)) : ""}
    ${section(
      "Wallet",
      html`<div class="acts">
        ${declineNext > 0 ? act("Let charges succeed", { action: "failNext", id, times: 0 }) : act("Decline the next capture", { action: "failNext", id, times: 1 })}
        ${isPaidLater ? "" : act("Pay by bank: stays pending", { action: "payLater", id }, { title: "PayPal waits a few days for the money" })}
      </div>`,
    )}`;
}

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../../../domain/brand.ts";
import { fileRoutes, type Markup, PAGE_HEADERS, pageShell } from "../../page-shell.ts";
import type { Account } from "../account/account.ts";
import { createViews } from "../control/views.ts";
import type { Deliveries } from "../webhooks/deliveries.ts";
import type { Purchase } from "./labels.ts";
import { purchaseList } from "./purchase-list.ts";
import { purchaseView } from "./purchase-view.ts";

const LIST_MAX = 200;

const FILES = ["paypal-page.css", "paypal-page.client.js"];

/** The page opens with any query. */
const readQuery = zValidator("query", z.object({ id: z.string().catch("") }));

type Parts = { account: Account; deliveries: Deliveries };

/** The page where a person triggers what happens at PayPal. */
export function payPalPageRoutes({ account, deliveries }: Parts) {
  const views = createViews(account, deliveries);

  /** Both columns for the query. */
  const columns = (id: string) => {
    const purchases: Purchase[] = [
      ...account.subscriptions.list().map(views.subscription),
      ...account.orders.list().map(views.order),
    ].sort((one, other) => other.createTime - one.createTime);
    const opened = purchases.find((purchase) => purchase.id === id);
    return html`<section class="list" aria-label="Purchases, newest first">${purchaseList(purchases.slice(0, LIST_MAX), id)}</section>
      <article class="reader" aria-label="Open purchase">${
        opened
          ? purchaseView(opened, deliveries.list(id).map(views.event))
          : html`<p class="none">${id ? "The sandbox has nothing with this ID." : "Select a purchase to control it."}</p>`
      }</article>`;
  };

  return new Hono()
    .get("/paypal", readQuery, (c) => {
      const { id } = c.req.valid("query");
      return c.html(page(id, columns(id)), 200, PAGE_HEADERS);
    })
    .get("/paypal/page/columns", readQuery, (c) =>
      c.html(columns(c.req.valid("query").id), 200, { "cache-control": "no-store" }),
    )
    .route("/", fileRoutes("/paypal/page", import.meta.url, FILES));
}

const page = (id: string, columns: Markup) =>
  pageShell({
    title: `${BRAND.name} PayPal sandbox`,
    home: "/paypal",
    part: "PayPal",
    state: id ? "reading" : "browsing",
    styles: ["/page/page.css", "/page/list.css", "/page/reader.css", "/paypal/page/paypal-page.css"],
    script: "/paypal/page/paypal-page.client.js",
    bar: html`<p class="live" data-live role="status">Live</p>
      <a class="other" href="/">Outbox</a>`,
    content: html`<p class="notice problem" data-problem role="alert" hidden></p>
    <main data-columns>${columns}</main>`,
  });

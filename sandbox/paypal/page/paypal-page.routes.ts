import { readFile } from "node:fs/promises";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../../../domain/brand.ts";
import type { Account } from "../account/account.ts";
import type { Service } from "../control/perform.ts";
import { createViews } from "../control/views.ts";
import type { Deliveries } from "../webhooks/deliveries.ts";
import { act, type Purchase } from "./labels.ts";
import { purchaseList } from "./purchase-list.ts";
import { purchaseView } from "./purchase-view.ts";

const LIST_MAX = 200;

const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const FILES = {
  "paypal-page.css": "text/css; charset=utf-8",
  "paypal-page.client.js": "text/javascript; charset=utf-8",
} as const;

/** The page opens with any query. */
const readQuery = zValidator("query", z.object({ id: z.string().catch("") }));

type Parts = { account: Account; deliveries: Deliveries; service: Service };

/** The page where a person triggers what happens at PayPal. */
export function payPalPageRoutes({ account, deliveries, service }: Parts) {
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

  const routes = new Hono()
    .get("/paypal", readQuery, (c) => {
      const { id } = c.req.valid("query");
      const headers = { "content-security-policy": PAGE_CSP, "cache-control": "no-store" };
      return c.html(page(id, columns(id), serviceParts(service)), 200, headers);
    })
    .get("/paypal/page/columns", readQuery, (c) =>
      c.html(columns(c.req.valid("query").id), 200, { "cache-control": "no-store" }),
    )
    .get("/paypal/page/service", (c) => c.html(serviceParts(service), 200, { "cache-control": "no-store" }));

  for (const [name, type] of Object.entries(FILES)) {
    routes.get(`/paypal/page/${name}`, async (c) =>
      c.body(await readFile(new URL(name, import.meta.url)), 200, {
        "content-type": type,
        "cache-control": "no-cache",
      }),
    );
  }
  return routes;
}

type Markup = ReturnType<typeof html>;

const serviceParts = ({ isDown, hasList }: Service) =>
  html`${isDown ? act("Bring PayPal back", { action: "setDown", isDown: false }) : act("Take PayPal down", { action: "setDown", isDown: true }, { danger: true })}
  ${hasList ? act("Make the list return 404", { action: "setList", isAvailable: false }) : act("Bring the list back", { action: "setList", isAvailable: true })}`;

const page = (id: string, columns: Markup, service: Markup) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <title>${BRAND.name} PayPal sandbox</title>
    <link rel="icon" href="/page/bolt.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/page/page.css">
    <link rel="stylesheet" href="/page/list.css">
    <link rel="stylesheet" href="/page/reader.css">
    <link rel="stylesheet" href="/paypal/page/paypal-page.css">
    <script src="/paypal/page/paypal-page.client.js" type="module"></script>
  </head>
  <body class="${id ? "reading" : "browsing"}">
    <header class="bar">
      <h1><a class="brand" href="/paypal"><img src="/page/bolt.svg" alt="" width="22" height="22">${BRAND.name} <span class="brand-part">PayPal</span></a></h1>
      <div class="acts" data-service>${service}</div>
      <p class="live" data-live role="status">Live</p>
      <a class="other" href="/">Outbox</a>
    </header>
    <p class="notice problem" data-problem role="alert" hidden></p>
    <main data-columns>${columns}</main>
  </body>
</html>`;

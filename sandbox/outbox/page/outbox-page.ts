import { html } from "hono/html";
import { BRAND } from "../../../domain/brand.ts";
import type { OutboxMail } from "../outbox.ts";
import { mailList } from "./mail-list.ts";
import { mailView } from "./mail-view.ts";
import { type PageState, pageHref } from "./page-state.ts";

/** Works without its script too: every mail and every tab is a link. */
export function outboxPage(state: PageState, opened: OutboxMail | undefined, origin: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <title>${opened ? `${opened.subject} · ` : ""}${BRAND.name} outbox</title>
    <link rel="icon" href="/page/bolt.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/page/page.css">
    <link rel="stylesheet" href="/page/list.css">
    <link rel="stylesheet" href="/page/reader.css">
    <script src="/page/outbox.client.js" type="module"></script>
  </head>
  <body class="${state.mail ? "reading" : "browsing"}">
    <header class="bar">
      <h1><a class="brand" href="/"><img src="/page/bolt.svg" alt="" width="22" height="22">${BRAND.name} <span class="brand-part">outbox</span></a></h1>
      <form class="search" role="search" action="/">
        <input type="search" name="search" value="${state.search}" placeholder="Find a recipient" aria-label="Find a recipient" autocomplete="off" spellcheck="false">
      </form>
      <p class="live" data-live role="status">Live</p>
      <button type="button" data-clear>Clear</button>
    </header>
    <main>
      <section class="list" data-list aria-label="Mails, newest first">${mailList(state, origin)}</section>
      <article class="reader" aria-label="Opened mail">${reader(state, opened)}</article>
    </main>
  </body>
</html>`;
}

function reader(state: PageState, opened: OutboxMail | undefined) {
  if (opened) return mailView(opened, state);
  if (!state.mail) return html`<p class="none">Choose a mail to read it here.</p>`;
  return html`<p class="none">This mail is no longer in the outbox. <a href="${pageHref({ search: state.search })}">All mails</a></p>`;
}

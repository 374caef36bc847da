import { html } from "hono/html";
import { MAIL_EVENT_TYPES } from "../../resend/mail-events.ts";
import type { OutboxMail } from "../outbox.ts";
import { mailTime, type PageState, pageHref, VIEWS } from "./page-state.ts";

const LABELS = { html: "HTML", text: "Text", headers: "Headers" } as const;

export function mailView(mail: OutboxMail, state: PageState) {
  const tabs = VIEWS.map((view) => {
    const current = view === state.view ? html` aria-current="page"` : "";
    return html`<a href="${pageHref({ search: state.search, mail: mail.id, view })}" ${current}>${LABELS[view]}</a>`;
  });
  return html`<header class="reader-head">
      <a class="back" href="${pageHref({ search: state.search })}">All emails</a>
      <h2>${mail.subject}</h2>
      <p class="envelope"><span class="envelope-label">From</span> ${mail.from ?? "no longer kept"}</p>
      <p class="envelope"><span class="envelope-label">To</span> ${mail.to.join(", ")}</p>
      <p class="envelope"><span class="envelope-label">At</span> ${mailTime(mail.acceptedAt)}</p>
      <form class="events" method="post" action="/outbox/${mail.id}/events">
        <span class="envelope-label">Event</span>
        ${MAIL_EVENT_TYPES.map((type) => html`<button name="type" value="${type}">${type.slice("email.".length)}</button>`)}
      </form>
      <nav class="tabs" aria-label="Parts of this email">${tabs}</nav>
    </header>
    ${part(mail, state)}`;
}

function part(mail: OutboxMail, { view }: PageState) {
  if (view === "headers") return mailHeaders(mail);
  if (!mail.bodyKept)
    return none("Only the newest emails keep their text. This one's recipient, key, and hash are under Headers.");
  if (view === "text")
    return mail.text ? html`<pre class="plain" tabindex="0">${mail.text}</pre>` : none("This email has no plain text.");
  if (!mail.html) return none("This email has no HTML.");
  return html`<iframe
    title="${mail.subject}"
    src="/outbox/${mail.id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    referrerpolicy="no-referrer"
  ></iframe>`;
}

const none = (sentence: string) => html`<p class="none">${sentence}</p>`;

function mailHeaders(mail: OutboxMail) {
  const rows: [string, string][] = [
    ...listed("From", mail.from === null ? [] : [mail.from]),
    ["To", mail.to.join(", ")],
    ...listed("Reply-To", mail.replyTo),
    ["Subject", mail.subject],
    ...Object.entries(mail.headers),
    ...mail.tags.map(({ name, value }): [string, string] => [`Tag ${name}`, value]),
    ...listed("Idempotency key", mail.idempotencyKey === null ? [] : [mail.idempotencyKey]),
    ["Payload SHA-256", mail.payloadSha256],
    ["Resend ID", mail.id],
  ];
  return html`<dl class="headers">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

const listed = (name: string, values: string[]): [string, string][] =>
  values.length > 0 ? [[name, values.join(", ")]] : [];

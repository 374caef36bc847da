import { html } from "hono/html";
import { BRAND } from "../../../domain/brand.ts";
import type { OutboxMail } from "../outbox.ts";
import { mailTime, type PageState, pageHref } from "./page-state.ts";

/** The part of the page that refreshes on its own. */
export function mailList(state: PageState, origin: string) {
  if (state.total === 0) return emptyOutbox(origin);
  if (state.mails.length === 0) {
    return html`<div class="empty">
      <h2>No matches</h2>
      <p>None of the ${state.total} emails went to <b>${state.search}</b>.</p>
      <p><a href="${pageHref({ search: "", mail: state.mail, view: state.view })}">Show all emails</a></p>
    </div>`;
  }
  return html`${state.armedFaults > 0 ? faultNotice(state.armedFaults) : ""}
    <p class="tally">${tally(state)}</p>
    <ol class="mails">
      ${state.mails.map((mail) => row(mail, state))}
    </ol>`;
}

function row(mail: OutboxMail, state: PageState) {
  const current = mail.id === state.mail ? html` aria-current="true"` : "";
  return html`<li>
    <a class="mail" data-mail="${mail.id}" href="${pageHref({ search: state.search, mail: mail.id, view: state.view })}" ${current}>
      <span class="mail-to">${mail.to.join(", ")}</span>
      ${mailTime(mail.acceptedAt)}
      <span class="mail-subject">${mail.subject}</span>
    </a>
  </li>`;
}

const tally = ({ mails, matching, total, search }: PageState) => {
  const found = search ? `${matching} of ${total}` : `${total}`;
  const cut = mails.length < matching ? `, newest ${mails.length} shown` : "";
  return `${found} ${total === 1 ? "email" : "emails"}${cut}`;
};

const faultNotice = (count: number) =>
  html`<p class="notice">${count} ${count === 1 ? "fault is" : "faults are"} set for the next sends. <a href="/faults">Show</a></p>`;

const emptyOutbox = (origin: string) => html`<div class="empty empty-outbox">
  <h2>No emails yet</h2>
  <p>Every email ${BRAND.name} sends appears here a moment later, and none leaves this machine. To see one:</p>
  <ul>
    <li>run <code>npm run wake-up -- member@daybolt.test</code>,</li>
    <li>request a new password on the login page,</li>
    <li>or create a free trial in the admin area.</li>
  </ul>
  <p class="hint">Sent one and don't see it? RESEND_BASE_URL must be <code>${origin}</code>.</p>
</div>`;

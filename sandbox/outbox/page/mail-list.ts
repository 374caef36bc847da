import { html } from "hono/html";
import { BRAND } from "../../../domain/brand.ts";
import type { OutboxMail } from "../outbox.ts";
import { mailTime, type PageState, pageHref } from "./page-state.ts";

/** The part of the page that refreshes by itself. */
export function mailList(state: PageState, origin: string) {
  if (state.total === 0) return emptyOutbox(origin);
  if (state.mails.length === 0) {
    return html`<div class="empty">
      <h2>Nobody found</h2>
      <p>None of the ${state.total} mails went to <b>${state.search}</b>.</p>
      <p><a href="${pageHref({ search: "", mail: state.mail, view: state.view })}">Show all mails</a></p>
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
  return `${found} ${total === 1 ? "mail" : "mails"}${cut}`;
};

const faultNotice = (count: number) =>
  html`<p class="notice">${count} ${count === 1 ? "fault waits" : "faults wait"} for the next sends. <a href="/faults">Which?</a></p>`;

const emptyOutbox = (origin: string) => html`<div class="empty empty-outbox">
  <h2>No mail yet</h2>
  <p>Whatever ${BRAND.name} sends appears here a moment later, and nothing leaves this machine. To see one:</p>
  <ul>
    <li>run <code>npm run wake-up -- member@daybolt.test</code>,</li>
    <li>ask for a new password on the login page,</li>
    <li>or create a trial member in the admin.</li>
  </ul>
  <p class="hint">Sent something and still nothing here? The sender's Resend base URL must be <code>${origin}</code>.</p>
</div>`;

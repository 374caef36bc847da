import { html } from "hono/html";
import type { OutboxMail } from "../outbox.ts";

export function mailHeaders(mail: OutboxMail) {
  const rows: [string, string][] = [
    ...listed("From", mail.from === null ? [] : [mail.from]),
    ["To", mail.to.join(", ")],
    ...listed("Cc", mail.cc),
    ...listed("Bcc", mail.bcc),
    ...listed("Reply-To", mail.replyTo),
    ["Subject", mail.subject],
    ...Object.entries(mail.headers),
    ...listed(
      "Attachments",
      mail.attachments.map(({ filename, contentType }) => filename ?? contentType ?? "without a name"),
    ),
    ...mail.tags.map(({ name, value }): [string, string] => [`Tag ${name}`, value]),
    ...listed("Idempotency key", mail.idempotencyKey === null ? [] : [mail.idempotencyKey]),
    ["Payload SHA-256", mail.payloadSha256],
    ["Resend id", mail.id],
  ];
  return html`<dl class="headers">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

const listed = (name: string, values: string[]): [string, string][] =>
  values.length > 0 ? [[name, values.join(", ")]] : [];

import { createHash } from "node:crypto";
import type { NewOutboxMail } from "../outbox/outbox.ts";
import type { Mail } from "./mail-schema.ts";

/** `payload` is the mail's own part of the call as it was sent: its hash tells whether a retry was byte-identical. */
export function mailForOutbox(mail: Mail, payload: unknown, idempotencyKey: string | null): NewOutboxMail {
  return {
    to: mail.to,
    cc: mail.cc,
    bcc: mail.bcc,
    from: mail.from,
    replyTo: mail.reply_to,
    subject: mail.subject,
    html: mail.html ?? null,
    text: mail.text ?? null,
    headers: mail.headers,
    tags: mail.tags,
    attachments: mail.attachments.map(({ filename, content_type }) => ({
      filename: filename ?? null,
      contentType: content_type ?? null,
    })),
    idempotencyKey,
    payloadSha256: createHash("sha256").update(JSON.stringify(payload)).digest("hex"),
  };
}

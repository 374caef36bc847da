import { bareAddress } from "../outbox/outbox.ts";
import { type Mail, readMail } from "./read-mail.ts";
import { type ResendError, resendError } from "./resend-errors.ts";

const BATCH_MAX = 100;

export type ReadSend =
  | { ok: true; mails: { mail: Mail; payload: unknown }[]; answer: (ids: string[]) => unknown }
  | { ok: false; error: ResendError };

export function readSingle(payload: unknown): ReadSend {
  const read = readMail(payload);
  if (!read.ok) return read;
  return { ok: true, mails: [{ mail: read.mail, payload }], answer: ([id]) => ({ id }) };
}

/** Strict: one bad email rejects them all. Permissive: good ones are sent, bad ones are listed by index. */
export function readBatch(payload: unknown, permissive: boolean): ReadSend {
  if (!Array.isArray(payload)) return refuse("A batch must be a JSON array of emails.");
  if (payload.length === 0 || payload.length > BATCH_MAX) {
    return refuse(`A batch must have between 1 and ${BATCH_MAX} emails.`);
  }
  const mails: { mail: Mail; payload: unknown }[] = [];
  const errors: { index: number; message: string }[] = [];
  for (const [index, item] of payload.entries()) {
    const read = readMail(item);
    if (read.ok) mails.push({ mail: read.mail, payload: item });
    else if (!permissive) return read;
    else errors.push({ index, message: read.error.message });
  }
  const answer = (ids: string[]) => {
    const data = ids.map((id) => ({ id }));
    return permissive ? { data, errors } : { data };
  };
  return { ok: true, mails, answer };
}

const refuse = (message: string): ReadSend => ({ ok: false, error: resendError("validation_error", message) });

/** Every address that a call would reach, read before validation: a fault may target an invalid call, too. */
export function recipientsOfPayload(payload: unknown): string[] {
  const mails: unknown[] = Array.isArray(payload) ? payload : [payload];
  return mails
    .filter((mail): mail is Record<string, unknown> => typeof mail === "object" && mail !== null)
    .flatMap((mail) => mail.to)
    .flatMap((text) => (typeof text === "string" ? (bareAddress(text) ?? []) : []));
}

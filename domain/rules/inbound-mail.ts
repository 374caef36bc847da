import { HOUR_MS } from "../durations.ts";
import { ownWords } from "./own-words.ts";
import { SERVICE_TERMS } from "./service-terms.ts";

/** Whether we sent an acknowledgment that an email arrived: sent, or why not. */
export const ACKNOWLEDGEMENTS = ["sent", "automatic", "no_address", "limited"] as const;
export type Acknowledgement = (typeof ACKNOWLEDGEMENTS)[number];

type Header = { key: string; value: string };

/** Automatic replies carry these headers, ours and other people's, so neither side answers the other (RFC 3834). */
const ANSWERS_ITSELF = ["x-autoreply", "x-autorespond", "x-autoresponse", "x-loop", "x-inbound-forwarded"];
const BULK = /^\s*(?:bulk|junk|list|auto_reply)\b/i;
const NOBODY = /^(?:mailer-daemon|post_?master|no-?reply|do-?not-?reply|bounces?)(?:[+.=-]|$)/i;

/** Sends Hotmail's complaint reports. */
const COMPLAINTS_FROM = "staff@hotmail.com";
const AUTOMATIC_SUBJECT =
  /^\s*(?:auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|réponse automatique|respuesta automática)\s?(?::|$)/i;

function isAutomaticHeader({ key, value }: Header): boolean {
  const name = key.toLowerCase();
  if (name === "auto-submitted") return !/^\s*no\b/i.test(value);
  if (name === "precedence") return BULK.test(value);
  if (name === "x-auto-response-suppress") return !/^\s*none\b/i.test(value);
  if (name === "x-apple-action") return /^\s*vacation\b/i.test(value);
  if (name === "content-type") return /^\s*multipart\/report\b/i.test(value);
  return name.startsWith("list-") || ANSWERS_ITSELF.includes(name);
}

function isNobody(address: string): boolean {
  const bare = address.replace(/[<>\s]/g, "");
  return NOBODY.test(bare.slice(0, bare.lastIndexOf("@"))) || bare.toLowerCase() === COMPLAINTS_FROM;
}

type Sent = { envelopeFrom: string; fromAddress: string; subject: string; headers: readonly Header[] };

/** Whether a program sent it, so no program may answer: bounces (no envelope sender), automatic and bulk email, addresses no one reads. */
export function isAutomatic({ envelopeFrom, fromAddress, subject, headers }: Sent): boolean {
  const isBounce = /^[<>\s]*$/.test(envelopeFrom);
  const isMarked = AUTOMATIC_SUBJECT.test(subject) || headers.some(isAutomaticHeader);
  return isBounce || isMarked || [envelopeFrom, fromAddress].some(isNobody);
}

type Words = { subject: string; text: string };

const REFUND =
  /\b(?:refund(?:ed|s|ing)?|reimburse(?:d|ment)?|charge ?back|money back|(?:charged|billed|paid) (?:twice|double|again))\b/i;
const STOP =
  /\b(?:unsubscribe|opt[ -]?out|stop (?:the|these|those|your|all|sending|e?-?mail\w*)|no more e?-?mails?|remove me|take me off)\b/i;
const STOP_ALONE = /^\W*(?:re:\s*)?stop\W*$/i;

/** Whether the sender wants a refund; we promise an answer within a day (spec section 9). */
export function asksForRefund({ subject, text }: Words): boolean {
  return REFUND.test(subject) || REFUND.test(ownWords(text).replace(/\s+/g, " "));
}

/** Whether the sender wants no more emails. We only reply with the link: a sender's name proves nothing. */
export function asksToStop({ subject, text }: Words): boolean {
  const words = ownWords(text).replace(/\s+/g, " ");
  return STOP_ALONE.test(subject) || STOP.test(subject) || STOP_ALONE.test(words) || STOP.test(words);
}

export const answerSubject = (subject: string): string =>
  /^re:/i.test(subject) ? subject : `Re: ${subject || "your email"}`;

export function answerDueAt(receivedAt: number, asksRefund: boolean): number {
  const { refundAnswerHours, supportReplyHours } = SERVICE_TERMS;
  return receivedAt + (asksRefund ? refundAnswerHours : supportReplyHours.to) * HOUR_MS;
}

import { HOUR_MS } from "../durations.ts";
import { ownWords } from "./own-words.ts";
import { SERVICE_TERMS } from "./service-terms.ts";

/** What became of the answer that says a mail has arrived: sent, or why there was none. */
export const ACKNOWLEDGEMENTS = ["sent", "automatic", "no_address", "limited"] as const;
export type Acknowledgement = (typeof ACKNOWLEDGEMENTS)[number];

type Header = { key: string; value: string };

/** Our own acknowledgements say so, and so do other people's: neither answers the other (RFC 3834). */
const ANSWERS_ITSELF = ["x-autoreply", "x-autorespond", "x-autoresponse", "x-loop", "x-inbound-forwarded"];
const BULK = /^\s*(?:bulk|junk|list|auto_reply)\b/i;
const NOBODY = /^(?:mailer-daemon|post_?master|no-?reply|do-?not-?reply|bounces?)(?:[+.=-]|$)/i;

/** Hotmail's reports of complaints come from it. */
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

/** Whether no person reads what is sent to an address. */
function isNobody(address: string): boolean {
  const bare = address.replace(/[<>\s]/g, "");
  return NOBODY.test(bare.slice(0, bare.lastIndexOf("@"))) || bare.toLowerCase() === COMPLAINTS_FROM;
}

type Sent = { envelopeFrom: string; fromAddress: string; subject: string; headers: readonly Header[] };

/**
 * Whether a mail comes from a program, to which no other program may answer: bounces (whose envelope has no sender), what was
 * submitted by itself or says so in its subject, lists and bulk mail, and what says it is from an address that nobody reads, on its
 * envelope or within.
 */
export function isAutomatic({ envelopeFrom, fromAddress, subject, headers }: Sent): boolean {
  const isBounce = /^[<>\s]*$/.test(envelopeFrom);
  const saysSo = AUTOMATIC_SUBJECT.test(subject) || headers.some(isAutomaticHeader);
  return isBounce || saysSo || [envelopeFrom, fromAddress].some(isNobody);
}

type Words = { subject: string; text: string };

const REFUND =
  /\b(?:refund(?:ed|s|ing)?|reimburse(?:d|ment)?|charge ?back|money back|(?:charged|billed|paid) (?:twice|double|again))\b/i;
const STOP =
  /\b(?:unsubscribe|opt[ -]?out|stop (?:the|these|those|your|all|sending|e?-?mail\w*)|no more e?-?mails?|remove me|take me off)\b/i;
const STOP_ALONE = /^\W*(?:re:\s*)?stop\W*$/i;

/** Whether somebody asks for their money; promised an answer within a day (spec section 9). */
export function asksForRefund({ subject, text }: Words): boolean {
  return REFUND.test(subject) || REFUND.test(ownWords(text).replace(/\s+/g, " "));
}

/** Whether somebody wants no more mails. Nothing follows from it but an answer with the link: a sender's name proves nothing. */
export function asksToStop({ subject, text }: Words): boolean {
  const words = ownWords(text).replace(/\s+/g, " ");
  return STOP_ALONE.test(subject) || STOP.test(subject) || STOP_ALONE.test(words) || STOP.test(words);
}

/** Until when a refund request has to be answered. */
export function answerDueAt(receivedAt: number): number {
  return receivedAt + SERVICE_TERMS.refundAnswerHours * HOUR_MS;
}

// Decodes addresses and header words alone. Pinned at the Resend SDK's version (2.7.6); 4.0.0's parser still has one quadratic case.
import { type Address, addressParser, decodeWords } from "postal-mime";
import { email as emailAddress } from "#domain/contract/fields.ts";
import { asksForRefund, asksToStop, isAutomatic } from "#domain/rules/inbound-mail.ts";
import { ownWords } from "#domain/rules/own-words.ts";
import { showableText } from "#domain/rules/text.ts";
import { sha256 } from "../../kernel/hashing.ts";
import { type Header, headOf, mailOf, saidBy, textOfMail } from "./mime.ts";

const LONGEST = { name: 100, subject: 200, preview: 400, messageId: 250, references: 800, text: 20_000 } as const;

/** What an email contains: text that's safe to show, and an empty string for anything missing. */
export type ReadMail = {
  /** Identical for an email delivered twice, whatever servers added on the way. */
  id: string;
  fromAddress: string;
  fromName: string;
  subject: string;
  preview: string;
  /** The sender's own words, or all words if there are none. */
  text: string;
  /** Includes the angle brackets; null if it isn't valid in a header. */
  messageId: string | null;
  /** What an answer's References header says: the emails before this one, and this one. */
  references: string;
  isAutomatic: boolean;
  wasForwardedByUs: boolean;
  asksRefund: boolean;
  asksStop: boolean;
};

type Raw = { bytes: Uint8Array; envelopeFrom: string };

function firstOf(address: Address | undefined): { name: string; address: string } {
  const [mailbox] = address?.group ?? (address ? [address] : []);
  const parsed = emailAddress.safeParse(mailbox?.address ?? "");
  return { name: showableText(mailbox?.name ?? "", LONGEST.name), address: parsed.success ? parsed.data : "" };
}

const oneLine = (text: string, max: number): string => showableText(text.replace(/\s+/g, " "), max);

const isMessageId = (id: string) => id.length <= LONGEST.messageId && /^<[\x21-\x3b\x3d\x3f-\x7e]+>$/.test(id);

function messageIdOf(headers: readonly Header[]): string | null {
  const id = saidBy(headers, "message-id");
  return isMessageId(id) ? id : null;
}

function referencesOf(headers: readonly Header[]): string {
  const before = (saidBy(headers, "references") || saidBy(headers, "in-reply-to")).split(" ");
  const [first, ...later] = [...before, saidBy(headers, "message-id")].filter(isMessageId);
  while (later.join(" ").length > LONGEST.references) later.shift();
  return [first, ...later].join(" ");
}

async function digest(bytes: Uint8Array): Promise<number[]> {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>))];
}

/** Returns the words that are read. Cuts them before normalizing, whose time is quadratic in misordered combining marks. */
function wordsOf(mail: string): string {
  return showableText(textOfMail(mail).trimStart().slice(0, LONGEST.text), LONGEST.text);
}

/** Trusts nothing, never throws, takes time linear in the size. An email whose headers don't end counts as automatic: it gets no answer. */
export async function readMail({ bytes, envelopeFrom }: Raw): Promise<ReadMail> {
  const mail = mailOf(bytes);
  const { headers, isComplete } = headOf(mail);
  const from = firstOf(addressParser(saidBy(headers, "from"))[0]);
  const envelope = firstOf({ name: "", address: envelopeFrom });
  const subject = oneLine(decodeWords(saidBy(headers, "subject")), LONGEST.subject);
  const text = isComplete ? wordsOf(mail) : "";
  const said = { subject, text };
  const fromAddress = from.address || envelope.address;
  const own = ownWords(text).trim() || text;
  const preview = oneLine(own, LONGEST.preview);
  const messageId = messageIdOf(headers);
  return {
    id: sha256(JSON.stringify([messageId ?? (await digest(bytes)), fromAddress, subject, preview])),
    fromAddress,
    fromName: from.name,
    subject,
    preview,
    text: own,
    messageId,
    references: referencesOf(headers),
    isAutomatic: !isComplete || isAutomatic({ envelopeFrom, fromAddress, subject, headers }),
    wasForwardedByUs: headers.some(({ key }) => key === FORWARDED_HEADER),
    asksRefund: asksForRefund(said),
    asksStop: asksToStop(said),
  };
}

/** Marks email we forward, so a mailbox that sends it back to us doesn't get it again. */
export const FORWARDED_HEADER = "x-inbound-forwarded";

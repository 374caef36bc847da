import PostalMime, { type Address, type Email } from "postal-mime";
import { email as emailAddress } from "#domain/contract/fields.ts";
import { asksForRefund, asksToStop, isAutomatic, ownWords } from "#domain/rules/inbound-mail.ts";
import { showableText } from "#domain/rules/text.ts";
import { sha256 } from "../hashing.ts";
import { errorFields, log } from "../log.ts";
import { textOfHtml } from "./text-of-html.ts";

/** Of a mail larger than this only the headers are looked at. */
export const LARGEST_PARSED = 5 * 1024 * 1024;
/** As much of a mail as is looked for headers, and how large those may be. */
export const HEAD_BYTES = 128 * 1024;
const LIMITS = { maxHeadersSize: 2 * HEAD_BYTES, maxNestingDepth: 32, forceRfc822Attachments: true } as const;

const LONGEST = { name: 100, subject: 200, preview: 400, messageId: 250 } as const;

/** What is known of a mail: texts fit to be shown, and an empty text for what it does not say. */
export type ReadMail = {
  /** The same for a mail that is delivered twice, whatever servers wrote on it on the way. */
  id: string;
  fromAddress: string;
  fromName: string;
  subject: string;
  preview: string;
  /** With its angle brackets; null for one that cannot stand in a header. */
  messageId: string | null;
  isAutomatic: boolean;
  wasForwardedByUs: boolean;
  asksRefund: boolean;
  asksStop: boolean;
};

type Raw = { bytes: Uint8Array; isWhole: boolean; envelopeFrom: string };

/** The headers alone, which end at the first empty line. */
function headOf(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, HEAD_BYTES);
  const end = head.findIndex(
    (byte, at) => byte === 10 && (head[at + 1] === 10 || (head[at + 1] === 13 && head[at + 2] === 10)),
  );
  return end < 0 ? head : head.subarray(0, end + 1);
}

/** The parsed mail; of one that breaks the parser its headers, and null if these do so as well. */
async function parse({ bytes, isWhole }: Pick<Raw, "bytes" | "isWhole">): Promise<Email | null> {
  for (const part of isWhole ? [bytes, headOf(bytes)] : [headOf(bytes)]) {
    try {
      return await PostalMime.parse(part, LIMITS);
    } catch (error) {
      log("warn", "inbound_not_parsed", { bytes: part.length, ...errorFields(error) });
    }
  }
  return null;
}

/** The first address of those that a header names: it may be a group of several, or of none. */
function firstOf(address: Address | undefined): { name: string; address: string } {
  const [mailbox] = address?.group ?? (address ? [address] : []);
  const parsed = emailAddress.safeParse(mailbox?.address ?? "");
  return { name: showableText(mailbox?.name ?? "", LONGEST.name), address: parsed.success ? parsed.data : "" };
}

function oneLine(text: string, max: number): string {
  return showableText(text.replace(/\s+/g, " "), max);
}

function messageIdOf(text: string | undefined): string | null {
  const id = text?.trim() ?? "";
  return id.length <= LONGEST.messageId && /^<[\x21-\x3b\x3d\x3f-\x7e]+>$/.test(id) ? id : null;
}

async function digest(bytes: Uint8Array): Promise<number[]> {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>))];
}

/**
 * What a mail says, whatever it is made of: nothing in it is believed, and nothing breaks this. What could not be parsed counts as
 * automatic, so that no answer goes out to it.
 */
export async function readMail({ envelopeFrom, ...raw }: Raw): Promise<ReadMail> {
  const parsed = await parse(raw);
  const headers = parsed?.headers ?? [];
  const from = firstOf(parsed?.from);
  const envelope = firstOf({ name: "", address: envelopeFrom });
  const subject = oneLine(parsed?.subject ?? "", LONGEST.subject);
  const text = showableText(parsed?.text || textOfHtml(parsed?.html ?? ""), 20_000);
  const said = { subject, text };
  const fromAddress = from.address || envelope.address;
  const preview = oneLine(ownWords(text) || text, LONGEST.preview);
  const messageId = messageIdOf(parsed?.messageId);
  return {
    id: sha256(JSON.stringify([messageId ?? (await digest(raw.bytes)), fromAddress, subject, preview])),
    ...{ fromAddress, fromName: from.name, subject, preview, messageId },
    isAutomatic: parsed === null || isAutomatic({ from: envelopeFrom, headers }),
    wasForwardedByUs: headers.some(({ key }) => key === FORWARDED_HEADER),
    asksRefund: asksForRefund(said),
    asksStop: asksToStop(said),
  };
}

/** On what we forward, so that a mailbox that sends it back to us does not get it again. */
export const FORWARDED_HEADER = "x-inbound-forwarded";

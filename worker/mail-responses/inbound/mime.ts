import { Buffer } from "node:buffer";
import { textOfHtml } from "./text-of-html.ts";

/** How many bytes of an email, and of each part, we search for headers. */
export const HEAD_BYTES = 128 * 1024;
/** Far more than a subject, an address, or a boundary takes. Longer values are judged by their beginning. */
const LONGEST_VALUE = 4_000;
const LONGEST_BOUNDARY = 200;
const MOST_PARTS = 200;
/** How much text of all parts together is decoded: several times what is read, since encoded or HTML text may be longer. */
const MOST_DECODED = 512 * 1024;

export type Header = { key: string; value: string };
type Head = { headers: Header[]; isComplete: boolean; bodyAt: number };

/** Identifies the multipart/alternative whose parts are all forms of one text; it holds no data. */
type Alternative = Record<never, never>;

type Part = {
  type: string;
  contentType: string;
  encoding: string;
  start: number;
  end: number;
  alternative: Alternative | null;
};

/** Turns an email's bytes into a string with one character per byte, so positions in it are byte positions. */
export function mailOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

function headersOf(head: string): Header[] {
  const lines: string[] = Buffer.from(head, "latin1")
    .toString("utf8")
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/);
  return lines.map((line) => {
    const [key = ""] = line.split(":", 1);
    const value = line.slice(key.length + 1, key.length + 1 + LONGEST_VALUE);
    return { key: key.trim().toLowerCase(), value: value.replace(/\s+/g, " ").trim() };
  });
}

/** Parses the headers from a position up to the first empty line. `isComplete` is false if there's none within `HEAD_BYTES`. */
export function headOf(mail: string, start = 0): Head {
  const searched = mail.slice(start, start + HEAD_BYTES);
  const empty = /(?<=^|\n)\r?\n/.exec(searched);
  return {
    headers: headersOf(searched.slice(0, empty?.index)),
    isComplete: empty !== null || searched.length < HEAD_BYTES,
    bodyAt: start + (empty ? empty.index + empty[0].length : searched.length),
  };
}

/** Returns the first header of a name, as mail programs do: readers don't see one that was added below it. */
export function saidBy(headers: readonly Header[], name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? "";
}

function typeOf(contentType: string): string {
  return /^[^\s;]+/.exec(contentType)?.[0].toLowerCase() ?? "text/plain";
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

function parameterOf(value: string, name: string): string {
  const found = [...value.matchAll(PARAMETER)].find(([, key = ""]) => key.toLowerCase() === name);
  const [, , quoted, token = ""] = found ?? [];
  return (quoted?.replace(/\\(.)/g, "$1") ?? token).trim();
}

/** Leaves out the multiparts. A part ends at any boundary announced before it. A single pass; a tree would need one per nested part. */
function partsOf(mail: string): Part[] {
  const multiparts = new Map<string, Alternative | null>();
  const parts: Part[] = [];
  const begin = (at: number, within: Alternative | null): number => {
    const { headers, bodyAt } = headOf(mail, at);
    const contentType = saidBy(headers, "content-type");
    const boundary = /^multipart\//i.test(contentType) ? parameterOf(contentType, "boundary") : "";
    const alternative = /^multipart\/alternative\b/i.test(contentType) ? {} : within;
    if (boundary !== "") multiparts.set(boundary, alternative);
    const encoding = saidBy(headers, "content-transfer-encoding").toLowerCase();
    const isAttachment = /^attachment\b/i.test(saidBy(headers, "content-disposition"));
    const type = isAttachment ? "" : typeOf(contentType);
    parts.push({ type, contentType, encoding, start: bodyAt, end: mail.length, alternative });
    return bodyAt - 1;
  };

  let at = begin(0, null);
  while (true) {
    at = mail.indexOf("\n--", at);
    if (at < 0) return parts;
    const lineEnd = mail.indexOf("\n", at + 3);
    const next = lineEnd < 0 ? mail.length : lineEnd;
    const boundary = mail.slice(at + 3, Math.min(next, at + 3 + LONGEST_BOUNDARY)).trimEnd();
    const within = multiparts.get(boundary);
    const last = parts.at(-1);
    if (last && (within !== undefined || multiparts.has(boundary.replace(/--$/, ""))))
      last.end = Math.min(last.end, at);
    if (within !== undefined && parts.length === MOST_PARTS) return parts;
    at = within === undefined ? next : begin(next + 1, within);
  }
}

function bytesOf(body: string, encoding: string): Buffer {
  if (encoding.includes("base64")) return Buffer.from(body, "base64");
  if (!encoding.includes("quoted-printable")) return Buffer.from(body, "latin1");
  const unfolded = body.replace(/=[ \t]*(?:\r?\n|\r?$)/g, "");
  const decoded = unfolded.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1");
}

/** Falls back as browsers do if the charset is unknown. */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset || "utf-8");
  } catch {
    return new TextDecoder("windows-1252");
  }
}

function decode({ contentType, encoding }: Part, body: string): string {
  const text = decoderOf(parameterOf(contentType, "charset")).decode(bytesOf(body, encoding));
  if (!/^flowed$/i.test(parameterOf(contentType, "format"))) return text;
  return unflowed(text, /^yes$/i.test(parameterOf(contentType, "delsp")));
}

/** RFC 3676: a line that ends in a space continues on the next, except the mark above a signature; quoted lines stay as they are. */
function unflowed(text: string, withoutSpace: boolean): string {
  const paragraphs: string[][] = [];
  let goesOn = false;
  for (const line of text.split(/\r?\n/)) {
    const isQuoted = line.startsWith(">");
    const paragraph = paragraphs.at(-1);
    const said = withoutSpace && line !== "-- " ? line.replace(/ $/, "") : line;
    if (goesOn && !isQuoted && paragraph) paragraph.push(said);
    else paragraphs.push([said]);
    goesOn = line.endsWith(" ") && line !== "-- " && !isQuoted;
  }
  return paragraphs.map((lines) => lines.join("")).join("\n");
}

/** Shown for an email that holds nothing but another email as an attachment. */
const ATTACHED = "Attached message";

/** Returns an email's words: its plain texts, and HTML that has no plain form. An attached email's words aren't its sender's. */
export function textOfMail(mail: string): string {
  let left = MOST_DECODED;
  const read = (parts: readonly Part[], type: string) =>
    parts
      .filter((part) => part.type === type)
      .map((part) => {
        const body = mail.slice(part.start, Math.min(part.end, part.start + left));
        left -= body.length;
        return decode(part, body);
      })
      .join("\n");
  const parts = partsOf(mail);
  const texts = Map.groupBy(parts, (part) => part.alternative ?? part);
  const words = [...texts.values()]
    .map((forms) => {
      const plain = read(forms, "text/plain");
      return plain.trim() === "" ? textOfHtml(read(forms, "text/html")) : plain;
    })
    .join("\n");
  const isSentOn = words.trim() === "" && parts.some((part) => typeOf(part.contentType) === "message/rfc822");
  return isSentOn ? ATTACHED : words;
}

import { HTML_ENTITIES } from "./html-entities.ts";

const LONGEST = 200_000;
const SILENT = new Set(["style", "script", "head", "title"]);
const BREAKS = new Set(["br", "p", "div", "tr", "li", "h1", "h2", "h3", "blockquote", "/p", "/div", "/tr", "/li"]);

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|\w{2,6});/g, (whole, code: string | undefined) => {
    if (code === undefined) return HTML_ENTITIES[whole] ?? whole;
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : "";
  });
}

/** The words of a mail without plain text, in one walk over it: enough to see what it is about, and never shown as HTML. */
export function textOfHtml(html: string): string {
  const [before = "", ...pieces] = html.slice(0, LONGEST).split("<");
  const words = [decode(before)];
  let silentUntil: string | null = null;
  for (const piece of pieces) {
    const end = piece.indexOf(">");
    const name = /^\/?[a-z][a-z0-9]*/.exec(piece.toLowerCase())?.[0] ?? "";
    if (silentUntil === name) silentUntil = null;
    else if (silentUntil === null && SILENT.has(name)) silentUntil = `/${name}`;
    if (silentUntil !== null) continue;
    if (BREAKS.has(name)) words.push("\n");
    if (end >= 0) words.push(decode(piece.slice(end + 1)));
  }
  return words.join("").trim();
}

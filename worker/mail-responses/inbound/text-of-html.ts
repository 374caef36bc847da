/** Entity names of the characters from 128 on, in the order of Windows-1252. */
const NAMES =
  "euro - sbquo fnof bdquo hellip dagger Dagger circ permil Scaron lsaquo OElig - - - - lsquo rsquo ldquo rdquo bull ndash mdash tilde trade scaron rsaquo oelig - - Yuml " +
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const WINDOWS_1252 = new TextDecoder("windows-1252");
const byteAt = (code: number) => WINDOWS_1252.decode(Uint8Array.of(code));

/** The characters mail programs name in HTML. Their no-break space becomes a plain one. */
const NAMED: Record<string, string> = {
  ...Object.fromEntries(NAMES.split(" ").map((name, at) => [name, byteAt(0x80 + at)])),
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const LONGEST = 200_000;
const SILENT = /^(?:style|script|title)$/;
const BREAKS =
  /^(?:br|p|div|tr|li|ul|ol|table|h[1-6]|hr|pre|blockquote|center|dl|dt|dd|section|article|header|footer)$/;
const CELL = /^t[dh]$/;
const NAME = /[a-z][^\s/>]*/iy;
const QUOTE_OR_END = /=\s*["']|>/g;

/** Converts a numeric character reference. As in browsers, 128 to 159 are read as Windows-1252. */
function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return byteAt(code);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function decode(text: string): string {
  const references = /&(?:#(?:x([\da-f]{1,6})|(\d{1,7}))|(\w{2,6}));/gi;
  return text.replace(references, (whole, hex?: string, decimal?: string, name = "") => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    return decimal === undefined ? (NAMED[name] ?? whole) : characterOf(Number(decimal));
  });
}

/** Returns the position after a tag whose attributes begin at `from`, or the text's end. A ">" in quotes doesn't end a tag. */
function endOfTag(html: string, from: number): number {
  QUOTE_OR_END.lastIndex = from;
  for (let found = QUOTE_OR_END.exec(html); found; found = QUOTE_OR_END.exec(html)) {
    if (found[0] === ">") return QUOTE_OR_END.lastIndex;
    const closing = html.indexOf(found[0].slice(-1), QUOTE_OR_END.lastIndex);
    // An unclosed quote counts as a typo.
    if (closing >= 0) QUOTE_OR_END.lastIndex = closing + 1;
  }
  return html.length;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function endOfSilent(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found ? endOfTag(html, closing.lastIndex) : html.length;
}

// The platform's HTMLRewriter fails on thousands of open elements.
/** Extracts words in one pass; they're never shown as HTML. Quoted lines begin with ">", and table cells are separated. */
export function textOfHtml(whole: string): string {
  const html = whole.slice(0, LONGEST);
  const words: string[] = [];
  const depth = { blockquote: 0, pre: 0 };
  const lineStart = () => (depth.blockquote > 0 ? "\n> " : "\n");
  const add = (text: string) =>
    words.push(decode(depth.pre > 0 ? text.replace(/\r?\n/g, lineStart()) : text.replace(/\s+/g, " ")));
  for (let at = 0; at < html.length; ) {
    const opens = html.indexOf("<", at);
    const end = opens < 0 ? html.length : opens;
    if (end > at) add(html.slice(at, end));
    if (opens < 0) break;
    const next = html[opens + 1] ?? "";
    const isClosing = next === "/";
    NAME.lastIndex = opens + (isClosing ? 2 : 1);
    const name = NAME.exec(html)?.[0].toLowerCase() ?? "";
    if (name === "" && !/[/!]/.test(next) && !html.startsWith("<?xml", opens)) {
      add("<");
      at = opens + 1;
    } else if (html.startsWith("<!--", opens)) {
      at = after(html, "-->", opens + 2);
    } else if (name === "") {
      at = after(html, ">", opens);
    } else {
      at = endOfTag(html, NAME.lastIndex);
      if (!isClosing && SILENT.test(name)) at = endOfSilent(html, name, at);
      if (name === "blockquote" || name === "pre") depth[name] = Math.max(0, depth[name] + (isClosing ? -1 : 1));
      if (BREAKS.test(name)) words.push(lineStart());
      else if (CELL.test(name) && !isClosing) words.push(" ");
    }
  }
  return words.join("").trim();
}

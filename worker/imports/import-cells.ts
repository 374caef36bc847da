/** What shows nothing, besides white space: as in texts copied from a web page. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g;

/** A cell as one line, without what keeps a spreadsheet from reading it as a number or formula: ="1", '=1. */
export function plainCell(text: string): string {
  const shown = text.replaceAll(INVISIBLE, "").replaceAll(/\s+/g, " ").trim();
  const inside = /^="(.*)"$/.exec(shown)?.[1];
  return inside?.replaceAll('""', '"').trim() ?? shown.replace(/^'(?=[=+@\d-])/, "");
}

/** The address in "Ada <a@b.c>", "mailto:a@b.c?subject=Hi", "<a@b.c>", "a@b.c;". */
export function plainAddress(text: string): string {
  const inside = /<([^<>]*)>[\s,;]*$/.exec(text)?.[1] ?? text;
  const [address = ""] = inside.replace(/^\s*mailto:/i, "").split("?");
  return address
    .trim()
    .replace(/[,;.]$/, "")
    .trim();
}

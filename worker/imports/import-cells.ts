const ADDRESS = /^[^\s@<>,;|]+@[^\s@<>,;|.]+(?:\.[^\s@<>,;|.]+)+$/;
/** What most cells are: nothing to remove or to take off. */
const PLAIN = /^(?:[\w.@:(-][\w.@:()/+&,-]*(?: [\w.@:()/+&,-]+)*)?$/;

export const isAddress = (text: string) => ADDRESS.test(text);

/** A cell as one line, without characters that show nothing. ="1" and '=1 keep a spreadsheet from reading a number or formula. */
export function plainCell(text: string): string {
  if (PLAIN.test(text)) return text;
  const shown = text
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
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

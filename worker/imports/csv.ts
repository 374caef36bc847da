import { plainName, rankOf } from "./column-names.ts";
import { isAddress } from "./import-cells.ts";

/** A record of a CSV file; `end` is the position after its line break. */
type CsvRecord = { cells: string[]; end: number };

const DELIMITERS = [",", ";", "\t", "|"];
const MOST_COLUMNS = 1000;
/** Lines in which a header is looked for. */
const MOST_ABOVE = 30;
/** Excel's first line, which says how the file is separated and which Excel doesn't show. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;

/** Where the quotation mark is that ends a quoted cell; -1 if there's none. */
function closeOf(text: string, start: number, isEscaped: boolean): number {
  let close = text.indexOf('"', start + 1);
  for (;;) {
    if (isEscaped && text[close - 1] === "\\") close = text.indexOf('"', close + 1);
    else if (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    else return close;
  }
}

/**
 * The cell at a position, or null if the text may continue it. A quotation mark inside is doubled, or has a backslash as PHP
 * writes it. One without its pair is part of the text.
 */
function cellAt(text: string, start: number, delimiter: string, isLast: boolean): { cell: string; end: number } | null {
  for (let isEscaped = false; text[start] === '"'; isEscaped = true) {
    const close = closeOf(text, start, isEscaped);
    const after = text[close + 1];
    if (!isLast && (close === -1 || after === undefined)) return null;
    if (close !== -1 && (after === undefined || after === delimiter || after === "\r" || after === "\n")) {
      const inside = text.slice(start + 1, close);
      return { cell: (isEscaped ? inside.replaceAll('\\"', '"') : inside).replaceAll('""', '"'), end: close + 1 };
    }
    if (isEscaped || text[close - 1] !== "\\") break;
  }
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { cell: text.slice(start, end), end };
}

/** The first record of the text from a position (RFC 4180, any line break); null if the text may continue it. */
function recordAt(text: string, start: number, delimiter: string, isLast: boolean): CsvRecord | null {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const found = cellAt(text, at, delimiter, isLast);
    if (found === null) return null;
    cells.push(found.cell);
    const [next, second] = [text[found.end], text[found.end + 1]];
    // A line feed may follow in the next part of the file.
    if (!isLast && (next === undefined || (next === "\r" && second === undefined))) return null;
    if (next !== delimiter)
      return { cells, end: found.end + (next === undefined ? 0 : next + second === "\r\n" ? 2 : 1) };
    at = found.end + 1;
  }
}

/** The complete records of a part of a file; all of them if it's the last part. */
export function* recordsOf(text: string, delimiter: string, isLast: boolean): Generator<CsvRecord> {
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at, delimiter, isLast);
    if (record === null) return;
    yield record;
    at = record.end;
  }
}

/** The header of a table, how many lines are above it, and its delimiter. */
type Header = CsvRecord & { above: number; delimiter: string };

/** Not a title that only ends with the word. */
const namesAddresses = (cell: string) => (rankOf("email", plainName(cell)) ?? 2) < 2;

/** The first line that names a column of addresses; else the one above the first address; else the first that isn't empty. */
function headerBy(text: string, delimiter: string, isLast: boolean): (Header & { isSure: boolean }) | null {
  const lines: (CsvRecord & { above: number })[] = [];
  let above = 0;
  for (const { cells, end } of recordsOf(text, delimiter, isLast)) {
    if (cells.some((cell) => cell.trim())) lines.push({ cells, end, above });
    above += 1;
    if (above === MOST_ABOVE) break;
  }
  const firstAddress = lines.findIndex(({ cells }) => cells.some((cell) => isAddress(cell.trim())));
  const sure = lines.find(({ cells }) => cells.some(namesAddresses)) ?? lines[firstAddress - 1];
  const line = sure ?? lines[0];
  return line ? { ...line, delimiter, isSure: sure !== undefined } : null;
}

/** Finds the header of a file below titles and empty lines, by the delimiter that gives it the most columns. */
export function headerOf(text: string, isLast: boolean): Header | null {
  const [line = "", separator] = SEPARATOR.exec(text) ?? [];
  const found = (separator ? [separator] : DELIMITERS).flatMap((delimiter) => {
    const header = headerBy(text.slice(line.length), delimiter, isLast);
    return header === null ? [] : [{ ...header, end: header.end + line.length }];
  });
  const rank = ({ isSure, cells }: (typeof found)[number]) => (isSure ? MOST_COLUMNS : 0) + cells.length;
  return found.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

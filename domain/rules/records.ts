/** A record of a CSV file; `end` is the position after its line break. */
export type CsvRecord = { cells: string[]; end: number };

export const DELIMITERS = [",", ";", "\t", "|"];

// Spreadsheets would run it as a formula, full-width signs included.
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text that would be a formula gets a quote before it, and so does one that looks as if it had one; `unquoted` takes it off again. */
export const quoted = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
export const unquoted = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

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

/** A record of a CSV file; `end` is the position after its line break. */
type CsvRecord = { cells: string[]; end: number };

const DELIMITERS = [",", ";", "\t"] as const;

/** The cell at a position, or null if the text may continue it. A quotation mark without its pair is part of the text. */
function cellAt(text: string, start: number, delimiter: string, isLast: boolean): { cell: string; end: number } | null {
  if (text[start] === '"') {
    let close = text.indexOf('"', start + 1);
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const after = text[close + 1];
    if (!isLast && (close === -1 || after === undefined)) return null;
    if (close !== -1 && (after === undefined || after === delimiter || after === "\r" || after === "\n"))
      return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
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

/** The header of a file and the delimiter that gives it the most columns. */
export function headerOf(text: string, isLast: boolean): (CsvRecord & { delimiter: string }) | null {
  const found = DELIMITERS.flatMap((delimiter) => {
    const record = recordAt(text, 0, delimiter, isLast);
    return record === null ? [] : [{ ...record, delimiter }];
  });
  return found.toSorted((one, other) => other.cells.length - one.cells.length)[0] ?? null;
}

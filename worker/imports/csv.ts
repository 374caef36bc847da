import { type CsvRecord, DELIMITERS, recordsOf } from "#domain/rules/records.ts";
import { plainName, rankOf } from "./column-names.ts";
import { isAddress } from "./import-cells.ts";

const MOST_COLUMNS = 1000;
/** Lines in which a header is looked for. */
const MOST_ABOVE = 30;
/** Excel's first line, which says how the file is separated and which Excel doesn't show. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;

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

import { addDays } from "./calendar-days.ts";
import { DELIMITERS, recordsOf, unquoted } from "./records.ts";
import { countVote, noVotes, orderAmong, readDay } from "./written-dates.ts";

/** A sheet's columns by the names of an item's fields, in the order of the export; the first name is the export's. */
const SHEET_COLUMNS = {
  date: ["date", "day"],
  title: ["title", "name"],
  description: ["description", "text"],
  youtubeUrl: ["video URL", "video", "URL", "link"],
  transcript: ["transcript"],
  status: ["status", "state"],
} as const;
type SheetField = keyof typeof SHEET_COLUMNS;
const FIELDS = Object.keys(SHEET_COLUMNS) as SheetField[];
export const SHEET_HEADER = FIELDS.map((field) => SHEET_COLUMNS[field][0]);

/** `line` is the row's number in a spreadsheet; `problem` says why it's refused. A field whose column is missing is missing. */
export type SheetRow = { line: number; date: string; problem: string | null } & Partial<
  Record<Exclude<SheetField, "date">, string>
>;

const plain = (name: string) => name.trim().toLowerCase().replaceAll(/[_-]/g, " ");

function fieldOf(name: string): SheetField | undefined {
  return FIELDS.find((field) => SHEET_COLUMNS[field].some((known) => plain(known) === plain(name)));
}

/** Which field each column holds; null if the first row isn't a header. */
function headerIn(cells: readonly string[]): (SheetField | undefined)[] | null {
  const fields = cells.map(fieldOf);
  return fields.includes("date") ? fields : null;
}

/** Records of the text by the delimiter that finds the most known columns, or else the most cells. */
function recordsIn(text: string): string[][] {
  const rank = ([first = []]: string[][]) => (headerIn(first)?.filter(Boolean).length ?? 0) * 100 + first.length;
  const read = DELIMITERS.map((delimiter) => [...recordsOf(text, delimiter, true)].map(({ cells }) => cells));
  return read.toSorted((one, other) => rank(other) - rank(one))[0] ?? [];
}

/** Rows of a CSV file or of cells copied from a spreadsheet; null if it has no dates. Without a header, columns are as in the export. */
export function readSheet(text: string): SheetRow[] | null {
  const records = recordsIn(text.replace(/^\uFEFF/, ""));
  const header = headerIn(records[0] ?? []);
  const isDated = header !== null || readDay(records[0]?.[0]?.trim() ?? "") !== null;
  if (!isDated) return null;
  const fields = header ?? FIELDS;
  const dateOf = (cells: readonly string[]) => unquoted(cells[fields.indexOf("date")] ?? "").trim();
  const votes = noVotes();
  for (const cells of records) countVote(votes, dateOf(cells));
  const seen = new Set<string>();
  return records.flatMap((cells, index) => {
    if ((header && index === 0) || cells.every((cell) => cell.trim() === "")) return [];
    const { problem, date } = readDate(dateOf(cells), votes, seen);
    const texts = fields.flatMap((field, at) =>
      field && field !== "date" ? [[field, unquoted(cells[at] ?? "")]] : [],
    );
    return [{ ...Object.fromEntries(texts), line: index + 1, date, problem }];
  });
}

function readDate(text: string, votes: ReturnType<typeof noVotes>, seen: Set<string>) {
  const order = orderAmong(votes);
  const [date, other] = [readDay(text, order), readDay(text, "day")];
  if (date === null) return { date: text, problem: "We can't read its date. Write it as YYYY-MM-DD." };
  if (order === null && other !== null && other !== date) {
    return { date: text, problem: "Its date can be read two ways. Write it as YYYY-MM-DD." };
  }
  if (seen.has(date)) return { date, problem: "An earlier row has the same date." };
  seen.add(date);
  return { date, problem: null };
}

/** After this many days a date has ended everywhere, with the time for which its emails may be late. */
const OVER_AFTER_DAYS = 3;

/** Whether emails of a date may be going out: a sheet leaves its status alone then. `begun` is the last date that has started anywhere. */
export function mayBeGoingOut(date: string, begun: string): boolean {
  return date <= begun && date > addDays(begun, -OVER_AFTER_DAYS);
}

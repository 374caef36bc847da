import type { ImportAnswers, ImportAsks } from "#domain/rules/import-answers.ts";
import type { CountedRemark, ImportResult } from "#domain/rules/import-result.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { recordsOf } from "#domain/rules/records.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { DateOrder } from "#domain/rules/written-dates.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, gone, invalid } from "../kernel/errors.ts";
import { headerOf } from "./csv.ts";
import { type GuessedColumns, guessColumns } from "./guess-columns.ts";
import { plainCell } from "./import-cells.ts";
import type { ImportOffers } from "./import-row.ts";
import type { ImportRow } from "./imports.queries.ts";

/** Bytes in memory at a time. A longer row is refused. */
const PART_BYTES = 256 * 1024;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
const NOT_TEXT = 'This isn\'t a CSV file in UTF-8. In your spreadsheet, save it as "CSV UTF-8".';
const NO_FILE = "The file has been deleted. Upload it again.";

/**
 * Stored as JSON: `start` is the first byte after the header, which has `above` lines above it. Samples and `found` have text of
 * the file and are deleted with it (`recordFileDeleted`).
 */
export type FilePlan = GuessedColumns & {
  delimiter: string;
  columns: string[];
  start: number;
  above: number;
  answers: ImportAnswers;
  /** How the file's dates are read: as they say, else by the answer. */
  order: DateOrder | null;
  /** Names the current check. */
  run: string;
  /** What the last check found. */
  found?: Omit<ImportAsks, "openStatus"> & { remarks: CountedRemark[] };
  result?: ImportResult;
};

export const NO_ANSWERS: ImportAnswers = { dateOrder: null, statusTopic: null, plans: [], noEnd: null, notEnd: null };

export const fileKeyOf = (id: string) => `imports/${id}.csv`;
/** How far a check is, and what it found: kept beside the file, whose addresses it has. */
export const checkKeyOf = (id: string) => `imports/${id}.check.json`;
export const deleteFiles = (ctx: Ctx, id: string) => ctx.bucket.delete([fileKeyOf(id), checkKeyOf(id)]);

/** A row's number in a spreadsheet, where the header of most files is row 1. */
export const rowNumber = ({ above }: FilePlan, row: number) => above + 1 + row;

/** Plans of older versions have less, and so has one whose file is deleted. */
const OLDER = { above: 0, order: null, run: "", samples: [], looks: [], dates: [], openStatus: null };

export function planOf({ mapping }: Pick<ImportRow, "mapping">): FilePlan {
  const plan = JSON.parse(mapping) as FilePlan;
  return { ...OLDER, ...plan, answers: { ...NO_ANSWERS, ...plan.answers } };
}

export const offersOf = ({ config, now }: Ctx, { answers, order }: FilePlan): ImportOffers => ({
  ...answers,
  dateOrder: order,
  hours: config.wakeUpHours,
  zones: config.wakeUpZones,
  now,
});

type Source = Pick<ImportRow, "id" | "sizeBytes">;

/** Reads a part of the file as text, up to its last line break unless it's the end. @throws AppError `gone`, `validation` */
async function readPart(
  ctx: Ctx,
  { id, sizeBytes }: Source,
  offset: number,
): Promise<{ text: string; isLast: boolean }> {
  const length = Math.min(PART_BYTES, sizeBytes - offset);
  if (length <= 0) return { text: "", isLast: true };
  const object = await ctx.bucket.get(fileKeyOf(id), { range: { offset, length } });
  if (!object) throw gone(NO_FILE);
  const bytes = new Uint8Array(await object.arrayBuffer());
  const isLast = offset + length >= sizeBytes;
  // A line break never is inside of a character.
  const end = Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { text: text.decode(isLast ? bytes : bytes.subarray(0, end)), isLast };
  } catch (cause) {
    throw new AppError("validation", NOT_TEXT, { cause });
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const SAMPLE_ROWS = 500;

/** Reads the header of an uploaded file and finds what its columns hold. @throws AppError `validation` if it isn't a CSV file with a header and rows */
export async function readHeader(ctx: Ctx, source: Source): Promise<FilePlan> {
  const { text, isLast } = await readPart(ctx, source, 0);
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const header = headerOf(text.slice(mark), isLast);
  if (header === null || text.includes("\0")) throw invalid(NOT_TEXT);
  const start = bytesOf(text.slice(0, mark + header.end));
  if (start >= source.sizeBytes) throw invalid("The file has no rows below its header.");
  const { delimiter, above } = header;
  const columns = header.cells.map((name, index) => plainCell(name) || `Column ${index + 1}`);
  const rows: string[][] = [];
  for (const { cells } of recordsOf(text.slice(mark + header.end), delimiter, isLast))
    if (rows.push(cells) === SAMPLE_ROWS) break;
  const guessed = guessColumns(columns, rows, dateIn(DEFAULT_ZONE, ctx.now));
  return { ...guessed, delimiter, columns, start, above, answers: NO_ANSWERS, order: null, run: "" };
}

/** Rows of a file that were read together, numbered from 1. `to` is the first byte after them. */
export type FileSlice = {
  rows: { row: number; cells: string[] }[];
  from: number;
  to: number;
  lastRow: number;
  isLast: boolean;
};

export type Place = { offset: number; rowsDone: number };

/** Reads the rows from a place on, `most` at a time. Empty lines count as rows but aren't returned. */
export async function* readSlices(ctx: Ctx, source: ImportRow, place: Place, most: number): AsyncGenerator<FileSlice> {
  const plan = planOf(source);
  let { offset: from, rowsDone } = place;
  for (let isEnd = false; !isEnd; ) {
    const { text, isLast } = await readPart(ctx, source, from);
    let [begin, end, rows] = [0, 0, [] as FileSlice["rows"]];
    let count = 0;
    const cut = (isFileEnd: boolean): FileSlice => {
      const to = from + bytesOf(text.slice(begin, end));
      const slice = { rows, from, to, lastRow: rowsDone, isLast: isFileEnd };
      [from, begin, rows, count] = [to, end, [], 0];
      return slice;
    };
    const before = from;
    for (const { cells, end: next } of recordsOf(text, plan.delimiter, isLast)) {
      if (count === most) yield cut(false);
      [end, count, rowsDone] = [next, count + 1, rowsDone + 1];
      if (cells.some((cell) => cell.trim())) rows.push({ row: rowsDone, cells });
    }
    isEnd = isLast;
    if (count > 0 || isLast) yield cut(isLast);
    if (!isLast && from === before)
      throw invalid(`Row ${rowNumber(plan, rowsDone + 1)} is too long or has an unmatched quotation mark.`);
  }
}

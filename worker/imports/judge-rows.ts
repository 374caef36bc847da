import { MAX_IMPORT_ROWS } from "#domain/rules/imports.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid } from "../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import { type FilePlan, offersOf, type Place, planOf, readSlices, rowNumber } from "./import-file.ts";
import { noteOf, type ReadRow, rowReader } from "./import-row.ts";
import { type Holder, type ImportRow, selectHolders } from "./imports.queries.ts";

/** Addresses per lookup; a file of 100,000 rows takes 100 lookups. */
const ROWS_PER_LOOKUP = 1000;

type Read = Exclude<ReadRow, { refusal: string }>;

/** A row of a file and its outcome. `refusal` is null for one that was created, or would be. */
export type JudgedRow = {
  row: number;
  cells: string[];
  email: string;
  read: Read | null;
  isMade: boolean;
  refusal: string | null;
};

export const notesOf = ({ refusal, read }: JudgedRow) =>
  [refusal ?? "", ...(read?.remarks ?? []).map(noteOf)].filter(Boolean).join(" ");

function refusalOf(plan: FilePlan, row: number, holder: Holder | undefined, isRepeated: boolean): string | null {
  if (holder?.twin && holder.twin < row) return `The address is already in row ${rowNumber(plan, holder.twin)}.`;
  if (holder?.isKnown) return "Already a member.";
  if (holder?.isClosed) return "They deleted their account, or we did.";
  if (holder?.isSuppressed) return "Emails to this address bounce or were reported as spam.";
  return isRepeated ? "The address is already in an earlier row." : null;
}

/** Rows that were judged together, and the place after them. */
export type JudgedSlice = { rows: JudgedRow[]; place: Place; isLast: boolean };

/**
 * Reads the rows of a file from a place on and decides each one's outcome. `seen` has the addresses before it.
 * @throws AppError `validation` for a file that can't be imported
 */
export async function* judgeRows(
  ctx: Ctx,
  source: ImportRow,
  place: Place = { offset: planOf(source).start, rowsDone: 0 },
  seen = new Set<string>(),
): AsyncGenerator<JudgedSlice, void> {
  const plan = planOf(source);
  const emailAt = plan.fields.email ?? -1;
  const readRow = rowReader(plan.fields, offersOf(ctx, plan));
  for await (const slice of readSlices(ctx, source, place, ROWS_PER_LOOKUP)) {
    if (slice.lastRow > MAX_IMPORT_ROWS) throw invalid("The file has more than 100,000 rows. Split it into several.");
    const rows = slice.rows.map(({ row, cells }) => {
      const read = readRow(cells);
      if ("refusal" in read) return { row, cells, email: cells[emailAt]?.trim() ?? "", key: null, read };
      const { email } = read.person;
      return { row, cells, email, key: emailKeyOf(email), read };
    });
    const keys = rows.flatMap(({ row, key }) =>
      key === null ? [] : [{ row, key, hash: addressHash(ctx.config, key) }],
    );
    const holders = new Map((await selectHolders(ctx.db, source.id, keys)).map((one) => [one.row, one]));
    const judged = rows.map(({ key, read, ...of }): JudgedRow => {
      if ("refusal" in read) return { ...of, read: null, isMade: false, refusal: read.refusal };
      const holder = holders.get(of.row);
      const isMade = holder?.isMade === 1;
      const refusal = isMade ? null : refusalOf(plan, of.row, holder, seen.has(key ?? ""));
      if (refusal === null && key !== null) seen.add(key);
      return { ...of, read, isMade, refusal };
    });
    yield { rows: judged, place: { offset: slice.to, rowsDone: slice.lastRow }, isLast: slice.isLast };
  }
}

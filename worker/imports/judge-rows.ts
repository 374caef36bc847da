import { MAX_IMPORT_ROWS } from "#domain/rules/imports.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid } from "../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import { type FilePlan, offersOf, planOf, readSlices, rowNumber } from "./import-file.ts";
import { type ImportedPerson, readImportRow } from "./import-row.ts";
import { type Holder, type ImportRow, selectHolders } from "./imports.queries.ts";

/** Addresses per lookup; a file of 100,000 rows takes 100 lookups. */
const ROWS_PER_LOOKUP = 1000;

/** A row of a file and its outcome. `refusal` is null for one that was created, or would be. */
export type JudgedRow = {
  row: number;
  email: string;
  person: ImportedPerson | null;
  isMade: boolean;
  refusal: string | null;
  notes: string[];
};

function refusalOf(plan: FilePlan, row: number, holder: Holder | undefined, isRepeated: boolean): string | null {
  if (holder?.twin && holder.twin < row) return `The address is already in row ${rowNumber(plan, holder.twin)}.`;
  if (holder?.isKnown) return "Already a member.";
  if (holder?.isClosed) return "They deleted their account, or we did.";
  if (holder?.isSuppressed) return "Emails to this address bounce or were reported as spam.";
  return isRepeated ? "The address is already in an earlier row." : null;
}

/** Reads all rows of a file and decides each one's outcome. @throws AppError `validation` for a file that can't be imported */
export async function* judgeRows(ctx: Ctx, source: ImportRow): AsyncGenerator<JudgedRow[], void> {
  const plan = planOf(source);
  const { start, fields } = plan;
  const offers = offersOf(ctx, plan);
  const seen = new Set<string>();
  for await (const slice of readSlices(ctx, source, { offset: start, rowsDone: 0 }, ROWS_PER_LOOKUP)) {
    if (slice.lastRow > MAX_IMPORT_ROWS) throw invalid("The file has more than 100,000 rows. Split it into several.");
    const read = slice.rows.map(({ row, cells }) => ({
      row,
      email: cells[fields.email ?? -1]?.trim() ?? "",
      ...readImportRow(cells, fields, offers),
    }));
    const keys = read.flatMap((one) => {
      const key = "person" in one ? emailKeyOf(one.person.email) : null;
      return key === null ? [] : [{ row: one.row, key, hash: addressHash(ctx.config, key) }];
    });
    const holders = new Map((await selectHolders(ctx.db, source.id, keys)).map((one) => [one.row, one]));
    yield read.map((one): JudgedRow => {
      const { row, email } = one;
      if ("refusal" in one) return { row, email, person: null, isMade: false, refusal: one.refusal, notes: [] };
      const key = emailKeyOf(one.person.email);
      const holder = holders.get(row);
      const isMade = holder?.isMade === 1;
      const refusal = isMade ? null : refusalOf(plan, row, holder, seen.has(key));
      if (refusal === null) seen.add(key);
      return { row, email: one.person.email, person: one.person, isMade, refusal, notes: one.notes };
    });
  }
}

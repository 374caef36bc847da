import { countVote, type DateOrder, noVotes, orderAmong } from "#domain/rules/written-dates.ts";
import type { Ctx } from "../kernel/context.ts";
import { plainCell } from "./import-cells.ts";
import { type FileDates, type FilePlan, readSlices } from "./import-file.ts";
import type { ImportRow } from "./imports.queries.ts";

const ROWS_PER_SLICE = 1000;

/** Decides from all of a file's dates whether the day or the month is first; by the answer, if there is one, where they don't say. */
export async function findDates(
  ctx: Ctx,
  source: ImportRow,
  { start, fields }: FilePlan,
  answer: DateOrder | null,
): Promise<FileDates> {
  const columns = [fields.paidUntil, fields.nextPayment].filter((column) => column !== undefined);
  const votes = noVotes();
  if (columns.length === 0) return { order: null, example: null };
  for await (const { rows } of readSlices(ctx, source, { offset: start, rowsDone: 0 }, ROWS_PER_SLICE))
    for (const { cells } of rows) for (const column of columns) countVote(votes, plainCell(cells[column] ?? ""));
  const order = orderAmong(votes);
  const example = order === null ? votes.example : null;
  return { order: example === null ? order : answer, example };
}

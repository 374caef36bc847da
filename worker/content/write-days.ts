import { searchedText } from "#domain/rules/search.ts";
import { auditChangeOrEnd, type Entry } from "../audit/audit.queries.ts";
import type { Statement } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { isRefusedByDatabase } from "../kernel/retry-write.ts";
import type { NewContent } from "./content-item.ts";
import {
  type DayChange,
  foldDays,
  insertDays,
  isReady,
  liftMoving,
  saveRevisions,
  updateDays,
} from "./days.queries.ts";

type Words = Pick<NewContent, "id" | "title"> & { description: string; transcript: string | null };

type Writing = {
  changes: readonly DayChange[];
  rows?: readonly NewContent[];
  /** Changed and new sessions as they will be, if their words change. */
  words?: readonly Words[];
};

/**
 * Changes and creates sessions, all or none, with a revision of each and one audit entry, whose subject is the job's ID. Returns false, and
 * has written nothing, if one of them was changed or a date was taken since it was planned, also by the same job.
 */
export async function writeDays(ctx: Ctx, entry: Entry, { changes, rows = [], words = [] }: Writing): Promise<boolean> {
  const [job, writing] = [
    { id: entry.subject, at: ctx.now },
    { changes, rows },
  ];
  const statements: [Statement, ...Statement[]] = [
    auditChangeOrEnd(ctx, entry, isReady(writing)),
    ...(changes.length > 0
      ? [
          saveRevisions(ctx.db, writing, job),
          liftMoving(ctx.db, writing, ctx.now),
          updateDays(ctx.db, writing, ctx.now),
        ]
      : []),
    ...(rows.length > 0 ? [insertDays(ctx.db, writing)] : []),
    ...(words.length > 0
      ? [
          foldDays(
            ctx.db,
            words.map((item) => ({ id: item.id, text: searchedText(item) })),
          ),
        ]
      : []),
  ];
  try {
    await ctx.db.batch(statements);
    return true;
  } catch (error) {
    if (isRefusedByDatabase(error)) return false;
    throw error;
  }
}

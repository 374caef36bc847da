import { searchedText } from "#domain/rules/search.ts";
import { auditChangeOrEnd, type Entry } from "../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { isRefusedByDatabase } from "../kernel/retry-write.ts";
import { foldDays, insertDays, isReady, liftMoving, saveRevisions, updateDays, type Writing } from "./days.queries.ts";

/** What a changed or new session will say. */
type Words = { id: string } & Parameters<typeof searchedText>[0];

/**
 * Changes and creates sessions, all or none, with a revision of each and one audit entry, whose subject is the job's ID. Returns false, and
 * has written nothing, if one of them was changed or a date was taken since it was planned, also by the same job.
 */
export async function writeDays(
  ctx: Ctx,
  entry: Entry,
  writing: Writing,
  words: readonly Words[] = [],
): Promise<boolean> {
  const folded = words.map((item) => ({ id: item.id, text: searchedText(item) }));
  try {
    await ctx.db.batch([
      auditChangeOrEnd(ctx, entry, isReady(writing)),
      saveRevisions(ctx.db, writing, { id: entry.subject, author: authorOf(ctx), at: ctx.now }),
      liftMoving(ctx.db, writing, ctx.now),
      updateDays(ctx.db, writing, ctx.now),
      insertDays(ctx.db, writing),
      foldDays(ctx.db, folded),
    ]);
    return true;
  } catch (error) {
    if (isRefusedByDatabase(error)) return false;
    throw error;
  }
}

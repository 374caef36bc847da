import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { selectUnfolded, writeFolded } from "./fold-texts.queries.ts";

/** The most rows of a kind per run; docs/rules/budgets.md, "Row budgets". */
const ROWS = 1000;

/** Makes searchable what the database or an older version wrote: sessions, names beyond plain letters, and emails people sent. */
export async function foldTexts(ctx: Ctx): Promise<void> {
  const { found } = await batchOf(ctx.db, { found: selectUnfolded(ctx.db, ROWS) });
  const writes = found.flatMap((rows, kind) => rows.map((row) => writeFolded(ctx.db, kind, row)));
  if (writes.length > 0) await batchOf(ctx.db, { writes });
}

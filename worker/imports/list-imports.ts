import type { ImportList, MemberImport } from "#domain/contract/imports.ts";
import { UNDO_MS } from "#domain/rules/imports.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import type { Ctx } from "../kernel/context.ts";
import { planOf } from "./import-file.ts";
import { type ImportRow, selectImports } from "./imports.queries.ts";

function undoUntilOf({ state, endedAt, rowsDone, created }: ImportRow, now: number): number | null {
  const isOver = (state === "done" || state === "cancelled") && endedAt !== null && rowsDone > 0 && created > 0;
  return isOver && now < endedAt + UNDO_MS ? endedAt + UNDO_MS : null;
}

export function toImport(row: ImportRow, now: number): MemberImport {
  const { id, filename, state, rowsDone, offsetBytes, sizeBytes, createdAt, startedAt } = row;
  const { columns, fields: mapping } = planOf(row);
  return {
    ...{ id, filename, state, columns, mapping, rowsDone },
    doneShare: startedAt === null ? 0 : offsetBytes / sizeBytes,
    ...{ created: row.created, refused: row.refused },
    createdAt: new Date(createdAt).toISOString(),
    endedAt: isoOrNull(row.endedAt),
    undoUntil: isoOrNull(undoUntilOf(row, now)),
    hasFile: row.fileDeletedAt === null,
  };
}

export async function listImports(ctx: Ctx): Promise<ImportList> {
  return { imports: (await selectImports(ctx.db)).map((row) => toImport(row, ctx.now)) };
}

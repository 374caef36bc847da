import type { CheckImportRequest, ImportList, MemberImport } from "#domain/contract/imports.ts";
import type { WithId } from "#domain/contract/members.ts";
import { guessMapping } from "#domain/rules/import-fields.ts";
import { UNDO_MS } from "#domain/rules/imports.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, gone, invalid, notFound } from "../kernel/errors.ts";
import { findDates } from "./find-dates.ts";
import { fileKeyOf, planOf, readHeader } from "./import-file.ts";
import { changeImport, type ImportRow, insertImport, selectImport, selectImports } from "./imports.queries.ts";
import { judgeRows } from "./judge-rows.ts";
import { countStays } from "./undo.queries.ts";

function undoUntilOf({ state, endedAt, rowsDone, created }: ImportRow, now: number): number | null {
  const isOver = (state === "done" || state === "cancelled") && endedAt !== null && rowsDone > 0 && created > 0;
  return isOver && now < endedAt + UNDO_MS ? endedAt + UNDO_MS : null;
}

export function toImport(row: ImportRow, now: number, stayed: MemberImport["stayed"] = []): MemberImport {
  const { id, filename, state, rowsDone, offsetBytes, sizeBytes, createdAt, startedAt } = row;
  const { columns, fields: mapping, dates } = planOf(row);
  return {
    id,
    filename,
    state,
    columns,
    mapping,
    dateExample: dates?.example ?? null,
    dateOrder: dates?.example ? dates.order : null,
    rowsDone,
    doneShare: startedAt === null ? 0 : offsetBytes / sizeBytes,
    created: row.created,
    refused: row.refused,
    createdAt: new Date(createdAt).toISOString(),
    endedAt: isoOrNull(row.endedAt),
    undoUntil: isoOrNull(undoUntilOf(row, now)),
    stayed,
    hasFile: row.fileDeletedAt === null,
  };
}

export async function listImports(ctx: Ctx): Promise<ImportList> {
  const rows = await selectImports(ctx.db);
  const undone = rows.filter(({ state, created }) => state === "undone" && created > 0);
  const stays =
    undone.length > 0
      ? await countStays(
          ctx.db,
          undone.map(({ id }) => id),
        )
      : [];
  const stayed = Map.groupBy(stays, ({ importId }) => importId);
  return { imports: rows.map((row) => toImport(row, ctx.now, stayed.get(row.id))) };
}

type UploadedFile = { id: string; filename: string; sizeBytes: number; body: ReadableStream };

/** Stores a file and maps its columns by name. A repeated request changes nothing. @throws AppError `validation` for what isn't a CSV file */
export async function uploadImport(ctx: Ctx, { body, ...file }: UploadedFile): Promise<MemberImport> {
  const earlier = await selectImport(ctx.db, file.id).get();
  if (earlier) return toImport(earlier, ctx.now);
  const key = fileKeyOf(file.id);
  try {
    await ctx.bucket.put(key, body);
    const header = await readHeader(ctx, file);
    const mapping = JSON.stringify({ ...header, fields: guessMapping(header.columns) });
    const row = { ...file, mapping, state: "uploaded", offsetBytes: header.start, createdAt: ctx.now } as const;
    const details = { filename: file.filename, sizeBytes: file.sizeBytes };
    const [, , [stored]] = await ctx.db.batch([
      insertImport(ctx.db, row),
      auditChange(ctx, { actor: "admin", action: "import.upload", subject: file.id, details }),
      selectImport(ctx.db, file.id),
    ]);
    if (!stored) throw notFound("Import");
    return toImport(stored, ctx.now);
  } catch (error) {
    await ctx.bucket.delete(key);
    // R2 throws one for a body that is shorter or longer than declared.
    throw error instanceof TypeError ? invalid("The file didn't arrive whole. Try again.") : error;
  }
}

/** @throws AppError `not_found`, or `gone` once the file is deleted */
export async function requireFile(ctx: Ctx, id: string): Promise<ImportRow> {
  const row = await selectImport(ctx.db, id).get();
  if (!row) throw notFound("Import");
  if (row.fileDeletedAt !== null) throw gone("The file has been deleted. Upload it again.");
  return row;
}

/** Dry run: counts what would be created and refused. @throws AppError `conflict` once it has started, `validation` */
export async function checkImport(ctx: Ctx, input: WithId<CheckImportRequest>): Promise<MemberImport> {
  const { id, mapping, dateOrder } = input;
  const row = await requireFile(ctx, id);
  const plan = { ...planOf(row), fields: mapping };
  const most = Math.max(...Object.values(mapping).map((column) => column ?? 0));
  if (most >= plan.columns.length) throw invalid("The file has no such column.");
  const dates = await findDates(ctx, row, plan, dateOrder ?? null);
  const planned = { ...row, mapping: JSON.stringify({ ...plan, dates }) };
  let [created, refused] = [0, 0];
  for await (const rows of judgeRows(ctx, planned)) {
    const good = rows.filter(({ refusal }) => refusal === null).length;
    [created, refused] = [created + good, refused + rows.length - good];
  }
  const change = { mapping: planned.mapping, state: "checked", created, refused } as const;
  const [[checked]] = await ctx.db.batch([
    changeImport(ctx.db, id, ["uploaded", "checked"], change),
    auditChange(ctx, { actor: "admin", action: "import.check", subject: id, details: { created, refused } }),
  ]);
  if (!checked) throw conflict("This import has already started.");
  return toImport(checked, ctx.now);
}

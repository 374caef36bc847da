import type { ImportList, MemberImport } from "#domain/contract/imports.ts";
import { UNDO_MS } from "#domain/rules/imports.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { gone, invalid, notFound } from "../kernel/errors.ts";
import { type FilePlan, fileKeyOf, planOf, readHeader } from "./import-file.ts";
import { type ImportRow, insertImport, selectImport, selectImports } from "./imports.queries.ts";
import { countStays } from "./undo.queries.ts";

function undoUntilOf({ state, endedAt, rowsDone, created }: ImportRow, now: number): number | null {
  const isOver = (state === "done" || state === "cancelled") && endedAt !== null && rowsDone > 0 && created > 0;
  return isOver && now < endedAt + UNDO_MS ? endedAt + UNDO_MS : null;
}

/** Before a check; checks of older versions found less. */
export const NOT_FOUND: NonNullable<FilePlan["found"]> = {
  dateExample: null,
  openEnd: null,
  plans: [],
  endless: 0,
  remarks: [],
};

export function toImport(row: ImportRow, now: number, stayed: MemberImport["stayed"] = []): MemberImport {
  const { id, filename, state, rowsDone, offsetBytes, sizeBytes, createdAt, startedAt } = row;
  const { columns, fields: mapping, answers, samples, looks, openStatus, found, result } = planOf(row);
  const { remarks, ...asks } = { ...NOT_FOUND, ...found };
  return {
    id,
    filename,
    state,
    columns,
    mapping,
    samples,
    looks,
    asks: { ...asks, openStatus },
    answers,
    remarks,
    result: result ?? null,
    rowsDone,
    doneShare: startedAt === null && state !== "checking" ? 0 : offsetBytes / sizeBytes,
    created: row.created,
    refused: row.refused,
    uploadedBy: row.uploadedBy,
    createdAt: new Date(createdAt).toISOString(),
    endedAt: isoOrNull(row.endedAt),
    undoUntil: isoOrNull(undoUntilOf(row, now)),
    stayed,
    hasFile: row.fileDeletedAt === null,
  };
}

export async function listImports(ctx: Ctx): Promise<ImportList> {
  const rows = await selectImports(ctx.db);
  const undone = rows.filter(({ state, created }) => state === "undone" && created > 0).map(({ id }) => id);
  const stays = undone.length > 0 ? await countStays(ctx.db, undone) : [];
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
    const mapping = JSON.stringify({ ...header, run: crypto.randomUUID() });
    // The page continues the check without being asked.
    const state = header.fields.email === undefined ? "uploaded" : "checking";
    const row = { ...file, mapping, state, offsetBytes: header.start, createdAt: ctx.now } as const;
    const details = { filename: file.filename, sizeBytes: file.sizeBytes };
    const [, , [stored]] = await ctx.db.batch([
      insertImport(ctx.db, { ...row, uploadedBy: authorOf(ctx) }),
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

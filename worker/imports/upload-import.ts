import type { MemberImport } from "#domain/contract/imports.ts";
import { guessMapping } from "#domain/rules/import-fields.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid, notFound } from "../kernel/errors.ts";
import { fileKeyOf, readHeader } from "./import-file.ts";
import { insertImport, selectImport } from "./imports.queries.ts";
import { toImport } from "./list-imports.ts";

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

import type { CheckImportRequest, MemberImport } from "#domain/contract/imports.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, gone, invalid, notFound } from "../kernel/errors.ts";
import { planOf } from "./import-file.ts";
import { changeImport, type ImportRow, selectImport } from "./imports.queries.ts";
import { judgeRows } from "./judge-rows.ts";
import { toImport } from "./list-imports.ts";

/** @throws AppError `not_found`, or `gone` once the file is deleted */
export async function requireFile(ctx: Ctx, id: string): Promise<ImportRow> {
  const row = await selectImport(ctx.db, id).get();
  if (!row) throw notFound("Import");
  if (row.fileDeletedAt !== null) throw gone("The file has been deleted. Upload it again.");
  return row;
}

/** Dry run: counts what would be created and refused. @throws AppError `conflict` once it has started, `validation` */
export async function checkImport(
  ctx: Ctx,
  { id, mapping }: CheckImportRequest & { id: string },
): Promise<MemberImport> {
  const row = await requireFile(ctx, id);
  const plan = { ...planOf(row), fields: mapping };
  const most = Math.max(...Object.values(mapping).map((column) => column ?? 0));
  if (most >= plan.columns.length) throw invalid("The file has no such column.");
  const planned = { ...row, mapping: JSON.stringify(plan) };
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

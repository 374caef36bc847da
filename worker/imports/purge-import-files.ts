import { DAY_MS } from "#domain/durations.ts";
import { IMPORT_FILE_DAYS } from "#domain/rules/imports.ts";
import type { Ctx } from "../kernel/context.ts";
import { deleteFiles } from "./import-file.ts";
import { recordFileDeleted, selectOldFiles } from "./imports.queries.ts";

const FILES_PER_HOUR = 20;

/** Deletes files a week after they came; first the file, so none stays without a row that names it. */
export async function purgeImportFiles(ctx: Ctx): Promise<void> {
  for (const { id } of await selectOldFiles(ctx.db, ctx.now - IMPORT_FILE_DAYS * DAY_MS, FILES_PER_HOUR)) {
    await deleteFiles(ctx, id);
    await recordFileDeleted(ctx.db, id, ctx.now);
  }
}

import { DAY_MS } from "#domain/durations.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { abortUpload, objectKeyOf } from "./uploads/upload.ts";
import { deleteMedium, markUnreferenced, selectOrphans, selectUntouched } from "./uploads/uploads.queries.ts";

const UNTOUCHED_MS = DAY_MS;
/** Matches how long deleted content can be restored. */
const ORPHAN_MS = 30 * DAY_MS;
const SLICE = 20;

export async function purgeUploads(ctx: Ctx): Promise<void> {
  for (const upload of await selectUntouched(ctx.db, ctx.now - UNTOUCHED_MS, SLICE)) await abortUpload(ctx, upload);
}

/** Deletes media that nothing has referred to for 30 days. Deletes the row first, so no one can pick a file that's about to go. */
export async function purgeMedia(ctx: Ctx): Promise<void> {
  await markUnreferenced(ctx.db, ctx.now);
  for (const medium of await selectOrphans(ctx.db, ctx.now - ORPHAN_MS, SLICE)) {
    const entry = { actor: "hourly", action: "medium.delete", subject: medium.key } as const;
    const [deleted] = await ctx.db.batch([deleteMedium(ctx.db, medium.key), auditChange(ctx, entry)]);
    if (deleted.length > 0) await ctx.bucket.delete(objectKeyOf(medium));
  }
}

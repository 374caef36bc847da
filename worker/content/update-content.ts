import type { ContentItem, UpdateContentRequest } from "#domain/contract/content.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import { findContent, updateContentRow } from "./content.queries.ts";
import type { NewContent } from "./content-row.ts";
import { toContentItem } from "./to-content-item.ts";
import { videoColumns } from "./video-columns.ts";

type Input = { ref: string; change: UpdateContentRequest };

/** An address equal to the one shown leaves a hosted video alone; a new one replaces it. */
function columnsOf(change: UpdateContentRequest): Partial<NewContent> {
  const { youtubeUrl, ...plain } = change;
  if (youtubeUrl === undefined) return plain;
  const video = videoColumns(youtubeUrl);
  return { ...plain, ...video, ...(video.embedRef === null ? {} : { videoKey: null }) };
}

/** Changes the given fields of an item. @throws AppError `not_found` or `validation` */
export async function updateContent(ctx: Ctx, { ref, change }: Input): Promise<ContentItem> {
  const columns = columnsOf(change);
  const before = await findContent(ctx.db, ref);
  if (!before) throw notFound("Content");
  await ctx.db.batch([
    updateContentRow(ctx.db, before.id, { ...columns, updatedAt: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "content.update", subject: before.date, details: { ...change } }),
  ]);
  const after = await findContent(ctx.db, before.id);
  if (!after) throw notFound("Content");
  return toContentItem(after);
}

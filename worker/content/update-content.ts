import type { ContentItem, UpdateContentRequest } from "#domain/contract/content.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { invalid, notFound } from "../errors.ts";
import { findMedium } from "../media/media.queries.ts";
import { findContent, updateContentRow } from "./content.queries.ts";
import type { NewContent } from "./content-row.ts";
import { toContentItem } from "./to-content-item.ts";
import { videoColumns } from "./video-columns.ts";

type Input = { ref: string; change: UpdateContentRequest };

/** An item has one video: a typed address replaces a hosted one and the other way round; an empty address leaves a hosted one alone. */
function columnsOf(change: UpdateContentRequest): Partial<NewContent> {
  const { youtubeUrl, videoFilename, ...columns } = change;
  const embed = youtubeUrl === undefined ? {} : videoColumns(youtubeUrl);
  if (videoFilename) return { ...columns, ...videoColumns(""), videoKey: videoFilename };
  return { ...columns, ...embed, ...(youtubeUrl || videoFilename === null ? { videoKey: null } : {}) };
}

async function requireHostedVideo(ctx: Ctx, key: string): Promise<void> {
  if ((await findMedium(ctx.db, key))?.kind === "video") return;
  const message = "There is no such hosted video";
  throw invalid(message, { videoFilename: message });
}

/** Changes the given fields of an item. @throws AppError `not_found` or `validation` */
export async function updateContent(ctx: Ctx, { ref, change }: Input): Promise<ContentItem> {
  const columns = columnsOf(change);
  if (change.videoFilename) await requireHostedVideo(ctx, change.videoFilename);
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

import type { ContentItem, CreateContentRequest, UpdateContentRequest } from "#domain/contract/content.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { selectMedium } from "../media/media.queries.ts";
import { insertContent, selectContent, updateContentRow } from "./content.queries.ts";
import { embedColumns, type NewContent, toContentItem } from "./content-item.ts";

/** @throws AppError `conflict` when the date is taken: there is one item a day. */
export async function createContent(ctx: Ctx, input: CreateContentRequest): Promise<ContentItem> {
  const { youtubeUrl, duration, ...columns } = input;
  const [inserted] = await ctx.db.batch([
    insertContent(ctx.db, {
      id: crypto.randomUUID(),
      ...columns,
      ...embedColumns(youtubeUrl),
      durationSeconds: duration ?? null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    auditChange(ctx, { actor: "admin", action: "content.create", subject: input.date, details: { ...input } }),
  ]);
  const [row] = inserted;
  if (!row) throw conflict(`There is already content for ${input.date}. Edit that instead.`);
  return toContentItem({ ...row, emailSent: false });
}

/** An item has one video: a typed address replaces a hosted one and the other way round; an empty address leaves a hosted one alone. */
function columnsOf({ youtubeUrl, videoFilename, ...columns }: UpdateContentRequest): Partial<NewContent> {
  const embed = youtubeUrl === undefined ? {} : embedColumns(youtubeUrl);
  if (videoFilename) return { ...columns, ...embedColumns(""), videoKey: videoFilename };
  return { ...columns, ...embed, ...(youtubeUrl || videoFilename === null ? { videoKey: null } : {}) };
}

async function requireHostedVideo(ctx: Ctx, key: string): Promise<void> {
  if ((await selectMedium(ctx.db, key).get())?.kind === "video") return;
  const message = "There is no such hosted video";
  throw invalid(message, { videoFilename: message });
}

type Update = { ref: string; change: UpdateContentRequest };

/** Changes the given fields of an item. @throws AppError `not_found` or `validation` */
export async function updateContent(ctx: Ctx, { ref, change }: Update): Promise<ContentItem> {
  const columns = columnsOf(change);
  if (change.videoFilename) await requireHostedVideo(ctx, change.videoFilename);
  const before = await selectContent(ctx.db, ref).get();
  if (!before) throw notFound("Content");
  const [[after]] = await ctx.db.batch([
    updateContentRow(ctx.db, before.id, { ...columns, updatedAt: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "content.update", subject: before.date, details: { ...change } }),
  ]);
  if (!after) throw notFound("Content");
  return toContentItem({ ...after, emailSent: before.emailSent });
}

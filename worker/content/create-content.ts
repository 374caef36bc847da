import type { ContentItem, CreateContentRequest } from "#domain/contract/content.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { conflict } from "../errors.ts";
import { findContent, insertContent } from "./content.queries.ts";
import { toContentItem } from "./to-content-item.ts";
import { videoColumns } from "./video-columns.ts";

/** @throws AppError `conflict` when the date is taken: there is one item a day. */
export async function createContent(ctx: Ctx, input: CreateContentRequest): Promise<ContentItem> {
  const id = crypto.randomUUID();
  const video = videoColumns(input.youtubeUrl);
  const [inserted] = await ctx.db.batch([
    insertContent(ctx.db, {
      id,
      date: input.date,
      title: input.title,
      description: input.description,
      status: input.status,
      durationSeconds: input.duration ?? null,
      ...video,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    auditChange(ctx, { actor: "admin", action: "content.create", subject: input.date, details: { ...input } }),
  ]);
  const row = inserted.length > 0 ? await findContent(ctx.db, id) : undefined;
  if (!row) throw conflict(`There is already content for ${input.date}. Edit that instead.`);
  return toContentItem(row);
}

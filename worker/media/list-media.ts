import type { ListMediaQuery, MediaList } from "#domain/contract/content/library.ts";
import type { Ctx } from "../kernel/context.ts";
import { selectMedia } from "./uploads/uploads.queries.ts";

const SHOWN = 50;

export async function listMedia(ctx: Ctx, query: ListMediaQuery): Promise<MediaList> {
  const rows = await selectMedia(ctx.db, query, SHOWN);
  return rows.map(({ key, title, contentType, sizeBytes, durationSeconds, createdAt }) => ({
    key,
    title,
    contentType,
    sizeBytes,
    durationSeconds,
    createdAt: new Date(createdAt).toISOString(),
  }));
}

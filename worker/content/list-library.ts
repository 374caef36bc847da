import type { ContentItem } from "#domain/contract/content.ts";
import type { Ctx } from "../context.ts";
import { listAllContent } from "./content.queries.ts";
import { toContentItem } from "./to-content-item.ts";

/** Every item, drafts and hidden days included, newest first. */
export async function listLibrary(ctx: Ctx): Promise<ContentItem[]> {
  return (await listAllContent(ctx.db)).map(toContentItem);
}

import type { ContentItem } from "#domain/contract/content.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { Ctx } from "../context.ts";
import { noAccess, notFound } from "../errors.ts";
import type { Viewer } from "../members/caller.ts";
import { findContent } from "./content.queries.ts";
import { releasedThroughFor, toContentItem, toMemberItem } from "./to-content-item.ts";

type Input = { viewer: Viewer; ref: string };

/**
 * One item by date or id: whole for the administrator, as released for a member.
 * @throws AppError `no_access` or `not_found`
 */
export async function readContent(ctx: Ctx, { viewer, ref }: Input): Promise<ContentItem> {
  if (viewer === "admin") {
    const row = await findContent(ctx.db, ref);
    if (!row) throw notFound("Content");
    return toContentItem(row);
  }
  const [member, row] = await Promise.all([viewer.member, findContent(ctx.db, ref)]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const item = row ? toMemberItem(row, releasedThroughFor(member, ctx.now)) : null;
  if (!item) throw notFound("Content");
  return item;
}

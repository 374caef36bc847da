import type { ContentItem, ListContentQuery } from "#domain/contract/content.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { monthRange } from "#domain/rules/calendar-days.ts";
import type { Caller, Viewer } from "../auth/sessions.ts";
import type { Ctx } from "../context.ts";
import { noAccess, notFound } from "../errors.ts";
import { selectAllContent, selectContent, selectContentBetween } from "./content.queries.ts";
import { releasedThroughFor, toContentItem, toMemberItem } from "./content-item.ts";

/** A month as this member may see it, by date. @throws AppError `no_access` */
export async function listContent(
  ctx: Ctx,
  { caller, year, month }: ListContentQuery & { caller: Caller },
): Promise<ContentItem[]> {
  const { from, before } = monthRange(year, month);
  const [member, rows] = await Promise.all([caller.member, selectContentBetween(ctx.db, from, before)]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const through = releasedThroughFor(member, ctx.now);
  return rows.map((row) => toMemberItem(row, through)).filter((item) => item !== null);
}

/** Every item, drafts and hidden days included, newest first. */
export async function listLibrary(ctx: Ctx): Promise<ContentItem[]> {
  return (await selectAllContent(ctx.db)).map(toContentItem);
}

/**
 * One item by date or id: whole for the administrator, as released for a member.
 * @throws AppError `no_access` or `not_found`
 */
export async function readContent(ctx: Ctx, { viewer, ref }: { viewer: Viewer; ref: string }): Promise<ContentItem> {
  if (viewer === "admin") {
    const row = await selectContent(ctx.db, ref).get();
    if (!row) throw notFound("Content");
    return toContentItem(row);
  }
  const [member, row] = await Promise.all([viewer.member, selectContent(ctx.db, ref).get()]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const item = row ? toMemberItem(row, releasedThroughFor(member, ctx.now)) : null;
  if (!item) throw notFound("Content");
  return item;
}

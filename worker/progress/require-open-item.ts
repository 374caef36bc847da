import { hasAccess } from "#domain/rules/access.ts";
import { isLive } from "#domain/rules/release.ts";
import { findContent } from "../content/content.queries.ts";
import type { ContentRow } from "../content/content-row.ts";
import { releasedThroughFor } from "../content/to-content-item.ts";
import type { Ctx } from "../context.ts";
import { noAccess, notFound } from "../errors.ts";
import type { Caller } from "../members/caller.ts";
import type { Member } from "../members/member.ts";

type Input = { caller: Caller; ref: string };

/** The member and the released item a progress call is about. @throws AppError `no_access` or `not_found` */
export async function requireOpenItem(ctx: Ctx, { caller, ref }: Input): Promise<{ member: Member; item: ContentRow }> {
  const [member, item] = await Promise.all([caller.member, findContent(ctx.db, ref)]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  if (!item || !isLive(item, releasedThroughFor(member, ctx.now))) throw notFound("Content");
  return { member, item };
}

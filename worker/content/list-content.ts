import type { ContentItem, ListContentQuery } from "#domain/contract/content.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { monthRange } from "#domain/rules/calendar-days.ts";
import type { Ctx } from "../context.ts";
import { noAccess } from "../errors.ts";
import type { Caller } from "../members/caller.ts";
import { listContentBetween } from "./content.queries.ts";
import { releasedThroughFor, toMemberItem } from "./to-content-item.ts";

type Input = ListContentQuery & { caller: Caller };

/** A month as this member may see it, by date. @throws AppError `no_access` */
export async function listContent(ctx: Ctx, { caller, year, month }: Input): Promise<ContentItem[]> {
  const { from, before } = monthRange(year, month);
  const [member, rows] = await Promise.all([caller.member, listContentBetween(ctx.db, from, before)]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const through = releasedThroughFor(member, ctx.now);
  return rows.map((row) => toMemberItem(row, through)).filter((item) => item !== null);
}

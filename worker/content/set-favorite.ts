import { type FavoriteResponse, MAX_FAVORITES } from "#domain/contract/content/browse.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, noAccess, notFound } from "../kernel/errors.ts";
import { releasedThroughFor } from "./content-item.ts";
import { deleteFavorite, insertFavorite, selectFavorite } from "./favorites.queries.ts";

type Input = { caller: Caller; id: string };

/** Repeating it changes nothing. @throws AppError `conflict` at the limit, `no_access`, `not_found` */
async function setFavorite(ctx: Ctx, { caller, id: ref }: Input, isFavorite: boolean): Promise<FavoriteResponse> {
  const member = await caller.member;
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const item = { memberId: member.id, ref, through: releasedThroughFor(member, ctx.now) };
  const write = isFavorite ? insertFavorite(ctx.db, item, ctx.now) : deleteFavorite(ctx.db, item);
  const [, [found]] = await ctx.db.batch([write, selectFavorite(ctx.db, item)]);
  if (!found) throw notFound("Content");
  if (found.isFavorite !== isFavorite) throw conflict(`You have ${MAX_FAVORITES} favorites. Remove one first.`);
  return found;
}

export const addFavorite = (ctx: Ctx, input: Input) => setFavorite(ctx, input, true);
export const removeFavorite = (ctx: Ctx, input: Input) => setFavorite(ctx, input, false);

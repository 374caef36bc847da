import {
  type BrowseQuery,
  type BrowseResponse,
  type FavoriteResponse,
  MAX_FAVORITES,
} from "#domain/contract/content/browse.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { By, Caller } from "../account/sessions/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { parseCursor, toPage } from "../kernel/cursor.ts";
import { conflict, noAccess, notFound } from "../kernel/errors.ts";
import { deleteFavorite, insertFavorite, selectFavorite, selectLibraryPage } from "./browse-library.queries.ts";
import { mediaOf, ownProgress, releasedThroughFor } from "./content-item.ts";

const PAGE = 30;
/** Dates that the query answers because someone on Earth may open them, but a member at its other end may not. */
const NOT_YET_RELEASED = 3;

/** A page of what the member may open, newest first. @throws AppError `no_access` or `validation` */
export async function browseLibrary(
  ctx: Ctx,
  { caller, filter }: By<{ filter: BrowseQuery }>,
): Promise<BrowseResponse> {
  const after = parseCursor(filter.cursor);
  const query = { memberId: caller.memberId, filter, after, limit: PAGE + 1 + NOT_YET_RELEASED, now: ctx.now };
  const [member, rows] = await Promise.all([caller.member, selectLibraryPage(ctx.db, query)]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const through = releasedThroughFor(member, ctx.now);
  const released = rows.filter(({ item }) => item.date <= through);
  const { shown, next } = toPage(released, PAGE, ({ item }) => ({ at: Date.parse(item.date), id: item.id }));
  const items = shown.map(({ item, progress, isFavorite }) => ({
    ...{ id: item.id, date: item.date, title: item.title },
    artworkFilename: item.artworkKey,
    duration: item.durationSeconds,
    ...mediaOf(item),
    ...ownProgress(item, progress),
    isFavorite,
  }));
  return { items, next };
}

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

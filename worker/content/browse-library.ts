import type { BrowseQuery, BrowseResponse } from "#domain/contract/content/browse.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { FromCaller } from "../account/sessions/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { parseCursor, toPage } from "../kernel/cursor.ts";
import { noAccess } from "../kernel/errors.ts";
import { countLibrary, selectLibraryPage } from "./browse-library.queries.ts";
import { FIRST_ZONE } from "./content.queries.ts";
import { mediaOf, ownProgress, releasedThroughFor } from "./content-item.ts";
import { readOwn } from "./move-progress.ts";

const PAGE = 30;
/** Dates that the query answers because someone on Earth may open them, but a member at its other end may not. */
const NOT_YET_RELEASED = 3;

/** A page of what the member may open, newest first. @throws AppError `no_access` or `validation` */
export async function browseLibrary(ctx: Ctx, input: FromCaller<BrowseQuery>): Promise<BrowseResponse> {
  const { caller, ...filter } = input;
  const after = parseCursor(filter.cursor);
  const search = { memberId: caller.memberId, filter };
  // Someone on Earth may open these already; what the member may not is left out below.
  const page = {
    ...search,
    through: addDays(dateIn(FIRST_ZONE, ctx.now), 1),
    after,
    limit: PAGE + 1 + NOT_YET_RELEASED,
  };
  const ofMember = caller.member.then((member) => releasedThroughFor(member, ctx.now));
  const [member, [rows, counts, through]] = await readOwn(ctx, caller, () =>
    Promise.all([
      selectLibraryPage(ctx.db, page),
      filter.counts && ofMember.then((last) => countLibrary(ctx.db, { ...search, through: last }).get()),
      ofMember,
    ]),
  );
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const released = rows.filter(({ item }) => item.date <= through);
  const { shown, next } = toPage(released, PAGE, ({ item }) => ({ at: Date.parse(item.date), id: item.id }));
  const items = shown.map(({ item, progress, isFavorite }) => ({
    id: item.id,
    date: item.date,
    title: item.title,
    artworkFilename: item.artworkKey,
    audioFilename: item.audioKey,
    duration: item.durationSeconds,
    ...mediaOf(item),
    ...ownProgress(item, progress),
    isFavorite,
  }));
  return { items, next, ...(counts && { counts }) };
}

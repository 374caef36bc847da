import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  Subquery,
  sql,
} from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, contentTexts, favorites } from "#db/schema/content.ts";
import { progress } from "#db/schema/progress.ts";
import type { BrowseQuery } from "#domain/contract/content/browse.ts";
import type { Cursor } from "../kernel/cursor.ts";
import { hasWords } from "../kernel/has-words.queries.ts";
import { onOffer, progressOf } from "./content.queries.ts";

/** An item that isn't folded yet (worker/members/fold-texts.ts) is found by its title. */
const searched = sql`coalesce(${contentTexts.folded}, lower(${content.title}))`;

// Compared with the member's id, not with null: so SQLite begins with the member's few rows rather than with all items.
const isStarted = (memberId: string) =>
  and(
    eq(progress.memberId, memberId),
    isNull(progress.completedDate),
    sql`max(${progress.audioProgress}, ${progress.videoProgress}) > 0`,
  );

const { id, date, title, durationSeconds, artworkKey, audioKey, videoKey, embedProvider, embedRef } =
  getTableColumns(content);

const byCompletion = sql`select * from member_progress indexed by member_progress_completed`;
/** By the named index, or SQLite reads all of a member's rows. */
const notCompleted = new Subquery(byCompletion, {}, "member_progress") as unknown as typeof progress;

/** `through`: the last date that it finds. */
type Search = { memberId: string; filter: BrowseQuery; through: string };
type Page = Search & { after: Cursor | null; limit: number };

const isNotDone = isNull(progress.completedDate);
const hasVideo = sql`coalesce(${videoKey}, ${embedRef}) is not null`;
const isFavorite = isNotNull(favorites.addedAt);

const matches = ({ memberId, filter, through }: Search) =>
  and(
    onOffer,
    lte(date, through),
    filter.q ? hasWords(searched, filter.q) : undefined,
    filter.notDone ? isNotDone : undefined,
    filter.started ? isStarted(memberId) : undefined,
    filter.audio ? isNotNull(audioKey) : undefined,
    filter.video ? hasVideo : undefined,
    filter.favorites ? eq(favorites.memberId, memberId) : undefined,
  );

const favoritesOf = (memberId: string) => and(eq(favorites.contentId, content.id), eq(favorites.memberId, memberId));

/** Items on offer, newest first. */
export function selectLibraryPage(db: Db, { after, limit, ...search }: Page) {
  const { memberId, filter } = search;
  return db
    .select({
      item: { id, date, title, durationSeconds, artworkKey, audioKey, videoKey, embedProvider, embedRef },
      progress,
      isFavorite: sql`${isFavorite}`.mapWith(Boolean),
    })
    .from(content)
    .leftJoin(filter.started ? notCompleted : progress, progressOf(memberId))
    .leftJoin(favorites, favoritesOf(memberId))
    .leftJoin(contentTexts, eq(contentTexts.contentId, content.id))
    .where(and(matches(search), after ? lt(date, sql`date(${after.at} / 1000, 'unixepoch')`) : undefined))
    .orderBy(desc(date))
    .limit(limit);
}

/** How many items are on offer, in all and with one more filter. */
export function countLibrary(db: Db, search: Search) {
  const { memberId } = search;
  const countOf = (condition: SQL) => sql<number>`count(case when ${condition} then 1 end)`;
  return db
    .select({
      all: count(),
      notDone: countOf(isNotDone),
      audio: countOf(isNotNull(audioKey)),
      video: countOf(hasVideo),
      favorites: countOf(isFavorite),
    })
    .from(content)
    .leftJoin(progress, progressOf(memberId))
    .leftJoin(favorites, favoritesOf(memberId))
    .leftJoin(contentTexts, eq(contentTexts.contentId, content.id))
    .where(matches(search));
}

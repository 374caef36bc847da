import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, lte, type SQL, Subquery, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, contentTexts, favorites, progress } from "#db/schema/content.ts";
import type { BrowseQuery } from "#domain/contract/content/browse.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { foldText } from "#domain/rules/text.ts";
import type { Cursor } from "../kernel/cursor.ts";
import { FIRST_ZONE, onOffer, progressOf } from "./content.queries.ts";

/** An item whose words the Worker didn't write is found by its title. Not LIKE: D1 rejects patterns over 50 bytes. */
function contains(text: string): SQL {
  return sql`instr(coalesce(${contentTexts.folded}, lower(${content.title})), ${foldText(text)}) > 0`;
}

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

type Page = { memberId: string; filter: BrowseQuery; after: Cursor | null; limit: number; now: number };

/** Items released for anyone, newest first: callers leave out what isn't released for the member. */
export function selectLibraryPage(db: Db, { memberId, filter, after, limit, now }: Page) {
  return db
    .select({
      item: { id, date, title, durationSeconds, artworkKey, audioKey, videoKey, embedProvider, embedRef },
      progress,
      isFavorite: sql`${favorites.addedAt} is not null`.mapWith(Boolean),
    })
    .from(content)
    .leftJoin(filter.started ? notCompleted : progress, progressOf(memberId))
    .leftJoin(favorites, and(eq(favorites.contentId, content.id), eq(favorites.memberId, memberId)))
    .leftJoin(contentTexts, eq(contentTexts.contentId, content.id))
    .where(
      and(
        onOffer,
        lte(date, addDays(dateIn(FIRST_ZONE, now), 1)),
        after ? lt(date, sql`date(${after.at} / 1000, 'unixepoch')`) : undefined,
        filter.q ? contains(filter.q) : undefined,
        filter.notDone ? isNull(progress.completedDate) : undefined,
        filter.started ? isStarted(memberId) : undefined,
        filter.audio ? isNotNull(audioKey) : undefined,
        filter.video ? sql`coalesce(${videoKey}, ${embedRef}) is not null` : undefined,
        filter.favorites ? eq(favorites.memberId, memberId) : undefined,
      ),
    )
    .orderBy(desc(date))
    .limit(limit);
}

import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, media } from "#db/schema/content.ts";
import { feeds, libraryVersion } from "#db/schema/feeds.ts";
import { members } from "#db/schema/members.ts";
import { DOWNLOADS, MOST_EPISODES, MOST_FEEDS } from "#domain/rules/feeds.ts";
import { hasOldProgress, isMember } from "../account/member/members.queries.ts";
import { isNotDeleted, onOffer } from "../content/content.queries.ts";

export type FeedRow = typeof feeds.$inferSelect;

const { id, createdAt, lastUsedAt, episodes, limitNotifiedAt, name } = getTableColumns(feeds);
const { accessEndsAt, timezone, highestPlan, email } = getTableColumns(members);
// A batch returns columns by name, so no two may share one.
const holder = { id: feeds.memberId, accessEndsAt, timezone, highestPlan };

const ofMember = and(eq(members.id, feeds.memberId), sql`${members.deletedAt} is null`);

export function selectFeedsOf(db: Db, memberId: string) {
  return db.select().from(feeds).where(eq(feeds.memberId, memberId)).orderBy(desc(feeds.createdAt), feeds.id);
}

type NewFeed = Pick<FeedRow, "id" | "memberId" | "tokenHash" | "name" | "createdAt" | "sessionId">;

/** Returns no row if the member has as many feeds as allowed, has one by that name, or closed the account, or if the session has ended. */
export function insertFeed(db: Db, { id, memberId, tokenHash, name, createdAt, sessionId }: NewFeed) {
  return db.all<{ id: string }>(sql`
    insert into feeds (id, member_id, token_hash, name, created_at, session_id)
    select ${id}, ${members.id}, ${tokenHash}, ${name}, ${createdAt}, ${sessionId} from ${members}
    where ${isMember(memberId)} and exists (select 1 from sessions s where s.id = ${sessionId})
      and (select count(*) from feeds f where f.member_id = ${memberId}) < ${MOST_FEEDS}
    on conflict do nothing returning id`);
}

export function deleteFeeds(db: Db, { ids, memberId }: { ids: string[]; memberId: string }) {
  return db.delete(feeds).where(and(inArray(feeds.id, ids), eq(feeds.memberId, memberId)));
}

/** Everything that decides what a feed's address answers, in one read of four rows. */
export function selectFeed(db: Db, tokenHash: string) {
  return db
    .select({ feed: { id, createdAt, lastUsedAt, episodes }, member: holder, library: libraryVersion })
    .from(feeds)
    .innerJoin(members, ofMember)
    .leftJoin(libraryVersion, eq(libraryVersion.id, 1))
    .where(eq(feeds.tokenHash, tokenHash));
}

/** The newest sessions with audio, up to the date `through`. */
export function selectEpisodes(db: Db, through: string) {
  return db
    .select({
      id: content.id,
      date: content.date,
      title: content.title,
      description: content.description,
      durationSeconds: content.durationSeconds,
      hasTranscript: sql`coalesce(${content.transcript}, '') <> ''`.mapWith(Boolean),
      file: media,
    })
    .from(content)
    .innerJoin(media, eq(media.key, content.audioKey))
    .where(and(onOffer, sql`${content.date} <= ${through}`))
    .orderBy(desc(content.date))
    .limit(MOST_EPISODES);
}

type Use = { now: number; userAgent: string | null };
type NotedUse = Use & { episodes: number; unlessAfter: number };

/** Writes nothing if the feed was used after `unlessAfter` and had as many episodes. */
export function noteUse(db: Db, id: string, { episodes, now, userAgent, unlessAfter }: NotedUse) {
  return db
    .update(feeds)
    .set({ lastUsedAt: now, userAgent, episodes })
    .where(
      and(eq(feeds.id, id), sql`(coalesce(last_used_at, 0) <= ${unlessAfter} or ${feeds.episodes} <> ${episodes})`),
    );
}
/** A feed and the item that an episode's address names, whether or not they may be opened. */
export function selectEpisode(db: Db, { feedId, itemId, isText }: { feedId: string; itemId: string; isText: boolean }) {
  return db
    .select({
      feed: { id, name, limitNotifiedAt },
      member: { ...holder, email },
      item: { date: content.date, status: content.status, hidden: content.hidden, audioKey: content.audioKey },
      transcript: sql<string | null>`iif(${isText}, ${content.transcript}, null)`.as("transcript"),
    })
    .from(feeds)
    .innerJoin(members, ofMember)
    .innerJoin(content, and(eq(content.id, itemId), isNotDeleted))
    .where(eq(feeds.id, feedId));
}

type Start = Use & { feedId: string; itemId: string; today: string; after: string };

/** Counts a download on its day and forgets days up to `after`. Returns no row if it's one too many, or nothing may be opened. */
export function countDownload(db: Db, { feedId, itemId, today, after, now, userAgent }: Start) {
  return db.all<{ id: string }>(sql`
    update feeds set last_used_at = ${now}, user_agent = ${userAgent}, downloads = (
      select json_group_object(day, n) from (
        select key as day, value as n from json_each(feeds.downloads) where key > ${after} and key <> ${today}
        union all select ${today}, 1 + coalesce(feeds.downloads ->> ${today}, 0)))
    where id = ${feedId}
      and (select coalesce(sum(value), 0) from json_each(feeds.downloads) where key > ${after})
        < ${DOWNLOADS.perEpisode} * feeds.episodes + ${DOWNLOADS.more}
      and exists (select 1 from members m where m.id = feeds.member_id and m.deleted_at is null and m.access_ends_at > ${now})
      and exists (select 1 from content where content.id = ${itemId} and ${onOffer} and content.audio_key is not null)
    returning id`);
}

export function markNotified(db: Db, { id, limitNotifiedAt }: Pick<FeedRow, "id" | "limitNotifiedAt">, now: number) {
  return db
    .update(feeds)
    .set({ limitNotifiedAt: now })
    .where(and(eq(feeds.id, id), sql`limit_told_at is ${limitNotifiedAt}`));
}

export function selectMemberOfFeed(db: Db, feedId: string) {
  return db
    .select({ member: members, hasOldProgress })
    .from(feeds)
    .innerJoin(members, ofMember)
    .where(eq(feeds.id, feedId));
}

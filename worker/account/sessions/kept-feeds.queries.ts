import { and, desc, eq, inArray, notInArray, type SQLWrapper } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { feeds } from "#db/schema/feeds.ts";

/** The newest first. */
export function selectNamedFeeds(db: Db, memberId: string) {
  const { id, name } = feeds;
  return db.select({ id, name }).from(feeds).where(eq(feeds.memberId, memberId)).orderBy(desc(feeds.createdAt), id);
}

/** `owner` selects the account's ID while the batch may change it. */
export function deleteFeedsBut(db: Db, owner: SQLWrapper, kept: string[]) {
  return db.delete(feeds).where(and(inArray(feeds.memberId, owner), notInArray(feeds.id, kept)));
}

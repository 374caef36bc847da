import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, favorites } from "#db/schema/content.ts";
import { MAX_FAVORITES } from "#domain/contract/content/browse.ts";
import { isFavoriteOf, isOpen, isShown, type OpenItem } from "./content.queries.ts";

/** Adds nothing if the item isn't open, is a favorite already, or the member sees as many as they may have. */
export function insertFavorite(db: Db, item: OpenItem, now: number) {
  return db.run(sql`
    insert into favorites (member_id, content_id, added_at)
    select ${item.memberId}, content.id, ${now} from content
    where ${isOpen(item)} and ${MAX_FAVORITES} > (select count(*) from favorites join content on content.id = content_id
      where member_id = ${item.memberId} and ${isShown(item)})
    on conflict do nothing`);
}

export function deleteFavorite(db: Db, item: OpenItem) {
  const ids = db.select({ id: content.id }).from(content).where(isOpen(item));
  return db.delete(favorites).where(and(eq(favorites.memberId, item.memberId), sql`${favorites.contentId} in ${ids}`));
}

/** Whether an open item is a favorite; no row if it isn't open. */
export function selectFavorite(db: Db, item: OpenItem) {
  return db
    .select({ id: content.id, isFavorite: isFavoriteOf(item.memberId) })
    .from(content)
    .where(isOpen(item));
}

import { and, eq, like, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, media } from "#db/schema/content.ts";

/** The ID prefix marks seeded sessions, so the seed never touches an administrator's. */
export const SEED_PREFIX = "seed-";

export type SeedItem = typeof content.$inferInsert;

export function insertMissingItem(db: Db, item: SeedItem) {
  return db.insert(content).values(item).onConflictDoNothing();
}

/** Schedules seeded drafts that no one has edited and whose day is near. */
export function scheduleCloseDrafts(db: Db, before: string) {
  return db
    .update(content)
    .set({ status: "scheduled" })
    .where(
      and(
        like(content.id, `${SEED_PREFIX}%`),
        eq(content.status, "draft"),
        sql`updated_at = created_at`,
        lt(content.date, before),
      ),
    );
}

export function insertMissingMedium(db: Db, row: typeof media.$inferInsert) {
  return db.insert(media).values(row).onConflictDoNothing();
}

import { and, eq, like, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, media } from "#db/schema/content.ts";

/** Seeded items are known by their id, so that nothing an administrator made is ever touched. */
export const SEED_PREFIX = "seed-";

export type SeedItem = typeof content.$inferInsert;

export async function insertMissingItems(db: Db, items: SeedItem[]): Promise<void> {
  for (const item of items) await db.insert(content).values(item).onConflictDoNothing();
}

/** Seeded drafts that nobody has edited and that are close enough become scheduled. */
export async function scheduleCloseDrafts(db: Db, before: string): Promise<void> {
  await db
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

export async function insertMissingMedium(db: Db, row: typeof media.$inferInsert): Promise<void> {
  await db.insert(media).values(row).onConflictDoNothing();
}

import { and, eq, isNull, like, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";
import { members } from "#db/schema/members.ts";
import type { NewMember } from "#worker/members/member.ts";

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

export async function findMemberByKey(db: Db, emailKey: string) {
  return db
    .select()
    .from(members)
    .where(and(eq(members.emailKey, emailKey), isNull(members.deletedAt)))
    .get();
}

export async function insertMember(db: Db, member: NewMember): Promise<void> {
  await db.insert(members).values(member);
}

export async function restoreMembership(db: Db, id: string, change: Partial<NewMember>): Promise<void> {
  await db.update(members).set(change).where(eq(members.id, id));
}

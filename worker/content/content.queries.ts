import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import type { ContentRow, NewContent } from "./content-row.ts";

/** The clock furthest ahead on Earth: no member's day is later than this. */
const FIRST_ZONE = "Pacific/Kiritimati";
/** More days than members' todays can differ by, so one of them is live for everyone. */
const NEWEST_DATES = 4;

const columns = {
  ...getTableColumns(content),
  emailSent:
    sql<boolean>`exists (select 1 from wake_up_batches where wake_up_batches.local_date = content.date and wake_up_batches.state = 'sent')`.mapWith(
      Boolean,
    ),
};

const onOffer = and(ne(content.status, "draft"), eq(content.hidden, false), gte(content.date, LAUNCH_DATE));

export async function listContentBetween(db: Db, from: string, before: string): Promise<ContentRow[]> {
  return db
    .select(columns)
    .from(content)
    .where(and(gte(content.date, from), lt(content.date, before)))
    .orderBy(asc(content.date));
}

export async function listAllContent(db: Db): Promise<ContentRow[]> {
  return db.select(columns).from(content).orderBy(desc(content.date));
}

/** @param ref the item's date or its id */
export async function findContent(db: Db, ref: string): Promise<ContentRow | undefined> {
  return db
    .select(columns)
    .from(content)
    .where(or(eq(content.date, ref), eq(content.id, ref)))
    .get();
}

export async function findContentOnDates(db: Db, dates: string[]): Promise<ContentRow[]> {
  return db.select(columns).from(content).where(inArray(content.date, dates));
}

/** The newest dates with content on offer up to the latest today on Earth, newest first. */
export async function findNewestLiveDates(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, lte(content.date, dateIn(FIRST_ZONE, now))))
    .orderBy(desc(content.date))
    .limit(NEWEST_DATES);
  return rows.map((row) => row.date);
}

/** Every date with content on offer up to the latest today on Earth. */
export async function listLiveDates(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, lte(content.date, dateIn(FIRST_ZONE, now))));
  return rows.map((row) => row.date);
}

export function insertContent(db: Db, row: NewContent) {
  return db.insert(content).values(row).onConflictDoNothing({ target: content.date }).returning({ id: content.id });
}

export function updateContentRow(db: Db, id: string, change: Partial<NewContent>) {
  return db.update(content).set(change).where(eq(content.id, id)).returning({ id: content.id });
}

export function countPublished(db: Db) {
  return db.select({ count: sql<number>`count(*)` }).from(content).where(eq(content.status, "published"));
}

/** Scheduled items turn published once their date has begun in every zone on Earth (UTC-12 is the last). */
export function publishBegunContent(db: Db, now: number) {
  const begunEverywhere = new Date(now - 12 * 3_600_000).toISOString().slice(0, 10);
  // A literal, since SQLite uses the partial index only when it can see the condition.
  return db
    .update(content)
    .set({ status: "published" })
    .where(and(sql`status = 'scheduled'`, lte(content.date, begunEverywhere)));
}

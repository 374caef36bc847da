import { and, asc, between, desc, eq, getTableColumns, gte, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import type { NewContent } from "./content-item.ts";

/** The clock furthest ahead on Earth: no member's day is later than this. */
const FIRST_ZONE = "Pacific/Kiritimati";
/** More days than members' todays can differ by, so one of them is live for everyone. */
const NEWEST_DATES = 4;

// Asked of batches, which are a hundredth of the deliveries.
const emailSent = sql<boolean>`exists (
  select 1 from wake_up_batches b where b.local_date = content.date and b.state = 'sent')`.mapWith(Boolean);

const columns = { ...getTableColumns(content), emailSent };

const onOffer = and(ne(content.status, "draft"), eq(content.hidden, false), gte(content.date, LAUNCH_DATE));

export function selectContentBetween(db: Db, from: string, before: string) {
  return db
    .select(columns)
    .from(content)
    .where(and(gte(content.date, from), lt(content.date, before)))
    .orderBy(asc(content.date));
}

export function selectAllContent(db: Db) {
  return db.select(columns).from(content).orderBy(desc(content.date));
}

/** @param ref the item's date or its id */
export function selectContent(db: Db, ref: string) {
  return db
    .select(columns)
    .from(content)
    .where(or(eq(content.date, ref), eq(content.id, ref)));
}

export function selectContentOnDates(db: Db, dates: string[]) {
  return db.select(columns).from(content).where(inArray(content.date, dates));
}

/** The newest dates with content on offer up to the latest today on Earth, newest first. */
export function selectNewestLiveDates(db: Db, now: number) {
  return selectLiveDates(db, now).orderBy(desc(content.date)).limit(NEWEST_DATES);
}

/** Every date with content on offer up to the latest today on Earth. */
export function selectLiveDates(db: Db, now: number) {
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, lte(content.date, dateIn(FIRST_ZONE, now))));
}

/** The dates with content on offer from one day through another: items that are live on their own date. */
export function selectDatesOnOffer(db: Db, from: string, through: string) {
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, between(content.date, from, through)));
}

/** Answers no row when the date is taken. */
export function insertContent(db: Db, row: NewContent) {
  return db.insert(content).values(row).onConflictDoNothing({ target: content.date }).returning();
}

export function updateContentRow(db: Db, id: string, change: Partial<NewContent>) {
  return db.update(content).set(change).where(eq(content.id, id)).returning();
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

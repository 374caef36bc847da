import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, progress } from "#db/schema/content.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { type ContentStatus, LAUNCH_DATE } from "#domain/rules/release.ts";

/** The clock furthest ahead on Earth: no member's day is later than this. */
const FIRST_ZONE = "Pacific/Kiritimati";
/** More days than members' todays can differ by, so one of them is live for everyone. */
const NEWEST_DATES = 4;

// Asked of the counts of the date's slots, which are kept when batches and deliveries have gone. Before an item was written a fallback
// may have woken its date: those mails are none of its own.
export const emailSent = sql<boolean>`exists (
  select 1 from wake_up_counts w where w.local_date = content.date and w.sent > 0
    and (w.slot_at >= content.created_at or not exists (
      select 1 from fallback_mornings f where f.date = content.date and f.decided_at <= content.created_at)))`.mapWith(
  Boolean,
);

const { transcript, ...shortColumns } = getTableColumns(content);
/** All but the long text. */
export const columns = { ...shortColumns, emailSent };

/** A literal, so that SQLite sees the condition of the index by date. */
export const isKept = sql`content.deleted_at is null`;

/** Not deleted, not a draft, not hidden, not before the launch: live once its date is released. */
export const onOffer = and(
  isKept,
  ne(content.status, "draft"),
  eq(content.hidden, false),
  gte(content.date, LAUNCH_DATE),
);

/** What a morning's mail leads to: `sentId` is the fallback that the mail names, null where it is of its date. */
export type MorningRef = { morning: string; sentId: string | null };
/** An item's date or its id, or an expression for one of them. */
type OwnRef = string | SQL;
/** The same, or the item of a morning. */
export type ItemRef = OwnRef | MorningRef;

/**
 * The item that the mail of a morning names, as long as it is on offer; else the date's own, else what stands in its place. An id
 * that no mail of the morning can have named counts for nothing.
 */
function idOfMorning({ morning, sentId }: MorningRef): SQL {
  const fallback = (condition: SQL) => sql`(select content.id from fallback_mornings f cross join content
    where f.date = ${morning} and ${condition} and ${onOffer})`;
  const isSent = sql`content.id = ${sentId} and (f.content_id = content.id or instr(f.earlier, json_quote(content.id)))`;
  const own = sql`(select content.id from content where content.date = ${morning} and ${onOffer})`;
  return sql`coalesce(${sentId === null ? sql`null` : fallback(isSent)}, ${own}, ${fallback(sql`content.id = f.content_id`)})`;
}

/** The condition stands on both sides of the "or": its left side has the index by it. */
export function isItem(ref: ItemRef) {
  if (typeof ref !== "string" && "morning" in ref) return and(eq(content.id, idOfMorning(ref)), isKept);
  return and(or(and(eq(content.date, ref), isKept), eq(content.id, ref)), isKept);
}

function progressOf(memberId: string) {
  return and(eq(progress.contentId, content.id), eq(progress.memberId, memberId));
}

/** The items of a range of dates, each with the member's progress or null. */
export function selectContentBetween(db: Db, memberId: string, { from, before }: { from: string; before: string }) {
  return db
    .select({ item: columns, progress })
    .from(content)
    .leftJoin(progress, progressOf(memberId))
    .where(and(isKept, gte(content.date, from), lt(content.date, before)))
    .orderBy(asc(content.date));
}

export function selectContent(db: Db, ref: ItemRef) {
  return db.select(columns).from(content).where(isItem(ref));
}

/** The item of the day after another's. @param ref the other's date or its id */
export function selectDayAfter(db: Db, ref: OwnRef) {
  const dayAfter = sql`(select date(c.date, '+1 day') from content c where (c.date = ${ref} or c.id = ${ref}) and c.deleted_at is null)`;
  return db
    .select(columns)
    .from(content)
    .where(and(eq(content.date, dayAfter), isKept));
}

/** An item with its transcript and a member's progress; the administrator is a member of no id. */
export function selectOpenedContent(db: Db, ref: ItemRef, memberId: string | null) {
  return db
    .select({ item: columns, transcript, progress })
    .from(content)
    .leftJoin(progress, progressOf(memberId ?? ""))
    .where(isItem(ref));
}

export function selectContentOnDates(db: Db, dates: string[]) {
  return db
    .select(columns)
    .from(content)
    .where(and(isKept, inArray(content.date, dates)));
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

/** The last day that has begun in every zone on Earth (UTC-12 is the last). */
function begunEverywhere(now: number): string {
  return new Date(now - 12 * HOUR_MS).toISOString().slice(0, 10);
}

/**
 * Months with items on offer: counted where they are live for everyone (`date` is null), one by one where that depends on
 * the member's day and plan.
 */
export function selectMonths(db: Db, memberId: string, now: number) {
  const date = sql<string | null>`iif(${content.date} <= ${begunEverywhere(now)}, null, ${content.date})`;
  return db
    .select({
      month: sql<string>`substr(${content.date}, 1, 7)`.as("month"),
      date: date.as("open_date"),
      status: sql<ContentStatus>`min(${content.status})`,
      total: count(),
      completed: count(progress.completedDate),
    })
    .from(content)
    .leftJoin(progress, progressOf(memberId))
    .where(onOffer)
    .groupBy(sql`month`, sql`open_date`)
    .orderBy(sql`month`);
}

/**
 * Items whose title may hold a folded text (domain/rules/text.ts), newest first; some are released to few or nobody yet. SQLite folds
 * ASCII alone, so every title with other letters is among them, for the caller to look at.
 */
export function selectMatches(db: Db, { memberId, folded, now }: { memberId: string; folded: string; now: number }) {
  return db
    .select({
      id: content.id,
      date: content.date,
      title: content.title,
      completed: sql`${progress.completedDate} is not null`.mapWith(Boolean),
    })
    .from(content)
    .leftJoin(progress, progressOf(memberId))
    .where(
      and(
        onOffer,
        lte(content.date, addDays(dateIn(FIRST_ZONE, now), 1)),
        // Not LIKE: D1 refuses its patterns beyond 50 bytes.
        sql`(instr(lower(${content.title}), ${folded}) > 0 or length(${content.title}) < length(cast(${content.title} as blob)))`,
      ),
    )
    .orderBy(desc(content.date));
}

/** Scheduled items turn published once their date has begun everywhere. */
export function publishBegunContent(db: Db, now: number) {
  // A literal, since SQLite uses the partial index only when it can see the condition.
  return db
    .update(content)
    .set({ status: "published" })
    .where(and(sql`status = 'scheduled'`, isKept, lte(content.date, begunEverywhere(now))));
}

import {
  and,
  asc,
  between,
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
import { content } from "#db/schema/content.ts";
import { progress } from "#db/schema/progress.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { type ContentStatus, LAUNCH_DATE } from "#domain/rules/release.ts";

/** The zone furthest ahead: no member's local date is later. */
export const FIRST_ZONE = "Pacific/Kiritimati";
/** More days than members' local dates can differ by, so at least one is live for everyone. */
const NEWEST_DATES = 4;

// Slot counts outlive batches and deliveries. A fallback's emails from before the item was written don't count as the item's.
export const emailSent = sql<boolean>`exists (
  select 1 from wake_up_counts w where w.local_date = content.date and w.sent > 0
    and (w.slot_at >= content.created_at or not exists (
      select 1 from fallback_mornings f where f.date = content.date and f.decided_at <= content.created_at)))`.mapWith(
  Boolean,
);

const { transcript, ...shortColumns } = getTableColumns(content);
export const columns = { ...shortColumns, emailSent };

/** Literal SQL, so SQLite can match the partial index by date. */
export const isNotDeleted = sql`content.deleted_at is null`;

/**
 * Items that are live once their date is released: not deleted, not a draft, not hidden, not before the launch. The plus keeps SQLite
 * from reading the index from the launch on when another condition asks for later dates.
 */
export const onOffer = and(
  isNotDeleted,
  ne(content.status, "draft"),
  eq(content.hidden, false),
  sql`+${content.date} >= ${LAUNCH_DATE}`,
);

/** The item behind a morning's email. `sentId` is the fallback that the email names; null if it was the date's own item. */
export type MorningRef = { morning: string; sentId: string | null };
type OwnRef = string | SQL;
export type ItemRef = OwnRef | MorningRef;

/** Picks the item that the morning's email named if it's available, else the date's own or the fallback. Ignores IDs no email can have named. */
function idOfMorning({ morning, sentId }: MorningRef): SQL {
  const fallback = (condition: SQL) => sql`(select content.id from fallback_mornings f cross join content
    where f.date = ${morning} and ${condition} and ${onOffer})`;
  const isSent = sql`content.id = ${sentId} and (f.content_id = content.id or instr(f.earlier, json_quote(content.id)))`;
  const own = sql`(select content.id from content where content.date = ${morning} and ${onOffer})`;
  return sql`coalesce(${sentId === null ? sql`null` : fallback(isSent)}, ${own}, ${fallback(sql`content.id = f.content_id`)})`;
}

/** The `isNotDeleted` inside the "or" lets SQLite use the partial index for the date. */
export function isItem(ref: ItemRef) {
  if (typeof ref !== "string" && "morning" in ref) return and(eq(content.id, idOfMorning(ref)), isNotDeleted);
  return and(or(and(eq(content.date, ref), isNotDeleted), eq(content.id, ref)), isNotDeleted);
}

/** The date of completion in a row `p` of progress. */
export const completedDate = sql.raw("date(p.completed_day * 86400, 'unixepoch')");
/** A date as the number that `completed_day` holds. */
export const dayOf = (date: SQL | string) => sql`unixepoch(${date}) / 86400`;

export function progressOf(memberId: string) {
  return and(eq(progress.contentNumber, content.number), eq(progress.memberId, memberId));
}

export const isFavoriteOf = (memberId: string | null) =>
  sql`exists (select 1 from favorites f where f.member_id = ${memberId} and f.content_id = content.id)`.mapWith(
    Boolean,
  );

export function selectContentBetween(db: Db, memberId: string, { from, before }: { from: string; before: string }) {
  return db
    .select({ item: columns, progress })
    .from(content)
    .leftJoin(progress, progressOf(memberId))
    .where(and(isNotDeleted, gte(content.date, from), lt(content.date, before)))
    .orderBy(asc(content.date));
}

export function selectContent(db: Db, ref: ItemRef) {
  return db.select(columns).from(content).where(isItem(ref));
}

export function selectDayAfter(db: Db, ref: OwnRef) {
  const dayAfter = sql`(select date(content.date, '+1 day') from content where ${isItem(ref)})`;
  return db
    .select(columns)
    .from(content)
    .where(and(eq(content.date, dayAfter), isNotDeleted));
}

/** An item with its transcript and the member's own parts. A null `memberId` (administrator) finds none of those. */
export function selectOpenedContent(db: Db, ref: ItemRef, memberId: string | null) {
  return db
    .select({ item: columns, transcript, progress, isFavorite: isFavoriteOf(memberId) })
    .from(content)
    .leftJoin(progress, progressOf(memberId ?? ""))
    .where(isItem(ref));
}

export function selectContentOnDates(db: Db, dates: string[]) {
  return db
    .select(columns)
    .from(content)
    .where(and(isNotDeleted, inArray(content.date, dates)));
}

/** Newest first, up to the latest local date on Earth. */
export function selectNewestLiveDates(db: Db, now: number) {
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, lte(content.date, dateIn(FIRST_ZONE, now))))
    .orderBy(desc(content.date))
    .limit(NEWEST_DATES);
}

export function selectDatesOnOffer(db: Db, from: string, through: string) {
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, between(content.date, from, through)));
}

/** Dates whose session members can't open: a draft, or hidden. */
export function selectUnpublishedDates(db: Db, from: string, through: string) {
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(isNotDeleted, sql`not ${onOffer}`, between(content.date, from, through)))
    .orderBy(content.date);
}

/** The last date that has begun in every zone on Earth (UTC-12 comes last). */
const startedEverywhere = (now: number): string => new Date(now - 12 * HOUR_MS).toISOString().slice(0, 10);

/** A month's items on offer, or one of them: from the open month on, what's released depends on the member's day and plan. */
type MonthPart = { month: string; date: string | null; status: ContentStatus; items: number };

/** Reads a row a month, and one an item of the month that hasn't ended everywhere and of later ones. */
export function selectMonths(db: Db, now: number) {
  const open = monthOf(startedEverywhere(now));
  return db.all<MonthPart>(sql`
    select month, null as date, 'published' as status, items from content_months where month < ${open} and items > 0
    union all
    select substr(content.date, 1, 7), content.date, content.status, 1 from content where ${onOffer} and content.date >= ${open}
    order by month`);
}

/** A member's completed items on offer, by month as above. Reads two rows for each. */
export function countCompletedByMonth(db: Db, memberId: string, now: number) {
  const open = monthOf(startedEverywhere(now));
  return db.all<{ month: string; date: string | null; completed: number }>(sql`
    select substr(content.date, 1, 7) as month, iif(content.date < ${open}, null, content.date) as date, count(*) as completed
    from member_progress p join content on content.number = p.content_number
    where p.member_id = ${memberId} and p.completed_day is not null and ${onOffer}
    group by 1, 2`);
}

export function publishBegunContent(db: Db, now: number) {
  // Literal SQL, so SQLite can match the partial index.
  return db
    .update(content)
    .set({ status: "published" })
    .where(and(sql`status = 'scheduled'`, isNotDeleted, lte(content.date, startedEverywhere(now))));
}

/** An item of a member; `through` is the last date they may open. */
export type OpenItem = { memberId: string; ref: ItemRef; through: string };

export const isShown = ({ through }: OpenItem) => and(onOffer, lte(content.date, through));
export const isOpen = (item: OpenItem) => and(isItem(item.ref), isShown(item));

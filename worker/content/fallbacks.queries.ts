import { asc, between, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, fallbackMornings } from "#db/schema/content.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { type Fallback, REPEAT_DAYS } from "#domain/rules/fallbacks.ts";
import { columns, isNotDeleted, onOffer, selectDatesOnOffer } from "./content.queries.ts";
import type { ContentRow } from "./content-item.ts";

export const EMPTY_MORNINGS = "empty-mornings";

export type ChosenFallback = Fallback & { title: string; isOnOffer: number };

/** The administrator's chosen fallbacks, in order; none if the setting is to send nothing. */
export function selectFallbacks(db: Db) {
  return db.all<ChosenFallback>(sql`
    select content.id, content.date, content.title, ${onOffer} as "isOnOffer"
    from settings s
    cross join json_each(iif(s.value ->> 'mode' = 'fallback', s.value, '{}'), '$.contentIds') j
    cross join content on content.id = j.value
    where s.key = ${EMPTY_MORNINGS} order by j.key`);
}

/** Decided fallbacks in a date range, plus those close enough that an item mustn't repeat. */
export function selectFallbackMornings(db: Db, from: string, through: string) {
  const { date, contentId, earlier } = fallbackMornings;
  return db
    .select({ date, contentId, earlier })
    .from(fallbackMornings)
    .where(between(date, addDays(from, -REPEAT_DAYS), addDays(through, REPEAT_DAYS)))
    .orderBy(asc(date));
}

/** Everything needed to work out which dates in a range wake members (`emptyMornings` in fallbacks.ts). */
export function selectMornings(db: Db, from: string, through: string) {
  return [
    selectDatesOnOffer(db, from, through),
    selectFallbacks(db),
    selectFallbackMornings(db, from, through),
  ] as const;
}

type Decision = { date: string; contentId: string; instead: string | null; now: number };

/** Records a date's fallback once, or replaces `instead`. Writes nothing if a date within 14 days has taken the item meanwhile. */
export function decideFallback(db: Db, { date, contentId, instead, now }: Decision) {
  const isNear = sql`other.date <> ${date}
    and other.date between ${addDays(date, -REPEAT_DAYS)} and ${addDays(date, REPEAT_DAYS)}`;
  return db.run(sql`
    insert into fallback_mornings (date, content_id, decided_at)
    select ${date}, ${contentId}, ${now}
    where not exists (
      select 1 from fallback_mornings other
      where ${isNear} and (other.content_id = ${contentId} or instr(other.earlier, json_quote(${contentId}))))
    on conflict (date) do update set content_id = excluded.content_id, decided_at = excluded.decided_at,
      earlier = json_insert(earlier, '$[#]', content_id)
    where content_id = ${instead}`);
}

export function selectContentByIds(db: Db, ids: string[]) {
  return db
    .select(columns)
    .from(content)
    .where(sql`${isNotDeleted} and ${inArray(content.id, ids)}`);
}

export function selectSetting(db: Db) {
  return db.all<{ value: string; version: number }>(sql`
    select value, version from settings where key = ${EMPTY_MORNINGS}`);
}

type ChosenRow = Pick<ContentRow, "id" | "date" | "title" | "status"> & { hidden: number; isDeleted: number };

/** The chosen items in order, including deleted, hidden, and draft ones. */
export function selectChosen(db: Db) {
  return db.all<ChosenRow>(sql`
    select c.id, c.date, c.title, c.status, c.hidden, c.deleted_at is not null as "isDeleted"
    from settings s cross join json_each(s.value, '$.contentIds') j cross join content c on c.id = j.value
    where s.key = ${EMPTY_MORNINGS} order by j.key`);
}

export function selectReleasedAmong(db: Db, ids: string[], today: string) {
  return db.all<{ id: string; date: string }>(sql`
    select content.id, content.date from json_each(${JSON.stringify(ids)}) j cross join content on content.id = j.value
    where ${onOffer} and content.date <= ${today}`);
}

/** Released items whose title contains the text, newest first. Ignores case for ASCII letters only. */
export function selectChoices(db: Db, { text, today }: { text: string; today: string }, limit: number) {
  // Not LIKE: D1 rejects patterns over 50 bytes.
  return db.all<{ id: string; date: string; title: string }>(sql`
    select content.id, content.date, content.title from content
    where ${onOffer} and content.date <= ${today} and instr(lower(content.title), lower(${text})) > 0
    order by content.date desc limit ${limit}`);
}

/** Returns no row if the setting's version is no longer the one given. */
export function updateSetting(db: Db, { value, version, now }: { value: object; version: number; now: number }) {
  return db.all<{ version: number }>(sql`
    insert into settings (key, value, version, updated_at)
    values (${EMPTY_MORNINGS}, ${JSON.stringify(value)}, 1, ${now})
    on conflict (key) do update set value = excluded.value, version = settings.version + 1, updated_at = excluded.updated_at
    where settings.version = ${version}
    returning version`);
}

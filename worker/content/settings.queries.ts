import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { onOffer } from "./content.queries.ts";
import type { ContentRow } from "./content-item.ts";
import { EMPTY_MORNINGS } from "./fallbacks.queries.ts";

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

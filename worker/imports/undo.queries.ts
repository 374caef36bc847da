import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { StayReason } from "#domain/rules/imports.ts";
import { stayReason } from "../account/invitations/untouched.queries.ts";

/** Why an account stays when its import is undone; null if it doesn't. Unlike a purge, an undo is only for people who weren't invited. */
const undoneStays: SQL = sql`coalesce(${stayReason}, case when i.invited_at is not null or exists (
  select 1 from auth_tokens t where t.member_id = m.id) then 'invited' end)`;

/** The import's accounts, of these members, that go. */
export function removableOf(importId: string, ids?: string[]): SQL {
  const among = ids ? sql`and i.member_id in (select value from json_each(${JSON.stringify(ids)}))` : sql``;
  return sql`
    select i.member_id from invitations i cross join members m on m.id = i.member_id
    where i.import_id = ${importId} ${among} and ${undoneStays} is null`;
}

export type Stay = { importId: string; reason: StayReason; accounts: number };

/** What stayed of undone imports, and why. */
export function countStays(db: Db, importIds: string[]) {
  return db.all<Stay>(sql`
    select i.import_id as "importId", ${undoneStays} as reason, count(*) as accounts
    from invitations i cross join members m on m.id = i.member_id
    where i.import_id in (select value from json_each(${JSON.stringify(importIds)})) and ${undoneStays} is not null
    group by 1, 2 order by 3 desc`);
}

/** Why each of these rows' accounts stays. */
export function selectStays(db: Db, importId: string, rows: number[]) {
  return db.all<{ row: number; reason: StayReason }>(sql`
    select i.row, ${undoneStays} as reason from invitations i cross join members m on m.id = i.member_id
    where i.import_id = ${importId} and i.row in (select value from json_each(${JSON.stringify(rows)})) and ${undoneStays} is not null`);
}

export function selectRemovable(db: Db, importId: string, limit: number) {
  return db.all<{ id: string; emailKey: string; isSuppressed: 0 | 1 }>(sql`
    select m.id, m.email_key as "emailKey", m.suppressed_at is not null as "isSuppressed"
    from (${removableOf(importId)} limit ${limit}) r cross join members m on m.id = r.member_id`);
}

export function deleteImportLabels(db: Db, importId: string, ids: string[]) {
  return db.run(sql`delete from member_labels where member_id in (${removableOf(importId, ids)})`);
}

/** Deletes invitations, then the accounts that have none now. */
export function deleteImported(db: Db, importId: string, ids: string[]) {
  return [
    db.run(sql`delete from invitations where member_id in (${removableOf(importId, ids)})`),
    db.run(sql`
      delete from members where id in (select value from json_each(${JSON.stringify(ids)})) and is_unaccepted = 1
        and not exists (select 1 from invitations i where i.member_id = members.id)`),
  ] as const;
}

/** The undo is over: counts the accounts that stay. */
export function endUndo(db: Db, id: string) {
  return db.run(sql`
    update imports set state = 'undone', lease_until = 0, created = (select count(*) from invitations where import_id = ${id})
    where id = ${id} and state = 'undoing'`);
}

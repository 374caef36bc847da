import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/** Tables with rows of a member besides those that an import creates. Who has one in any of them stays. */
export const OTHER_TRACES = [
  "auth_tokens",
  "checkouts",
  "consents",
  "favorites",
  "feeds",
  "gifts",
  "member_notes",
  "member_progress",
  "payments",
  "progress",
  "sessions",
  "subscriptions",
  "wake_up_plans",
] as const;

/** The import's accounts, of these members, that no one has invited, logged in to, or done anything with. */
export function removableOf(importId: string, ids?: string[]): SQL {
  const traces = OTHER_TRACES.map(
    (table) => sql`not exists (select 1 from ${sql.identifier(table)} t where t.member_id = i.member_id)`,
  );
  const among = ids ? sql`and i.member_id in (select value from json_each(${JSON.stringify(ids)}))` : sql``;
  return sql`
    select i.member_id from invitations i join members m on m.id = i.member_id
    where i.import_id = ${importId} and i.invited_at is null and i.accepted_at is null and m.is_unaccepted = 1 ${among}
      and ${sql.join(traces, sql` and `)}
      and not exists (select 1 from access_grants g where g.member_id = i.member_id and g.source <> 'import')`;
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

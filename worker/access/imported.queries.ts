import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import type { SuppressionReason } from "#domain/rules/mail-events.ts";

/** A person of an import's slice. `id` is new for each attempt, so only rows that this batch creates have it. */
export type NewImported = {
  id: string;
  row: number;
  email: string;
  emailKey: string;
  addressHash: string;
  firstName: string | null;
  lastName: string | null;
  wakeUpHour: number;
  timezone: string;
  joinedAt: number | null;
  grantId: string;
  plan: GrantPlan;
  until: number | null;
  /** It bounced or complained where they came from. */
  suppression: SuppressionReason | null;
};

/** A field of the person in `json_each` row `r`. */
export const importedField = (name: keyof NewImported) => sql`(r.value ->> ${sql.raw(`'$.${name}'`)})`;

/** Whether an address has an open account, a closed one whose data is still here, or gets no email. */
export const isKnownKey = (key: SQL) =>
  sql`exists (select 1 from members k where k.email_key = ${key} and k.deleted_at is null)`;
export const isClosedKey = (key: SQL) =>
  sql`exists (select 1 from members c where c.email_key = ${key} and c.deleted_at is not null and c.purged_at is null)`;
export const isSuppressedHash = (hash: SQL) =>
  sql`exists (select 1 from suppressions s where s.address_hash = ${hash} and s.lifted_at is null)`;

/** Grants the rest of what they paid for elsewhere. */
export function insertImportGrants(db: Db, importId: string, people: NewImported[], now: number) {
  const rows = people.filter(({ until }) => until !== null);
  return db.run(sql`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, created_at)
    select ${importedField("grantId")}, m.id, 'import', ${importId} || ':' || ${importedField("row")}, ${importedField("plan")}, ${now}, ${importedField("until")},
      ${importedField("until")}, ${now}
    from json_each(${JSON.stringify(rows)}) r cross join members m on m.id = ${importedField("id")}
    where true
    on conflict (source, source_id) do nothing`);
}

/** Addresses that bounced or complained where they came from get no email here, either. */
export function insertImportSuppressions(db: Db, people: NewImported[], now: number) {
  const rows = people.filter(({ suppression }) => suppression !== null);
  return db.run(sql`
    insert into suppressions (address_hash, reason, suppressed_at)
    select ${importedField("addressHash")}, ${importedField("suppression")}, ${now}
    from json_each(${JSON.stringify(rows)}) r cross join members m on m.id = ${importedField("id")}
    where true
    on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = excluded.suppressed_at, lifted_at = null`);
}

/** Lifts those of members that an undo removes, so that they can be imported again. */
export function deleteImportSuppressions(db: Db, addressHashes: string[], from: number) {
  return db.run(sql`
    delete from suppressions
    where address_hash in (select value from json_each(${JSON.stringify(addressHashes)})) and suppressed_at >= ${from}`);
}

/** Deletes the imported grants of members that an undo removes. */
export function deleteImportGrants(db: Db, ofRemovable: SQL) {
  return db.run(sql`delete from access_grants where source = 'import' and member_id in (${ofRemovable})`);
}

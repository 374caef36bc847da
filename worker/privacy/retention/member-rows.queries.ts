import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { MemberRows } from "./member-rows.ts";

/** Values for the {placeholders} in a rule's SQL. `days` and `months` are JSON arrays of what may be stored. */
export type Person = {
  id: string;
  emailKey: string;
  addressHash: string;
  now: number;
  /** Days since 1970 that can have deliveries. */
  days: string;
  /** `YYYY-MM` */
  months: string;
};

const NAME = /\{(\w+)\}/;

/** Binds each {placeholder} in a rule's SQL to the person's value. */
function forPerson(text: string, person: Record<string, unknown>): SQL {
  const parts = text
    .split(NAME)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${person[part] as string}`));
  return sql.join(parts);
}

/**
 * Returns the address by which a purge finds rows, or null if another open account has it by now. An address is free once its
 * account is closed, and can't show which of the two gave, bought or opened something.
 */
export function keyToPurge({ id, emailKey }: Pick<Person, "id" | "emailKey">): SQL {
  return sql`(select ${emailKey} where not exists (
    select 1 from members o where o.email_key = ${emailKey} and o.deleted_at is null and o.id <> ${id}))`;
}

/** Allows a purge only in the batch that marked the person as purged, at this very instant. */
function isClaimed({ id, now }: Person): SQL {
  return sql`exists (select 1 from members p where p.id = ${id} and p.purged_at = ${now})`;
}

function columnsOf(values: Record<string, string>, person: Record<string, unknown>): SQL {
  const columns = Object.entries(values).map(
    ([name, value]) => sql`${sql.identifier(name)} = ${forPerson(value, person)}`,
  );
  return sql.join(columns, sql`, `);
}

function isToPurge({ of }: MemberRows, person: Person): SQL {
  return sql`(${forPerson(of, { ...person, emailKey: keyToPurge(person) })}) and ${isClaimed(person)}`;
}

/** Returns the files of the emails a purge deletes. Runs before the statement that deletes their rows, in the same batch. */
export function selectRawKeys(db: Db, rows: MemberRows, person: Person) {
  return db.all<{ key: string }>(sql`
    select raw_key as key from inbound_mails where ${isToPurge(rows, person)} and raw_key is not null`);
}

/** Purges a person's rows in a table as its rule says; null if they stay as they are. */
export function purgeRows(db: Db, table: string, rows: MemberRows, person: Person) {
  const { purge } = rows;
  const told = { ...person, emailKey: keyToPurge(person) };
  const where = isToPurge(rows, person);
  if (purge === "delete") return db.run(sql`delete from ${sql.identifier(table)} where ${where}`);
  if (Object.keys(purge).length === 0) return null;
  return db.run(sql`update ${sql.identifier(table)} set ${columnsOf(purge, told)} where ${where}`);
}

/** Marks a person as purged and clears their own row, if a condition on the alias `m` holds. */
export function claimPurge(db: Db, { purge }: MemberRows, person: Person, isDue: SQL) {
  const values = purge === "delete" ? {} : purge;
  return db.all<{ id: string }>(sql`
    update members as m set ${columnsOf(values, person)}
    where m.id = ${person.id} and m.email_key = ${person.emailKey} and ${isDue} returning id`);
}

export type ShownRow = Record<string, string | number | null>;

/** Names the extra column that holds the value shown instead. */
const standInOf = (column: string) => `shown ${column}`;

/** Returns a person's rows of a table for their export; `toShown` turns them into what the person reads. */
export function selectRows(db: Db, table: string, { of, exported = of, view, shown = {} }: MemberRows, person: Person) {
  const standIns = Object.entries(shown).map(([name, value]) =>
    value === null ? sql`` : sql`, ${forPerson(value, person)} as ${sql.identifier(standInOf(name))}`,
  );
  return db.all<ShownRow>(sql`
    select *${sql.join(standIns)} from ${sql.identifier(view ?? table)} where ${forPerson(exported, person)}`);
}

/** Drops the columns a rule leaves out and applies the values it shows instead. */
export function toShown(row: ShownRow, { shown = {} }: MemberRows): ShownRow {
  const hidden = new Set(
    Object.keys(shown).flatMap((name) => [standInOf(name), ...(shown[name] === null ? [name] : [])]),
  );
  const entries = Object.entries(row).map(
    ([name, value]) => [name, row[standInOf(name)] === undefined ? value : row[standInOf(name)]] as const,
  );
  return Object.fromEntries(entries.filter(([name]) => !hidden.has(name))) as ShownRow;
}

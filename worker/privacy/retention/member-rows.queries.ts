import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { MemberRows } from "./member-rows.ts";

/** Whom a rule's SQL is about; it names these in braces. `days` and `months` are JSON arrays of what can be stored. */
export type Person = {
  id: string;
  emailKey: string;
  addressHash: string;
  now: number;
  /** Days since 1970 of which there can be deliveries. */
  days: string;
  /** `YYYY-MM` */
  months: string;
};

const NAME = /\{(\w+)\}/;

/** A rule's SQL for a person: each name in braces becomes a bound value. */
function forPerson(text: string, person: Record<string, unknown>): SQL {
  const parts = text
    .split(NAME)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${person[part] as string}`));
  return sql.join(parts);
}

/**
 * The address by which a purge finds rows: nothing where another open account has it by now. It is free as soon as an account is
 * closed, and one address tells nobody which of the two has given, bought or opened.
 */
export function keyToPurge({ id, emailKey }: Pick<Person, "id" | "emailKey">): SQL {
  return sql`(select ${emailKey} where not exists (
    select 1 from members o where o.email_key = ${emailKey} and o.deleted_at is null and o.id <> ${id}))`;
}

/** Nothing of a person goes but in the batch of whoever has marked them as purged, at this very instant. */
function isClaimed({ id, now }: Person): SQL {
  return sql`exists (select 1 from members p where p.id = ${id} and p.purged_at = ${now})`;
}

function columnsOf(values: Record<string, string>, person: Record<string, unknown>): SQL {
  const columns = Object.entries(values).map(
    ([name, value]) => sql`${sql.identifier(name)} = ${forPerson(value, person)}`,
  );
  return sql.join(columns, sql`, `);
}

/** Which rows a purge takes. */
function isToPurge({ of }: MemberRows, person: Person): SQL {
  return sql`(${forPerson(of, { ...person, emailKey: keyToPurge(person) })}) and ${isClaimed(person)}`;
}

/** The files of the letters that a purge takes. It stands before that of their rows, in the same batch. */
export function selectRawKeys(db: Db, rows: MemberRows, person: Person) {
  return db.all<{ key: string }>(sql`
    select raw_key as key from inbound_mails where ${isToPurge(rows, person)} and raw_key is not null`);
}

/** Takes a person's rows of a table, as its rule says; null where they stay as they are. */
export function purgeRows(db: Db, table: string, rows: MemberRows, person: Person) {
  const { purge } = rows;
  const told = { ...person, emailKey: keyToPurge(person) };
  const where = isToPurge(rows, person);
  if (purge === "delete") return db.run(sql`delete from ${sql.identifier(table)} where ${where}`);
  if (Object.keys(purge).length === 0) return null;
  return db.run(sql`update ${sql.identifier(table)} set ${columnsOf(purge, told)} where ${where}`);
}

/** Marks a person as purged, and takes what their own row holds, as long as a condition on the alias `m` holds. */
export function claimPurge(db: Db, { purge }: MemberRows, person: Person, isDue: SQL) {
  const values = purge === "delete" ? {} : purge;
  return db.all<{ id: string }>(sql`
    update members as m set ${columnsOf(values, person)}
    where m.id = ${person.id} and m.email_key = ${person.emailKey} and ${isDue} returning id`);
}

export type ShownRow = Record<string, string | number | null>;

/** What stands for a column, under a name of its own beside it. */
const standInOf = (column: string) => `shown ${column}`;

/** The rows of a person in a table that their export shows. `toShown` makes of them what that person reads. */
export function selectRows(db: Db, table: string, { of, exported = of, view, shown = {} }: MemberRows, person: Person) {
  const standIns = Object.entries(shown).map(([name, value]) =>
    value === null ? sql`` : sql`, ${forPerson(value, person)} as ${sql.identifier(standInOf(name))}`,
  );
  return db.all<ShownRow>(sql`
    select *${sql.join(standIns)} from ${sql.identifier(view ?? table)} where ${forPerson(exported, person)}`);
}

/** A row without what its rule leaves out, and with what it says instead. */
export function toShown(row: ShownRow, { shown = {} }: MemberRows): ShownRow {
  const hidden = new Set(
    Object.keys(shown).flatMap((name) => [standInOf(name), ...(shown[name] === null ? [name] : [])]),
  );
  const entries = Object.entries(row).map(
    ([name, value]) => [name, row[standInOf(name)] === undefined ? value : row[standInOf(name)]] as const,
  );
  return Object.fromEntries(entries.filter(([name]) => !hidden.has(name))) as ShownRow;
}

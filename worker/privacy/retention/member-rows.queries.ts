import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/** The member a rule is applied to. `emailKey` is SQL in a purge (`keyToPurge`). */
export type Person = {
  id: string;
  emailKey: string | SQL;
  addressHash: string;
  now: number;
  /** JSON array of the days since 1970 that can have deliveries. */
  days: string;
  /** JSON array of the months (`YYYY-MM`) that can have counts. */
  months: string;
};

export type Columns = Record<string, SQL | string | number | null>;

/** A rule for a member's rows in one table. */
export type MemberRows = {
  of: (person: Person) => SQL;
  /** Rows an export shows if they differ from those a purge takes, since not every side may read shared rows. */
  exported?: (person: Person) => SQL;
  /** A purge deletes the rows or sets columns to these values; without it, they stay. */
  purge?: "delete" | ((person: Person) => Columns);
  /** The rows' heading in a member's export. */
  heading: string;
  /** Columns an export leaves out. */
  hidden?: string[];
  /** What an export shows instead of a column's value. */
  shown?: (person: Person) => Record<string, SQL>;
  /** A view an export reads instead of the table: the same rows in words. */
  view?: string;
};

/** Selects the address a purge finds rows by, or null if another open account has it now: rows don't say which of the two they belong to. */
export function keyToPurge({ id, emailKey }: Person): SQL {
  return sql`(select ${emailKey} where not exists (
    select 1 from members o where o.email_key = ${emailKey} and o.deleted_at is null and o.id <> ${id}))`;
}

/** Allows a purge only in the batch that marked the person as purged. */
export function isClaimed({ id, now }: Person): SQL {
  return sql`exists (select 1 from members p where p.id = ${id} and p.purged_at = ${now})`;
}

export function columnsOf(values: Columns): SQL {
  const columns = Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  return sql.join(columns, sql`, `);
}

function isToPurge(of: MemberRows["of"], person: Person): SQL {
  return sql`(${of({ ...person, emailKey: keyToPurge(person) })}) and ${isClaimed(person)}`;
}

/** Returns the files of the emails a purge deletes. Runs in the same batch, before their rows are deleted. */
export function selectRawKeys(db: Db, of: MemberRows["of"], person: Person) {
  return db.all<{ key: string }>(sql`
    select raw_key as key from inbound_mails where ${isToPurge(of, person)} and raw_key is not null`);
}

type PurgedRows = Pick<MemberRows, "of"> & { table: string; purge: NonNullable<MemberRows["purge"]> };

export function purgeRows(db: Db, { table, of, purge }: PurgedRows, person: Person) {
  const rows = sql.identifier(table);
  const where = isToPurge(of, person);
  if (purge === "delete") return db.run(sql`delete from ${rows} where ${where}`);
  return db.run(
    sql`update ${rows} set ${columnsOf(purge({ ...person, emailKey: keyToPurge(person) }))} where ${where}`,
  );
}

export type ShownRow = Record<string, string | number | null>;

/** Prefix of an extra column that holds the value an export shows instead. */
export const STAND_IN = "shown ";

/** Returns a person's rows for their export, with every column and the values shown instead. */
export function selectRows(db: Db, rule: MemberRows & { table: string }, person: Person) {
  const { table, of, exported = of, view = table, shown } = rule;
  const standIns = Object.entries(shown?.(person) ?? {}).map(
    ([name, value]) => sql`, ${value} as ${sql.identifier(STAND_IN + name)}`,
  );
  return db.all<ShownRow>(sql`select *${sql.join(standIns)} from ${sql.identifier(view)} where ${exported(person)}`);
}

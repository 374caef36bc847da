import { DatabaseSync } from "node:sqlite";
import type { D1Migration } from "@cloudflare/vitest-plugin";

type Entry = { type: string; name: string; sql: string };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** SQLite formats the values itself, like its shell's dump. */
function rowsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare("select name from pragma_table_info(?)").all(table);
  const names = columns.map(({ name }) => quoted(String(name)));
  const values = names.map((name) => `quote(${name})`).join(` || ', ' || `);
  const rows = database.prepare(`select ${values} as row from ${quoted(table)}`).all();
  return rows.map(({ row }) => `insert into ${quoted(table)} (${names.join(", ")}) values (${row})`);
}

/**
 * SQL that gives an empty database the result of all migrations, with the rows that migrations write and D1's table of
 * migrations. Triggers come last, so that they don't count the rows again.
 */
export function schemaOf(migrations: D1Migration[]): string {
  const database = new DatabaseSync(":memory:");
  database.exec(
    "create table d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)",
  );
  for (const { name, queries } of migrations) {
    for (const query of queries) database.exec(query);
    database.prepare("insert into d1_migrations (name) values (?)").run(name);
  }
  const entries = database
    .prepare(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid",
    )
    .all() as Entry[];
  const rows = entries.filter(({ type }) => type === "table").flatMap(({ name }) => rowsOf(database, name));
  database.close();
  const sqlOf = (...types: string[]) => entries.filter(({ type }) => types.includes(type)).map(({ sql }) => sql);
  return [...sqlOf("table", "index"), ...rows, ...sqlOf("view", "trigger")].join(";\n");
}

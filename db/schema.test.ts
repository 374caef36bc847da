import { env } from "cloudflare:workers";
import { getTableColumns } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { SCHEMA_TABLES } from "#test/worker/schema-tables.ts";

type Column = { name: string; type: string; notnull: number };

async function namesIn(sql: string): Promise<string[]> {
  const { results } = await env.DB.prepare(sql).all<{ name: string }>();
  return results.map((row) => row.name);
}

test.for(SCHEMA_TABLES.map((table) => [getTableConfig(table).name, table] as const))(
  "the migrations create table %s as the schema defines it",
  async ([name, table]) => {
    const { results } = await env.DB.prepare(
      `select name, type, "notnull" from pragma_table_xinfo('${name}')`,
    ).all<Column>();
    const columns = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    const made = results.map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      notNull: column.notnull === 1,
    }));
    expect(made.toSorted(byName)).toEqual(columns.toSorted(byName));
  },
);

test("the migrations create exactly the tables and indexes in the schema", async () => {
  const configs = SCHEMA_TABLES.map((table) => getTableConfig(table));
  const isOurs = "name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name <> 'd1_migrations'";
  const made = await namesIn(`select name from sqlite_schema where type = 'table' and ${isOurs}`);
  expect(made.toSorted()).toEqual(configs.map((config) => config.name).toSorted());
  const uniqueColumns = configs.flatMap(({ name, columns }) =>
    columns.filter((column) => column.isUnique).map((column) => `${name}_${column.name}_unique`),
  );
  const indexes = [...configs.flatMap((config) => config.indexes.map((index) => index.config.name)), ...uniqueColumns];
  expect((await namesIn(`select name from sqlite_schema where type = 'index' and ${isOurs}`)).toSorted()).toEqual(
    indexes.toSorted(),
  );
});

import { env } from "cloudflare:workers";
import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as audit from "#db/schema/audit.ts";
import * as auth from "#db/schema/auth.ts";
import * as consents from "#db/schema/consents.ts";
import * as content from "#db/schema/content.ts";
import * as feeds from "#db/schema/feeds.ts";
import * as inbound from "#db/schema/inbound.ts";
import * as incidents from "#db/schema/incidents.ts";
import * as liveEvents from "#db/schema/live-events.ts";
import * as mail from "#db/schema/mail.ts";
import * as mailEvents from "#db/schema/mail-events.ts";
import * as members from "#db/schema/members.ts";
import * as membership from "#db/schema/membership.ts";
import * as movingIn from "#db/schema/moving-in.ts";
import * as payments from "#db/schema/payments.ts";
import * as providerEvents from "#db/schema/provider-events.ts";
import * as settings from "#db/schema/settings.ts";
import * as statistics from "#db/schema/statistics.ts";
import * as uploads from "#db/schema/uploads.ts";
import * as wakeUp from "#db/schema/wake-up.ts";

const tables = [
  audit,
  auth,
  consents,
  content,
  feeds,
  inbound,
  incidents,
  liveEvents,
  mail,
  mailEvents,
  members,
  membership,
  movingIn,
  payments,
  providerEvents,
  settings,
  statistics,
  uploads,
  wakeUp,
]
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable));

type Column = { name: string; type: string; notnull: number };

async function namesIn(sql: string): Promise<string[]> {
  const { results } = await env.DB.prepare(sql).all<{ name: string }>();
  return results.map((row) => row.name);
}

test.for(tables.map((table) => [getTableConfig(table).name, table] as const))(
  "the migrations make the table %s as the schema says",
  async ([name, table]) => {
    const { results } = await env.DB.prepare(
      `select name, type, "notnull" from pragma_table_info('${name}')`,
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

test("the migrations make no table and no index that the schema does not know, nor leave one out", async () => {
  const configs = tables.map((table) => getTableConfig(table));
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

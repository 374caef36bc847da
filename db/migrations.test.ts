import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { notAdditive } from "./additive-migrations.ts";

/** From this migration on, the schema only grows, so that a deploy can be rolled back under a newer schema. */
const GROWS_FROM = "0010";

type Row = Record<string, unknown>;
type Column = { name: string; type: string };
type Table = {
  name: string;
  columns: Column[];
  parents: Map<string, { table: string; column: string }>;
  keys: string[];
};
/** A schema version's tables, parents before their children. */
type Shape = { version: string; tables: Table[]; views: Map<string, string[]> };

const OURS = "name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name <> 'd1_migrations'";
/** Only triggers write these. */
const COUNTED = ["totals", "wake_up_counts", "charged_subscriptions", "content_texts"];

async function rowsOf<T = Row>(sql: string, ...values: unknown[]): Promise<T[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<T>();
  return results;
}

const COLUMNS = "select name, type from pragma_table_info(?)";
const PARENTS = `select "from" as column, "table" as "table", "to" as "to" from pragma_foreign_key_list(?)`;
const KEYS = `select (select group_concat(name) from pragma_index_info(l.name)) || coalesce(' ' || s.sql, '') as key
  from pragma_index_list(?1) l left join sqlite_schema s on s.name = l.name where l."unique" = 1`;

/** Reads all tables in one batch: a query for each would take minutes on a busy machine. */
async function readTables(names: string[]): Promise<Table[]> {
  const answers = await env.DB.batch(
    names.flatMap((name) => [COLUMNS, PARENTS, KEYS].map((sql) => env.DB.prepare(sql).bind(name))),
  );
  return names.map((name, nth) => {
    const of = <T>(index: number) => (answers[3 * nth + index]?.results ?? []) as T[];
    const parents = of<{ column: string; table: string; to: string }>(1);
    return {
      name,
      columns: of<Column>(0),
      parents: new Map(parents.map(({ column, table, to }) => [column, { table, column: to }])),
      keys: of<{ key: string }>(2)
        .map(({ key }) => key.replaceAll(/[`"\s]+/g, " "))
        .toSorted(),
    };
  });
}

async function readShape(version: string): Promise<Shape> {
  const named = (type: string) =>
    rowsOf<{ name: string }>(`select name from sqlite_schema where type = ? and ${OURS} order by name`, type);
  const waiting = await readTables((await named("table")).map(({ name }) => name));
  const tables: Table[] = [];
  const isReady = ({ name, parents }: Table) =>
    [...parents.values()].every(({ table }) => table === name || tables.some((other) => other.name === table));
  for (let next = waiting.find(isReady); next; next = waiting.find(isReady)) {
    tables.push(next);
    waiting.splice(waiting.indexOf(next), 1);
  }
  expect(waiting, "tables that refer to one another").toEqual([]);
  const views = await Promise.all(
    (await named("view")).map(async ({ name }) => {
      const columns = await rowsOf<Column>("select name from pragma_table_info(?)", name);
      return [name, columns.map((column) => column.name)] as const;
    }),
  );
  return { version, tables, views: new Map(views) };
}

/** Columns that must contain JSON or one of a few words. */
const GIVEN: Record<string, string> = {
  member_ids: '["a"]',
  recipients: "[]",
  fields: "{}",
  earlier: "[]",
  "content.status": "published",
  subscription_type: "gift",
  subscription_status: "cancelled",
};

/** A value that no other version has put into this column. Children find it by the name of their parent's column. */
function valueFor(table: string, { name, type }: Column, nth: number): unknown {
  if (!/text/i.test(type)) return 1_000_000 * (nth + 1);
  const given = GIVEN[`${table}.${name}`] ?? GIVEN[name];
  if (given !== undefined) return given;
  if (/(^|_)date$|_on$|^morning$|^month$/.test(name)) return `2026-01-${String(nth + 1).padStart(2, "0")}`;
  return `${name}-${nth}`;
}

const namesOf = (columns: Column[]) => columns.map(({ name }) => `"${name}"`).join(", ");

/** Writes a row with every column set into every table, as code for this schema would. */
async function fill({ tables }: Shape, nth: number): Promise<void> {
  const written = tables.filter(({ name }) => !COUNTED.includes(name));
  await env.DB.batch(
    written.map(({ name, columns, parents }) => {
      const values = columns.map((column) =>
        valueFor(name, { ...column, name: parents.get(column.name)?.column ?? column.name }, nth),
      );
      return env.DB.prepare(
        `insert into ${name} (${namesOf(columns)}) values (${columns.map(() => "?").join(", ")})`,
      ).bind(...values);
    }),
  );
}

/** What migrations renamed and dropped before the schema only grew: migration, table, column. */
const RENAMED_TABLES: Record<string, string> = {
  "0001 strikes": "wake_up_slots",
  "0001 issues": "wake_up_mails",
  "0001 pages": "wake_up_batches",
  "0001 ledger": "wake_up_deliveries",
  "0001 outgoing_mails": "transactional_mails",
  "0001 auth_failures": "attempt_counters",
  "0009 wake_up_deliveries": "old_deliveries",
};
const RENAMED_COLUMNS: Record<string, string> = {
  strike_at: "slot_at",
  generation: "key_version",
  generation_attempts: "key_attempts",
  page_id: "batch_id",
};
const DROPPED_COLUMNS = [
  "0001 issues snapshot",
  "0001 pages first_attempt_at",
  "0003 members session_version",
  "0004 transactional_mails template_version",
];
/** Its two rows became columns of another table; worker/entry/migrations.test.ts checks them. */
const DROPPED_TABLES = ["0001 dispatcher_state"];

async function contentsOf({ tables }: Shape): Promise<Map<string, Row[]>> {
  const found = await env.DB.batch<Row>(tables.map(({ name }) => env.DB.prepare(`select * from ${name}`)));
  return new Map(tables.map(({ name }, nth) => [name, found[nth]?.results ?? []]));
}

function expectKept(version: string, before: Map<string, Row[]>, after: Map<string, Row[]>): void {
  for (const [name, rows] of before) {
    if (DROPPED_TABLES.includes(`${version} ${name}`)) continue;
    const found = after.get(RENAMED_TABLES[`${version} ${name}`] ?? name) ?? [];
    const kept = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !DROPPED_COLUMNS.includes(`${version} ${name} ${column}`))
          .map(([column, value]) => [version === "0001" ? (RENAMED_COLUMNS[column] ?? column) : column, value]),
      ),
    );
    // By a set: comparing each row with each takes a minute.
    const columns = Object.keys(kept[0] ?? {});
    const valuesOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
    const there = new Set(found.map(valuesOf));
    expect(
      kept.filter((row) => !there.has(valuesOf(row))),
      `${name} after ${version}`,
    ).toEqual([]);
    expect(found.length, `${name} after ${version}`).toBeGreaterThanOrEqual(rows.length);
  }
}

const versionOf = (name: string) => name.slice(0, 4);

beforeAll(async () => {
  await env.DB.prepare("select 1").run();
  await reset();
});

/** Applies one migration after another to what earlier versions wrote, and has each version write, too. */
async function goThroughVersions(): Promise<Shape[]> {
  const shapes: Shape[] = [];
  for (const [nth, migration] of env.TEST_MIGRATIONS.entries()) {
    const version = versionOf(migration.name);
    const earlier = shapes.at(-1);
    const before = earlier ? await contentsOf(earlier) : new Map<string, Row[]>();
    await applyD1Migrations(env.DB, [migration]);
    const shape = await readShape(version);
    expectKept(version, before, await contentsOf(shape));
    await fill(shape, nth);
    expect(await rowsOf("pragma foreign_key_check")).toEqual([]);
    shapes.push(shape);
  }
  return shapes;
}

let gone: Promise<Shape[]> | undefined;
/** Runs once for all tests of this file, in any order. */
function shapesOfVersions(): Promise<Shape[]> {
  gone ??= goThroughVersions();
  return gone;
}

test("each migration keeps every row and value written by any earlier version", async () => {
  const shapes = await shapesOfVersions();
  // Every table has a row from each version that knew it.
  const members = await rowsOf(
    "select id from members where id in (select value from json_each(?))",
    JSON.stringify(shapes.map((_, nth) => `id-${nth}`)),
  );
  expect(members).toHaveLength(env.TEST_MIGRATIONS.length);
  expect(shapes.at(-1)?.tables.length).toBeGreaterThan(30);
});

test("every Worker version since migrations became additive can still read and write today's schema", async () => {
  const shapes = await shapesOfVersions();
  const latest = await readShape("latest");
  const known = shapes.filter(({ version }) => version >= GROWS_FROM);
  expect(known.length).toBeGreaterThan(1);
  for (const [index, shape] of known.entries()) {
    // Each version names only its own columns, in inserts and in selects.
    await fill(shape, 1000 + index);
    await env.DB.batch(
      shape.tables.map(({ name, columns }) => env.DB.prepare(`select ${namesOf(columns)} from ${name} limit 1`)),
    );
    for (const [view, columns] of shape.views)
      expect(latest.views.get(view), view).toEqual(expect.arrayContaining(columns));
    // Its "on conflict" columns are still a key, and nothing it may write twice has become one.
    for (const { name, keys, columns } of shape.tables) {
      const now = latest.tables.find((table) => table.name === name)?.keys;
      // A key of columns unknown to this version rejects none of its rows, because it leaves them null.
      const isOfLater = (key: string) => !columns.some((column) => key.split(" ")[0]?.split(",").includes(column.name));
      const held = now?.filter((key) => keys.includes(key) || !isOfLater(key));
      expect(held, `${name} since ${shape.version}`).toEqual(keys);
    }
  }
  expect(await rowsOf("pragma foreign_key_check")).toEqual([]);
});

test("the additive check flags statements that break older Workers and allows pure additions", () => {
  const breaking = [
    "DROP TABLE `members`;",
    "ALTER TABLE `members` RENAME TO `people`;",
    "ALTER TABLE `members` RENAME COLUMN `email` TO `mail`;",
    "ALTER TABLE `members` DROP COLUMN `email`;",
    "DROP VIEW `wake_up_deliveries`;",
    "DELETE FROM `members`;",
    "PRAGMA foreign_keys=OFF;",
    "DROP INDEX `provider_events_open`;",
  ];
  expect(notAdditive(breaking)).toHaveLength(breaking.length);
  expect(
    notAdditive(["-- Why.\nALTER TABLE `members` ADD `purge_at` integer;", "DROP INDEX `members_purge`;"]),
  ).toEqual([]);
  expect(notAdditive(["DROP VIEW `v`;", "CREATE VIEW `v` AS SELECT 1;"])).toEqual([]);
  const renewed = [
    "DROP INDEX `provider_events_open`;",
    "CREATE INDEX `provider_events_open` ON `provider_events` (`id`);",
  ];
  expect(notAdditive(renewed)).toEqual([]);
});

/** Migrations marked by a comment, or that delete rows, which older Workers survive: a deploy asks for `--breaking`. */
const MARKED: Record<string, RegExp[]> = {
  "0046": [/^Breaking: rolled back, 0\.2\.0 doesn't see progress/],
  "0047": [/^delete from `feeds` where exists/],
};

test.for(env.TEST_MIGRATIONS.filter(({ name }) => versionOf(name) >= GROWS_FROM))(
  "migration $name is purely additive, or marked and otherwise additive",
  ({ name, queries }) => {
    expect(notAdditive(queries)).toEqual((MARKED[versionOf(name)] ?? []).map((mark) => expect.stringMatching(mark)));
  },
);

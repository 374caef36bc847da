import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";

/** Everything in a database, except when migrations were applied and how their own table is worded. */
async function readDatabase() {
  const entries = await rowsOf(
    "select type, name, tbl_name, sql from sqlite_schema where name not like '\\_cf%' escape '\\' order by rowid",
  );
  const tables = entries.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const rows = await Promise.all(tables.map(async (name) => [name, await rowsOf(`select * from "${name}"`)] as const));
  const withoutInstants = rows.map(([name, found]) => [name, found.map(({ applied_at, ...row }) => row)] as const);
  const indexes = entries.filter(({ type }) => type === "index").map(({ name }) => name);
  const ours = entries.filter(({ name }) => name !== "d1_migrations");
  return {
    entries: ours.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1)),
    indexes,
    rows: Object.fromEntries(withoutInstants),
  };
}

test("every test file starts with the database that the full migration chain creates", async () => {
  const generated = await readDatabase();
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const migrated = await readDatabase();

  expect(migrated.entries.length).toBeGreaterThan(150);
  expect(Object.values(migrated.rows).flat().length).toBeGreaterThan(env.TEST_MIGRATIONS.length);
  expect(generated).toEqual(migrated);
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { migrate } from "./migrate.ts";

const root = mkdtempSync(join(tmpdir(), "daybolt-migrate-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The schema and every row, without what differs from run to run: the layout of Wrangler's own table, and instants. */
function contentOf(stateDir: string) {
  const folder = join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const database = new DatabaseSync(join(folder, String(file)), { readOnly: true });
  const schema = database
    .prepare(
      "select type, name, iif(name = 'd1_migrations', null, sql) as sql from sqlite_schema where name not like '\\_cf%' escape '\\' order by type, name",
    )
    .all();
  const tables = schema.filter(({ type, name }) => type === "table" && name !== "d1_migrations");
  const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]);
  const applied = database.prepare("select id, name from d1_migrations order by id").all();
  database.close();
  return { schema, rows, applied };
}

test("a new database gets the same schema, rows, and migration list as from Wrangler's own run", async () => {
  const [atOnce, byWrangler] = [join(root, "at-once"), join(root, "by-wrangler")];
  await migrate(atOnce);
  // Where there is a database, Wrangler applies the migrations one by one.
  mkdirSync(join(byWrangler, "v3/d1"), { recursive: true });
  await migrate(byWrangler);
  const expected = contentOf(byWrangler);
  expect(expected.applied.length).toBeGreaterThan(30);
  expect(contentOf(atOnce)).toEqual(expected);
  await migrate(atOnce);
  expect(contentOf(atOnce)).toEqual(expected);
});

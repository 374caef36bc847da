import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMigrations } from "#test/support/migrations.ts";
import { rehearseRestore } from "./rehearse.ts";
import { readExport, restoreOrder, splitStatements } from "./sql-statements.ts";

let exported = "";
let miniflare: Miniflare;

const MEMBER = `insert into members (id, email, email_key, first_name, subscription_type, subscription_status, highest_plan,
  wake_up_hour, timezone, wake_up_since, created_at, updated_at)
  values (?1, ?1 || '@x.test', ?1 || '@x.test', ?2, 'monthly', 'active', 'monthly', 6, 'America/Chicago', 0, 0, 0)`;

/** A small database whose rows refer to one another, with text that trips up SQL parsers. */
async function fill(db: Awaited<ReturnType<Miniflare["getD1Database"]>>): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values);
  await db.batch([
    run(MEMBER, "m1", 'O\'Hara; -- "quoted" `ticks`'),
    run(MEMBER, "m2", "Zoë 😀"),
    run(
      "insert into content (id, date, title, description, status, created_at, updated_at) values ('c', '2026-11-20', 'begin; end;', ?, 'published', 0, 0)",
      "Line one\nline 'two';\r\nend",
    ),
    run(
      "insert into member_progress (member_id, content_number, audio_position, completed_day) values ('m1', 1, 12.5, 20777)",
    ),
    run(
      "insert into checkouts (id, plan, price_cents, currency, email, email_key, member_id, nonce_hash, created_at) values ('k', 'monthly', 999, 'USD', 'a', 'a', 'm1', 'h', 0)",
    ),
    run(
      "insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at) values ('I-1', 'k', 'm1', 'monthly', 'ACTIVE', 0, 0, 0, 0)",
    ),
    run(
      "insert into payments (id, subscription_id, member_id, state, amount_cents, currency, paid_at, created_at) values ('p', 'I-1', 'm1', 'completed', 999, 'USD', 0, 0)",
    ),
    run(
      "insert into deliveries (day, member_id, batch, key_version, state, claimed_at) values (20777, 'm1', 1, 1, 1, 0)",
    ),
    run(
      "insert into administrators (id, name, email, role, created_at) values ('a1', 'Ada Lovelace', 'ada@x.test', 'editor', 0)",
    ),
    run("insert into admin_keys (hash, administrator_id, created_at, retired_at) values ('h1', 'a1', 0, 1)"),
    run("insert into admin_keys (hash, administrator_id, created_at) values ('h2', 'a1', 1)"),
    run(
      "insert into audit (at, actor, action, subject, details) values (1, 'admin', 'trial.grant', 'm1', ?)",
      '{"a":"x\\ny"}',
    ),
  ]);
}

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {};", d1Databases: { DB: "source" } }),
  );
  const db = await miniflare.getD1Database("DB");
  for (const sql of readMigrations().flat()) await db.prepare(sql).run();
  await fill(db);
  // The same pragma that wrangler d1 export runs on the local database.
  const [lines] = await db.prepare("PRAGMA miniflare_d1_export(?,?,?);").bind(0, 0).raw<string[]>();
  exported = (lines ?? []).join("\n");
});

afterAll(() => miniflare.dispose());

test("an export restores into an empty database: schema, triggers, views, and every row", async () => {
  const { tables, problems, statements } = await rehearseRestore(exported);
  expect(problems).toEqual([]);
  const rowsIn = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
  expect(rowsIn).toMatchObject({ members: 2, content: 1, member_progress: 1, payments: 1, deliveries: 1, audit: 1 });
  expect(rowsIn).toMatchObject({ administrators: 1, admin_keys: 2 });
  expect(statements.some((statement) => /without rowid/i.test(statement))).toBe(true);
  // Trigger counts come with the exported rows and weren't counted again on restore.
  expect(statements).toContainEqual(
    expect.stringMatching(/^INSERT INTO "totals".*VALUES\(1,2,2,1,2,0,0,0,0,0,2,0,0,0,0,2,0,0,0,0,0\)/),
  );
});

test("D1 rejects an export in file order, because rows come before the tables they refer to", async () => {
  const asExported = ({ tables, rows, rest }: ReturnType<typeof readExport>) => [
    ...[...tables].flatMap(([name, create]) => [create, ...(rows.get(name) ?? [])]),
    ...rest,
  ];
  await expect(rehearseRestore(exported, { order: asExported })).rejects.toThrow(/no such table|FOREIGN KEY/);
});

test.for([
  [
    "a row that is lost",
    (all: string[]) => all.filter((one) => !one.startsWith('INSERT INTO "payments"')),
    /^payments: 0 rows/,
  ],
  [
    "a retired key that works again",
    (all: string[]) => all.map((one) => one.replace("'h1','a1',0,1", "'h1','a1',0,NULL")),
    /^admin_keys: rows differ/,
  ],
  [
    "a value that is another",
    (all: string[]) => all.map((one) => one.replace("12.5", "13.5")),
    /^member_progress: rows differ/,
  ],
  [
    "a trigger that is lost",
    (all: string[]) => all.filter((one) => !one.includes("progress_started")),
    /^trigger progress_started is missing/,
  ],
] as const)("%s is reported", async ([, spoil, problem]) => {
  const { problems } = await rehearseRestore(exported, { order: (read) => spoil(restoreOrder(read)) });
  expect(problems).toContainEqual(expect.stringMatching(problem));
});

test("an export with triggers before rows doesn't restore, because rows would be counted twice", async () => {
  const kindOf = (one: string) => ["CREATE TABLE", "CREATE TRIGGER"].findIndex((kind) => one.startsWith(kind)) >>> 0;
  const order = (read: ReturnType<typeof readExport>) => restoreOrder(read).toSorted((a, b) => kindOf(a) - kindOf(b));
  await expect(rehearseRestore(exported, { order })).rejects.toThrow(/UNIQUE constraint failed/);
});

test("statements end where SQL ends them, not within strings, comments, or triggers", () => {
  const trigger =
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET b = CASE WHEN 1 THEN 'x;end' END; SELECT 1; END";
  expect(splitStatements(`-- one; two\nINSERT INTO "a" VALUES('it''s; fine');${trigger};\nSELECT 1`)).toEqual([
    `INSERT INTO "a" VALUES('it''s; fine')`,
    trigger,
    "SELECT 1",
  ]);
  expect(() => readExport("DROP TABLE a;")).toThrow(/Not a statement from an export/);
});

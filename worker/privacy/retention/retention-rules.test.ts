import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { isThere, oldRows } from "#test/worker/fill-member.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { JOBS } from "../../entry/jobs.ts";
import { RETENTION } from "./retention-rules.queries.ts";

/** Outside the ten minutes after a slot, when nothing is purged. */
const quarterPast = (now: number) => Math.floor(now / 900_000) * 900_000 - 60_000;

/** Without the table that 0.2.0 emptied, which a later release drops. */
const IS_OURS =
  "type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name not in ('d1_migrations', 'old_deliveries')";

test("every table has a rule, and every rule has a table", async () => {
  const tables = (await rowsOf(`select name from sqlite_schema where ${IS_OURS}`)).map(({ name }) => String(name));
  expect(tables.toSorted()).toEqual(Object.keys(RETENTION).toSorted());
});

test("the hourly cron runs every job that a rule names", () => {
  const named = Object.values(RETENTION).flatMap((rule) => ("by" in rule ? [rule.by] : []));
  expect(JOBS.flatMap(({ name, every }) => (every === "hourly" ? name : []))).toEqual(expect.arrayContaining(named));
});

test("a table without an age limit is bounded by members, items, dates, or administrators, as its key shows", async () => {
  for (const [table, rule] of Object.entries(RETENTION)) {
    if (!("oneFor" in rule)) continue;
    const keys = (await rowsOf(
      `select i.name as "key", group_concat(c.name) as columns from pragma_index_list('${table}') i
       join pragma_index_info(i.name) c where i."unique" = 1 and i.partial = 0 group by 1
       union all select 'primary', group_concat(name) from pragma_table_info('${table}') where pk > 0`,
    )) as { columns: string | null }[];
    const named = Object.keys(rule.oneFor).toSorted().join();
    expect(
      keys.map(({ columns }) => columns?.split(",").toSorted().join()),
      table,
    ).toContain(named);
    // Such a table would get another row per member every day.
    const bounds = Object.values(rule.oneFor);
    expect(bounds.includes("member") && bounds.includes("date"), table).toBe(false);
  }
});

test("the hourly cron deletes five-year-old rows from every table with an age limit", async () => {
  const now = Date.now();
  const old = await oldRows(now - 5 * 365 * DAY_MS);
  const kept = Object.keys(RETENTION).filter((table) => "kept" in (RETENTION[table] ?? {}));
  expect(old.map(({ table }) => table).toSorted()).toEqual(kept.toSorted());
  const left = async () => {
    const found = await Promise.all(old.map(async ({ table, row }) => ((await isThere(table, row)) ? [table] : [])));
    return found.flat();
  };
  expect(await left()).toHaveLength(kept.length);
  // Some rows are deleted only after others: a batch after its names, a delivery once its month is counted.
  for (let hours = 0; hours < 8; hours += 1) await hourAt(quarterPast(now) + hours);
  expect(await left()).toEqual([]);
});

test("a table that names a member has a rule for that member's rows, or its rows expire by age", async () => {
  const columns = await rowsOf(`
    select t.name as "table", c.name as "column" from sqlite_schema t join pragma_table_info(t.name) c
    where t.${IS_OURS.replace("type", "type").replaceAll(" name ", " t.name ")}
      and (c.name like '%member_id%' or c.name like '%email%' or c.name like '%address' or c.name like '%first_name%')`);
  expect(columns.length).toBeGreaterThan(20);
  for (const { table } of columns) {
    const rule = RETENTION[String(table)];
    expect(rule && ("member" in rule || "by" in rule), String(table)).toBe(true);
  }
});

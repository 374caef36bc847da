import { expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { HOURLY_PARTS } from "../hourly.ts";
import { RETENTION } from "./retention-rules.ts";

const IS_OURS =
  "type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name <> 'd1_migrations'";

test("every table has a rule, and no rule is of a table that is not there", async () => {
  const tables = (await rowsOf(`select name from sqlite_schema where ${IS_OURS}`)).map(({ name }) => String(name));
  expect(tables.toSorted()).toEqual(Object.keys(RETENTION).toSorted());
});

test("every part of the hourly cron that a rule names is run by it", () => {
  const named = Object.values(RETENTION).flatMap((rule) => ("by" in rule ? [rule.by] : []));
  expect(Object.keys(HOURLY_PARTS)).toEqual(expect.arrayContaining(named));
});

test("a table that names a member has a rule for that member's rows, or its rows go by their own age", async () => {
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

import { env } from "cloudflare:workers";
import { expect, expectTypeOf, test } from "vitest";
import { createDb } from "#db/client.ts";
import { settings } from "#db/schema/settings.ts";
import { db } from "#test/worker/factories.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { batchOf, type Statement } from "./batch-of.ts";

const newRow = () => ({ key: crypto.randomUUID(), value: "1", updatedAt: 0 });
const select = (key: string) => db.all<{ value: string }>(`select value from settings where key = '${key}'`);
const update = (key: string, value: string) => db.run(`update settings set value = '${value}' where key = '${key}'`);

test("a batch runs in the order of its keys, in one call, and returns each result under its key", async () => {
  const { d1, cost } = countingD1(env.DB);
  const { key, ...row } = newRow();
  const found = await batchOf(createDb(d1), {
    before: select(key),
    made: db.insert(settings).values({ key, ...row }),
    now: select(key),
    counted: db.all<{ count: number }>(`select count(*) as count from settings where key = '${key}'`),
  });
  expectTypeOf(found.now).toEqualTypeOf<{ value: string }[]>();
  expectTypeOf(found.counted).toEqualTypeOf<{ count: number }[]>();
  expect(found).toMatchObject({ before: [], now: [{ value: "1" }], counted: [{ count: 1 }] });
  expect(found.made.meta.changes).toBe(1);
  expect(Object.keys(found)).toEqual(["before", "made", "now", "counted"]);
  expect(cost.calls).toBe(1);
});

test("a list under a key runs in its place and returns a list, even an empty one", async () => {
  const { key, ...row } = newRow();
  await db.insert(settings).values({ key, ...row });
  const none: Statement[] = [];
  const found = await batchOf(db, {
    none,
    steps: [update(key, "2"), select(key), update(key, "3")] as const,
    now: select(key),
  });
  expectTypeOf(found.steps[1]).toEqualTypeOf<{ value: string }[]>();
  expect(found.none).toEqual([]);
  expect(found.steps).toHaveLength(3);
  expect(found.steps[1]).toEqual([{ value: "2" }]);
  expect(found.now).toEqual([{ value: "3" }]);
});

test("a batch writes nothing if one of its statements fails", async () => {
  const { key, ...row } = newRow();
  const insert = () => db.insert(settings).values({ key, ...row });
  await expect(batchOf(db, { made: insert(), again: insert() })).rejects.toThrow();
  expect(await select(key)).toEqual([]);
});

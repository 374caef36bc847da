import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const OWNER = "worker/money/payments.queries.ts";
const WRITES = /\.(?:insert|update|delete)\(payments\)|\b(?:update|insert into|delete from) payments\b/;

test("only one file writes to the payments table", () => {
  const files = globSync("worker/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  expect(files.filter((file) => WRITES.test(readFileSync(file, "utf8")))).toEqual([OWNER]);
});

test.each(["db.update(payments).set({ state })", "sql`\n  update payments set state = 1`"])(
  "the check catches %s",
  (text) => {
    expect(WRITES.test(text)).toBe(true);
  },
);

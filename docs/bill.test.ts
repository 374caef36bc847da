import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { billTables } from "../bench/bill.ts";

test("the operations page shows the bill computed from the measured rows", () => {
  const page = readFileSync(fileURLToPath(new URL("operations.md", import.meta.url)), "utf8");
  expect(page).toContain(billTables());
});

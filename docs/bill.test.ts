import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { billTables, storageTable } from "../bench/bill.ts";

test("the operations page shows the bill and the room computed from the measured rows and bytes", () => {
  const page = readFileSync(fileURLToPath(new URL("operations.md", import.meta.url)), "utf8");
  expect(page).toContain(billTables());
  expect(page).toContain(storageTable());
});

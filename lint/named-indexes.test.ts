import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NAMED_INDEXES } from "#db/additive-migrations.ts";

const read = (folder: string, isWanted: (file: string) => boolean) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(isWanted)
    .map((file) => readFileSync(join(folder, file), "utf8"));

test("every index named in a statement is on the list of indexes that no migration may drop", () => {
  const migrations = read("db/migrations", (file) => file.endsWith(".sql")).join("\n");
  const worker = read("worker", (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  // The name may be a parameter of the statement's function.
  const naming = worker.filter((source) => source.includes("indexed by")).join("\n");
  const indexes = [...migrations.matchAll(/create (?:unique )?index `(\w+)`/gi)].map(([, name = ""]) => name);
  const named = indexes.filter((name) => new RegExp(`\\b${name}\\b`).test(naming));
  expect([...new Set(named)].sort()).toEqual([...NAMED_INDEXES].sort());
});

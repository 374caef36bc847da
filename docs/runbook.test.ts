import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { INCIDENT_KINDS, ONE_TIME_ALARMS, runbookOf } from "#domain/rules/incidents.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test.each([...INCIDENT_KINDS, ...ONE_TIME_ALARMS])("the %s alarm points to its own runbook heading", (kind) => {
  const [file = "", anchor] = runbookOf(kind).split("#");
  expect(read(file).split("\n")).toContain(`## ${anchor}`);
});

test("every runbook section is short enough to read at 3 AM: 15 lines at most", () => {
  const sections = read("docs/runbook.md").split(/^## /m).slice(1);
  expect(sections.filter((section) => section.trim().split("\n").length - 1 > 15)).toEqual([]);
});

test("every query in the operations, runbook, and rehearsal pages runs on the current schema", () => {
  const database = new DatabaseSync(":memory:");
  const folder = join(ROOT, "db/migrations");
  for (const file of readdirSync(folder).sort())
    if (file.endsWith(".sql")) database.exec(readFileSync(join(folder, file), "utf8"));
  const queries = ["operations", "runbook", "rehearsal"].flatMap((page) =>
    [...read(`docs/${page}.md`).matchAll(/(?:`|d1 ")(select [^`"]+)["`]/g)].map(([, query = ""]) => query),
  );
  expect(queries.length).toBeGreaterThan(15);
  for (const query of queries) expect(() => database.prepare(query).all(), query).not.toThrow();
});

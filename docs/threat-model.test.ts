import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AUDIENCES } from "#test/worker/audiences.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const page = readFileSync(join(ROOT, "docs/threat-model.md"), "utf8");

test("the threat model lists every Worker route that isn't an administrator's, and none that doesn't exist", () => {
  const named = [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g)].map(([, route = ""]) => route);
  const unlisted = Object.entries(AUDIENCES).filter(([route]) => !named.includes(route));
  expect(unlisted.filter(([, audience]) => audience !== "admin")).toEqual([]);
  expect(named.filter((route) => AUDIENCES[route] === undefined)).toEqual([]);
});

test("every test named in the threat model exists", () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "([^"]+)"/g)];
  const lost = named.filter(([, file = "", title = ""]) => {
    const path = join(ROOT, file);
    // The page may shorten a title at its end, but not at its start.
    return !existsSync(path) || !['"', "`"].some((quote) => readFileSync(path, "utf8").includes(quote + title));
  });
  expect(lost.map(([text]) => text)).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});

test("every row of a threat model table names a test", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/\| (test|---) \|$/.test(line));
  expect(rows.filter((row) => !/\.test\.ts`: "[^"]+" \|$/.test(row))).toEqual([]);
  expect(rows.length).toBeGreaterThan(25);
});

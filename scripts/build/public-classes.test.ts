import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PAGES = "web/public";

/** The files of web/ with classes in them that a module brings along, itself included. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+\.tsx)"/g)) {
    withImports(join(file, "..", specifier), seen);
  }
  return seen;
}

/** "../ui/{badge,button}.tsx" → both files */
function filesOf(source: string): string[] {
  const [, before = source, names, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(source) ?? [];
  return (names?.split(",") ?? [""]).map((name) => join(PAGES, before + name + after));
}

test("the stylesheet of the public pages looks for classes in every file that they import, and in nothing that is gone", () => {
  const css = readFileSync(`${PAGES}/public.css`, "utf8");
  const sources = [...css.matchAll(/^@source "(.+)";$/gm)].flatMap(([, source = ""]) => filesOf(source));
  const modules = globSync(`${PAGES}/**/*.tsx`).filter((file) => !file.includes(".test."));
  const used = new Set(modules.flatMap((file) => [...withImports(file)]));
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((file) => !sources.includes(file) && !file.startsWith(`${PAGES}/`))).toEqual([]);
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
});

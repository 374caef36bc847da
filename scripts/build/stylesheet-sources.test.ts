import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PUBLIC = "web/public";

/** The files of web/ that a module imports, itself included. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !file.startsWith("web/")) return seen;
  seen.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+\.tsx?)"/g)) {
    withImports(join(file, "..", specifier), seen);
  }
  return seen;
}

/** "../ui/{badge,button}.tsx" → both files */
function expand(source: string): string[] {
  const [, before = source, names, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(source) ?? [];
  return (names?.split(",") ?? [""]).map((name) => before + name + after);
}

/** Repository paths where the public stylesheet looks for classes. */
function sources(): string[] {
  const css = readFileSync(`${PUBLIC}/public.css`, "utf8");
  const named = [...css.matchAll(/^@source "(.+)";$/gm)].flatMap(([, source = ""]) => expand(source));
  return named.map((source) => join(PUBLIC, source));
}

test("the public stylesheet scans every file the public pages import, and every scanned file exists", () => {
  const searched = sources();
  const modules = globSync(`${PUBLIC}/**/*.tsx`).filter((file) => !file.includes(".test."));
  const used = [...new Set(modules.flatMap((file) => [...withImports(file)]))].filter((file) => file.endsWith(".tsx"));
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((file) => !searched.includes(file) && !file.startsWith(`${PUBLIC}/`))).toEqual([]);
  expect(searched.filter((source) => !existsSync(source))).toEqual([]);
});

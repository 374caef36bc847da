import { existsSync, globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";

const PUBLIC = "web/public";
const APP = "web/app";
/** What is loaded after an administrator's login, with a stylesheet of its own. */
const ADMIN_PARTS = [
  "web/features/admin/admin-area.tsx",
  "web/features/admin/admin-logout.tsx",
  "web/features/admin/content/draft-banner.tsx",
];

/** The files of web/ with classes in them that a module brings along, itself included, without those behind `stops`. */
function withImports(file: string, stops: string[] = [], seen = new Set<string>()): Set<string> {
  if (seen.has(file) || stops.includes(file) || !file.startsWith("web/")) return seen;
  seen.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+\.tsx?)"/g)) {
    withImports(join(file, "..", specifier), stops, seen);
  }
  return seen;
}

/** "../ui/{badge,button}.tsx" → both files */
function expand(source: string): string[] {
  const [, before = source, names, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(source) ?? [];
  return (names?.split(",") ?? [""]).map((name) => before + name + after);
}

/** Where a stylesheet looks for classes, and where it does not, as paths of the repository. */
function sourcesOf(folder: string, file: string) {
  const css = readFileSync(`${folder}/${file}`, "utf8");
  const paths = (pattern: RegExp) =>
    [...css.matchAll(pattern)].flatMap(([, source = ""]) => expand(source)).map((source) => join(folder, source));
  return { looked: paths(/^@source "(.+)";$/gm), left: paths(/^@source not "(.+)";$/gm) };
}

/** No class stands there, as in no other file that draws nothing. */
const LIBRARY = "web/lib";
const isTest = (file: string) => file.includes(".test.");
const isWithin = (file: string, sources: string[]) =>
  sources.some((source) => file === source || file.startsWith(`${source}/`) || matchesGlob(file, source));

test("the stylesheet of the public pages looks for classes in every file that they import, and in nothing that is gone", () => {
  const { looked } = sourcesOf(PUBLIC, "public.css");
  const modules = globSync(`${PUBLIC}/**/*.tsx`).filter((file) => !isTest(file));
  const used = [...new Set(modules.flatMap((file) => [...withImports(file)]))].filter((file) => file.endsWith(".tsx"));
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((file) => !looked.includes(file) && !file.startsWith(`${PUBLIC}/`))).toEqual([]);
  expect(looked.filter((source) => !existsSync(source))).toEqual([]);
});

test("the app's stylesheet looks for classes in every file that comes before an administrator's login", () => {
  const { looked, left } = sourcesOf(APP, "app.css");
  const used = [...withImports(`${APP}/main.ts`, ADMIN_PARTS)].filter((file) => !isWithin(file, [LIBRARY]));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((file) => !isWithin(file, looked) || isWithin(file, left))).toEqual([]);
  expect([...looked, ...left].filter((source) => !source.includes("*") && !existsSync(source))).toEqual([]);
});

test("the administrator's stylesheet has every class of the app's, for the same order among them", () => {
  const { looked, left } = sourcesOf("web/features/admin", "admin.css");
  const files = globSync("web/{app,brand,features,pages,ui}/**/*.{ts,tsx}").filter((file) => !isTest(file));
  expect(files.filter((file) => !isWithin(file, looked) || isWithin(file, left))).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

type Import = { from: string; to: string; file: string };

const FOLDERS = readdirSync("worker", { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

/** The folder of worker/ that a path lies in; none for the entry points beside the folders. */
function folderOf(path: string): string | undefined {
  return FOLDERS.find((folder) => path.startsWith(`worker/${folder}/`));
}

/** What a file imports from other folders, types included: who needs another's types needs the other. */
function importsOf(file: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, readFileSync(file, "utf8")).module;
  const text = readFileSync(file, "utf8");
  const sources = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  const from = folderOf(file);
  return sources.flatMap((source) => {
    const to = folderOf(source.startsWith("#") ? source.slice(1) : join(dirname(file), source));
    return from && to && from !== to ? [{ from, to, file }] : [];
  });
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(`worker/${folder}`, { recursive: true, encoding: "utf8" }).map((file) => `worker/${folder}/${file}`),
).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
const imports = files.flatMap(importsOf);

function reaches(from: string, to: string, seen = new Set<string>()): boolean {
  return imports.some((one) => {
    if (one.from !== from || seen.has(one.to)) return false;
    return one.to === to || reaches(one.to, to, seen.add(one.to));
  });
}

test("the folders of worker/ form no import cycle", () => {
  const circular = imports.filter(({ from, to }) => reaches(to, from));
  expect(circular.map(({ file, to }) => `${file} → ${to}/`)).toEqual([]);
});

test("the folders import one another at all, so that the test above looks at something", () => {
  expect(imports.length).toBeGreaterThan(20);
});

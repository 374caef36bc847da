import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** The folders of worker/, web/, and web/admin/. Each imports only from itself and from earlier ones. */
const ORDERS = {
  worker:
    "kernel http audit statistics mail media account content incidents administrators live-events access progress feed wake-up push money mail-responses broadcasts privacy members profile imports health entry",
  web: "lib ui brand features admin pages public app service-worker",
  "web/admin":
    "parts media content audit live-events mail wake-up money mail-responses broadcasts imports privacy members access health administrators settings",
};

/** The one exception: env.ts reads the variables that each folder declares. */
const isNamed = (file: string, to: string) => file === "worker/kernel/env.ts" && to.endsWith(".config.ts");

type Import = { file: string; to: string };

/** A path's position: its first folder below the base. Files outside the folders come last. */
function placeOf(base: keyof typeof ORDERS, path: string): number {
  const rooms = ORDERS[base].split(" ");
  const [room = "", ...rest] = path.slice(base.length + 1).split("/");
  if (rest.length === 0) return rooms.length;
  expect(rooms, `${path}: name its room in the order`).toContain(room);
  return rooms.indexOf(room);
}

/** What a file imports from its base, types included: who needs another's types needs the other. */
function importsOf(base: keyof typeof ORDERS, file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const sources = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return sources
    .filter((source) => /^[.#]/.test(source))
    .map((source) => (source.startsWith("#") ? source.slice(1) : join(dirname(file), source)))
    .filter((to) => to.startsWith(`${base}/`))
    .map((to) => ({ file, to }));
}

test.each([
  ["worker", 500],
  ["web", 500],
  ["web/admin", 100],
] as const)("folders of %s/ import only from folders earlier in the order", (base, fewest) => {
  const files = globSync(`${base}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
  const imports = files.flatMap((file) => importsOf(base, file));
  expect(imports.length).toBeGreaterThan(fewest);
  const upward = imports.filter(({ file, to }) => placeOf(base, file) < placeOf(base, to) && !isNamed(file, to));
  expect(upward.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Entry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
// The project itself stands among them, without a path.
const packages = Object.fromEntries(Object.entries(lock.packages).filter(([path]) => path !== ""));

/** The folders in which a package looks for another, its own first. */
function entryFor(name: string, path: string): Entry | undefined {
  const folders = path
    .split("/node_modules/")
    .map((_, index, parts) => parts.slice(0, parts.length - index).join("/node_modules/"));
  const found = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  return found.map((candidate) => packages[candidate]).find((entry) => entry !== undefined);
}

test("every optional package has an entry, so that npm ci brings a Mac or Windows its own", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) =>
      entryFor(name, path) ? [] : [`${name}@${version}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("only optional packages of other platforms are without a hash, and none names a registry", () => {
  const entries = Object.entries(packages);
  const unhashed = entries.filter(([, { integrity }]) => integrity === undefined);
  expect(unhashed.filter(([, { optional, os, cpu }]) => !optional || (!os && !cpu))).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

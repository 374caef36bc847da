import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { licensesOf } from "./dependencies/licenses.ts";
import { type Entry, nameOf, readLock } from "./dependencies/lock-file.ts";

const entries = readLock();
const packages = Object.fromEntries(entries);

/** A package's entry as Node would resolve it: folders from the importing package upward. */
function entryFor(name: string, path: string): Entry | undefined {
  const folders = path
    .split("/node_modules/")
    .map((_, index, parts) => parts.slice(0, parts.length - index).join("/node_modules/"));
  const found = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  return found.map((candidate) => packages[candidate]).find((entry) => entry !== undefined);
}

test("every optional package has a lock entry, so npm ci installs the right one on Mac and Windows", () => {
  const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) =>
      entryFor(name, path) ? [] : [`${name}@${version}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("every package or the package bundling it has a hash, and no entry names a registry", () => {
  const unhashed = entries.filter(([, { integrity, inBundle }]) => integrity === undefined && !inBundle);
  expect(unhashed.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

const project = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "devDependencies" | "allowScripts",
  Record<string, string>
>;

test("every package in package.json is pinned to one version", () => {
  const named = { ...project.dependencies, ...project.devDependencies };
  const loose = Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});

test("only allowlisted packages have install scripts", () => {
  const running = entries.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : []));
  expect([...new Set(running)].sort()).toEqual(Object.keys(project.allowScripts).sort());
});

test("npm saves exact versions, keeps registries out of the lock file, and fails on unapproved scripts", () => {
  expect(readFileSync(".npmrc", "utf8").split("\n")).toEqual(
    expect.arrayContaining(["save-exact=true", "strict-allow-scripts=true", "omit-lockfile-registry-resolved=true"]),
  );
});

test("every entry in the lock file has one exact version", () => {
  const loose = entries.filter(([, { version }]) => !/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version ?? ""));
  expect(loose).toEqual([]);
});

test("every package's license permits our use of it", () => {
  const licenses = licensesOf(entries);
  expect(licenses.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
  expect(licenses.filter(({ isShipped }) => isShipped).length).toBeGreaterThan(100);
});

test.for([
  ["GPL-3.0-only", false, false],
  ["none", false, false],
  ["LGPL-3.0-or-later", false, true],
  ["Apache-2.0 AND LGPL-3.0-or-later", false, true],
  ["(MIT OR GPL-2.0-only)", true, true],
  ["MIT AND GPL-2.0-only", false, false],
] as const)("license %s is allowed in shipped packages: %j, in dev tools: %j", ([license, asShipped, asTool]) => {
  const [shipped, tool] = licensesOf([
    ["node_modules/x", { license }],
    ["node_modules/x", { license, dev: true }],
  ]);
  expect([shipped?.isAllowed, tool?.isAllowed]).toEqual([asShipped, asTool]);
});

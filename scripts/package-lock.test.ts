import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Entry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  devOptional?: boolean;
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

const project = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "devDependencies" | "allowScripts",
  Record<string, string>
>;

test("every package that we name is pinned to one version", () => {
  const named = { ...project.dependencies, ...project.devDependencies };
  const loose = Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});

test("only packages that cannot do without run a script when they are installed", () => {
  const running = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)] : [],
  );
  expect([...new Set(running)].sort()).toEqual(Object.keys(project.allowScripts).sort());
});

/** What members' browsers and the Worker get may be passed on under these; the font is under its own. */
const PASSED_ON = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-3-Clause", "Apache-2.0", "Unlicense", "BlueOak-1.0.0"];
/** Its licence (MIT) stands in its Readme alone. */
const SAID_ELSEWHERE = ["node_modules/combine-errors"];
/** Of a file at a time: mediabunny, which reads uploads and is used as it comes. */
const USED_AS_THEY_COME = ["MPL-2.0", "OFL-1.1"];

test("what is shipped is under licences that let us", () => {
  const shipped = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const allowed = [...PASSED_ON, ...USED_AS_THEY_COME];
  const others = shipped.filter(
    ([path, { license }]) => !SAID_ELSEWHERE.includes(path) && !allowed.includes(license ?? "none"),
  );
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  expect(shipped.length).toBeGreaterThan(100);
});

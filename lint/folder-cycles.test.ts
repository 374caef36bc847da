import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

type Graph = Map<string, Set<string>>;

/** The folder below `root` that a path of the repository lies in; null for a file at the root itself or elsewhere. */
function folderOf(root: string, path: string): string | null {
  const [folder, ...rest] = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split("/") : [];
  return folder !== undefined && rest.length > 0 ? folder : null;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, specifier = ""]) => specifier);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("#")) return [specifier.slice(1)];
    return specifier.startsWith(".") ? [join(dirname(file), specifier)] : [];
  });
}

/** Which folders below `root` import which others; tests may reach anywhere. */
function graphOf(root: string): Graph {
  const graph: Graph = new Map();
  const files = readdirSync(join(ROOT, root), { recursive: true, encoding: "utf8" });
  for (const name of files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))) {
    const from = folderOf(root, `${root}/${name}`);
    if (from === null) continue;
    const targets = importsOf(`${root}/${name}`).map((path) => folderOf(root, path));
    const others = graph.get(from) ?? new Set();
    for (const to of targets) if (to !== null && to !== from) others.add(to);
    graph.set(from, others);
  }
  return graph;
}

/** The folders that can be reached from themselves. */
function cyclesIn(graph: Graph): string[] {
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(graph.get(from) ?? [])].some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      return reaches(next, goal, seen.add(next));
    });
  return [...graph.keys()].filter((folder) => reaches(folder, folder));
}

test.for(["worker", "web", "sandbox", "domain"])("the folders of %s form no import cycle", (root) => {
  const graph = graphOf(root);
  expect(graph.size).toBeGreaterThan(1);
  expect(cyclesIn(graph)).toEqual([]);
});

test("a cycle over three folders is found, and a folder beside it is not blamed", () => {
  const graph: Graph = new Map([
    ["auth", new Set(["members"])],
    ["members", new Set(["mail"])],
    ["mail", new Set(["auth"])],
    ["content", new Set(["members"])],
  ]);
  expect(cyclesIn(graph)).toEqual(["auth", "members", "mail"]);
});

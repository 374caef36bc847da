import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const PAGES = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

const FOLDERS = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
const FILE = /^[\w@.][\w@./-]*\.(ts|tsx|mjs|js|json|jsonc|toml|sql|md|css|html|yml)$/;
// The build's output and a developer's local files exist on some machines only.
const NOT_COMMITTED = /^(dist|node_modules|\.wrangler|test-results)\/|^\.dev\.vars/;

/** Whether a backticked text names something of the repository: a file, or a folder by its first part. */
function isPath(text: string): boolean {
  if (NOT_COMMITTED.test(text) || /[\s*<>…:]/.test(text)) return false;
  return FILE.test(text) || FOLDERS.some((folder) => text.startsWith(`${folder}/`));
}

function pathsIn(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code).filter(isPath);
  const linked = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target));
  return [...named, ...linked];
}

test.each(PAGES)("every path that %s names exists", (page) => {
  expect(pathsIn(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the pages name paths at all, so that the test above looks at something", () => {
  expect(PAGES.flatMap(pathsIn).length).toBeGreaterThan(50);
});

test("every section of the design that a comment cites has its heading", () => {
  const design = readFileSync(join(ROOT, "docs/design.md"), "utf8");
  const headings = new Set([...design.matchAll(/^## (\d+)\./gm)].map(([, number]) => number));
  const sources = ["domain", "worker", "web", "db", "mails", "sandbox", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|tsx)$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const cited = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/DESIGN\.md section (\d+)/g)].map(([, number]) => ({ file, number }));
  });
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ number }) => !headings.has(number))).toEqual([]);
});

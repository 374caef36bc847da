import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

const FOLDERS = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
const FILE = /^[\w@.][\w@./-]*\.(ts|tsx|mjs|js|json|jsonc|toml|sql|md|css|html|yml)$/;
// The build's output and a developer's local files exist on some machines only.
const NOT_COMMITTED =
  /^(dist|node_modules|\.wrangler|test-results)\/|^\.dev\.vars|^(deployment|wrangler\.production)\.json$/;

/** Whether a text in backticks names something in the repository: a file, or a folder by its first part. */
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

test.each(PAGES)("every path named in %s exists", (page) => {
  expect(pathsIn(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** Anchors of a page's headings, as GitHub creates them. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(join(ROOT, page), "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

test("every linked anchor matches a heading", () => {
  const links = PAGES.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)].map(([, file, anchor]) => ({
      page: file === undefined ? page : join(dirname(page), file),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ page, anchor = "" }) => !anchorsOf(page).includes(anchor))).toEqual([]);
});

test("every npm script named in the docs exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const named = PAGES.filter((page) => page !== "CHANGELOG.md").flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(
      ([, script = ""]) => ({
        page,
        script,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
});

test("the path test finds more than 50 paths to check in the docs", () => {
  expect(PAGES.flatMap(pathsIn).length).toBeGreaterThan(50);
});

const SOURCES = ["domain", "worker", "web", "db", "mails", "sandbox", "scripts", "lint", "test", "bench"].flatMap(
  (folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|tsx|css|mjs)$/.test(file))
      .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(ROOT, folder, file), "utf8") })),
);

/** The headings and bold words of a page of rules; none if the page doesn't exist. */
function topicsOf(page: string): string[] {
  const file = join(ROOT, page);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return [...text.matchAll(/^## (.+)$|\*\*(.+?)\*\*/gm)].map(([, heading, bold]) => heading ?? bold ?? "");
}

test("every comment citing a rules page names a heading or bold word on it", () => {
  const cited = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(/(docs\/rules\/[\w-]+\.md)(?:, "([^"]+)")?/g)].map(([, page = "", topic = ""]) => ({
      file,
      page,
      topic,
    })),
  );
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ page, topic }) => !topicsOf(page).includes(topic))).toEqual([]);
});

test("every operations page heading cited in code exists", () => {
  const texts = [...SOURCES, { file: "wrangler.toml", text: readFileSync(join(ROOT, "wrangler.toml"), "utf8") }];
  const cited = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/docs\/operations\.md, "([^"]+)"/g)].map(([, heading]) => ({ file, heading })),
  );
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  expect(cited.length).toBeGreaterThan(3);
  expect(cited.filter(({ heading }) => !page.includes(`\n## ${heading}\n`))).toEqual([]);
});

test("every Markdown page cited in a comment or imported by a module exists", () => {
  const cited = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(/[\w./-]*\b[A-Za-z-]+\.md\b/g)].map(([page]) => ({
      file,
      // Imports are relative to the module.
      page: page.startsWith("./") ? join(dirname(file), page) : page,
    })),
  );
  expect(cited.filter(({ page }) => !existsSync(join(ROOT, page)))).toEqual([]);
});

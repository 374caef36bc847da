import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

type Report = { diagnostics: { category: string; message: string; location: { path: string } }[] };
type Messages = Record<string, string[]>;

/** What the rules read of the repository: themselves, the #-paths and the ignored files. */
const RULES = ["biome.json", "lint", "package.json", ".gitignore"];
/** Rules whose message is ours; of any other its name is enough. */
const OUR_OWN = ["plugin", "lint/style/noRestrictedImports"];

function run(cwd: string): Promise<string> {
  const biome = resolve("node_modules/.bin/biome");
  const args = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
  // Biome ends with an error code whenever it finds something: only an answer that is no JSON is a failure here.
  return new Promise((done) => execFile(biome, args, { cwd }, (_error, stdout, stderr) => done(stdout || stderr)));
}

/** Lints files in a copy of the rules, so that real neighbours play no part. */
async function lintTree(files: Record<string, string>): Promise<Messages> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybolt-lint-")));
  try {
    for (const name of RULES) await cp(name, join(root, name), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const { diagnostics } = JSON.parse(await run(root)) as Report;
    const messages: Messages = {};
    for (const { category, message, location } of diagnostics) {
      const known = messages[location.path] ?? [];
      // Biome answers in no order of its own.
      messages[location.path] = [...known, OUR_OWN.includes(category) ? message : category].sort();
    }
    return messages;
  } finally {
    await rm(root, { recursive: true });
  }
}

type TestRule = (name: string, files: Record<string, string>, wanted: Record<string, unknown>) => void;

/**
 * Makes a test file's own `testRule`: a test of one rule, by files (path in the repository to text) and the messages wanted of
 * them. They share one run of Biome, which costs more than all the rules do, so each takes paths of its own.
 */
export function ruleTests(): TestRule {
  const tree: Record<string, string> = {};
  let linted: Promise<Messages> | undefined;
  return (name, files, wanted) => {
    for (const path of Object.keys(files)) if (path in tree) throw new Error(`Another rule has ${path}.`);
    Object.assign(tree, files);
    test(name, async () => {
      linted ??= lintTree(tree);
      const found = Object.entries(await linted).filter(([path]) => path in files);
      expect(Object.fromEntries(found)).toEqual(wanted);
    });
  };
}

/** A file that imports from each source and uses what it gets. */
export function importing(...sources: string[]): string {
  const lines = sources.map((source, index) => `import { a${index} } from "${source}";`);
  return `${lines.join("\n")}\nexport const all = [${sources.map((_, index) => `a${index}`)}];\n`;
}

/** As many messages, each with this part. */
export function each(count: number, part: string): unknown[] {
  return Array.from({ length: count }, () => expect.stringContaining(part));
}

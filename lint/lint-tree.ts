import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

type Report = { diagnostics: { category: string; message: string; location: { path: string } }[] };

/** What the rules read of the repository: themselves, the #-paths and the ignored files. */
const RULES = ["biome.json", "lint", "package.json", ".gitignore"];

function run(cwd: string): Promise<string> {
  const biome = resolve("node_modules/.bin/biome");
  const args = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
  // Biome ends with an error code whenever it finds something: only an answer that is no JSON is a failure here.
  return new Promise((done) => execFile(biome, args, { cwd }, (_error, stdout, stderr) => done(stdout || stderr)));
}

/**
 * Lints files (path in the repository to text) in a copy of its rules, so that real neighbours play no part.
 * Answers the messages by path; files without any are left out. A message of one of Biome's own rules is its name.
 */
export async function lintTree(files: Record<string, string>): Promise<Record<string, string[]>> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybolt-lint-")));
  try {
    for (const name of RULES) await cp(name, join(root, name), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const { diagnostics } = JSON.parse(await run(root)) as Report;
    const messages: Record<string, string[]> = {};
    for (const { category, message, location } of diagnostics) {
      messages[location.path] = [...(messages[location.path] ?? []), category === "plugin" ? message : category];
    }
    return messages;
  } finally {
    await rm(root, { recursive: true });
  }
}

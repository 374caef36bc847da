import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

/** A file, its text, and the start of its one message. */
type Case = [file: string, text: string, message: string];

const importing = (refused: string, allowed: string) =>
  `import { a } from "${refused}";\nimport { b } from "${allowed}";\nexport const all = [a, b];\n`;

const CASES: Case[] = [
  ["worker/a/one.ts", importing("drizzle-orm", "./two.ts"), "Only *.queries.ts and db/ know Drizzle"],
  ["domain/one.ts", importing("../worker/kernel/env.ts", "./paths.ts"), "The domain stands alone"],
  ["domain/rules/two.ts", importing("mediabunny", "../brand.ts"), "Rules are plain functions"],
  ["domain/contract/one.ts", importing("zod", "./two.ts"), "Write import * as z from 'zod'"],
  ["worker/a/two.ts", importing("../../mails/a.tsx", "../b/a.ts"), "The Worker is deployed without"],
  ["worker/a/three.ts", importing("hono/cookie", "../kernel/errors.ts"), "Use cases and queries know no HTTP"],
  ["worker/a/a.routes.ts", importing("./a.queries.ts", "./a.ts"), "Routes validate, call one use case"],
  ["web/app/one.ts", importing("#db/client.ts", "#domain/paths.ts"), "The browser asks the server over HTTP"],
  ["web/lib/api.ts", importing("../../worker/kernel/env.ts", "./a.ts"), "All that web/ takes from the Worker"],
  ["web/features/a/one.tsx", importing("../b/a.tsx", "../../ui/a.tsx"), "A feature imports nothing of web/"],
  ["web/ui/one.tsx", importing("../pages/a.tsx", "../lib/a.ts"), "web/ui and web/lib know nothing"],
  ["web/pages/one.tsx", importing("../lib/api.ts", "../lib/a.ts"), "Pages compose features and fetch"],
  ["scripts/one.ts", importing("#test/a.ts", "#db/client.ts"), "Only tests import from test/"],
  [
    "worker/a/four.ts",
    'import { env } from "cloudflare:workers";\nexport const read = env;\n',
    "Only the Worker's entry points read its bindings",
  ],
  ["worker/a/five.ts", "export const now = Date.now();\n", "Only the Worker's entry points read the clock"],
  ["worker/a/utils.ts", "export const one = 1;\n", "A name like this says nothing"],
];

/** Biome's messages by file, from a copy of the rules, so that real neighbors don't affect the result. */
async function messagesOf(cases: Case[]): Promise<Record<string, string[]>> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "daybolt-lint-")));
  try {
    for (const name of ["biome.json", "lint", "package.json", ".gitignore"])
      await cp(name, join(root, name), { recursive: true });
    for (const [file, text] of cases) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    const args = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
    const biome = resolve("node_modules/.bin/biome");
    const report = await new Promise<string>((done) => execFile(biome, args, { cwd: root }, (_, out) => done(out)));
    const found: { message: string; location: { path: string } }[] = JSON.parse(report).diagnostics;
    const byFile = Map.groupBy(found, ({ location }) => location.path);
    return Object.fromEntries([...byFile].map(([file, all]) => [file, all.map(({ message }) => message)]));
  } finally {
    await rm(root, { recursive: true });
  }
}

test("each boundary rule flags its own violation and nothing else", async () => {
  const wanted = CASES.map(([file, , message]) => [file, [expect.stringContaining(message)]]);
  expect(await messagesOf(CASES)).toEqual(Object.fromEntries(wanted));
});

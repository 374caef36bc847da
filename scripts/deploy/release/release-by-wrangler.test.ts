import { writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runTool } from "../../stack/run-tool.ts";
import { OPERATOR } from "../providers-under-test.ts";
import { release } from "./release.ts";
import { siteUnderTest } from "./site-under-test.ts";

// Runs in the test's checkout with the PATH that npm would set, against the sandbox's Cloudflare account.
const path = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

test("the project's wrangler migrates, deploys, and rolls back as the release asks", {
  timeout: 600_000,
}, async () => {
  const site = await siteUnderTest();
  const lines: string[] = [];
  const env = { ...site.providers.env, PATH: path, WRANGLER_LOG_PATH: site.root };
  const run = () =>
    release({
      root: site.root,
      brand: OPERATOR,
      env,
      readToken: async () => null,
      readTree: async () => ({ commit: "abc1234 Say what", changed: 0 }),
      check: async () => undefined,
      wrangler: (args) => runTool("wrangler", [...args, "--cwd", site.root], { quiet: true, env, what: args[0] ?? "" }),
      isDry: false,
      allowsBreaking: false,
      sleep: async () => undefined,
      now: Date.now,
      say: (line) => void lines.push(line),
    });

  expect(await run(), lines.join("\n")).toBe(true);
  const before = await site.current();
  const { crons } = await site.providers.cloudflare("/workers/scripts/daybolt/played");
  expect(crons).toContain("* * * * *");
  const queues: { queue_name: string; consumers: unknown[] }[] = (await site.providers.cloudflare("/queues")).result;
  expect(queues.filter(({ consumers }) => consumers.length !== 1)).toEqual([]);

  // Run by hand, wrangler follows the redirect to the installation and refuses what npm run deploy would do better.
  const byHand = (...args: string[]) =>
    runTool("wrangler", [...args, "--cwd", site.root], { quiet: true, env, what: args.join(" ") });
  writeFileSync(join(site.root, "db/migrations/9999_more.sql"), "ALTER TABLE `members` ADD `more` text;\n");
  const waits = "database is missing 9999_more.sql. Use npm run deploy";
  // None of these changes anything, so they can run at the same time.
  await Promise.all([
    expect(byHand("deploy")).rejects.toThrow(waits),
    expect(byHand("versions", "upload")).rejects.toThrow(waits),
    expect(byHand("dev")).rejects.toThrow("npx wrangler dev --config wrangler.toml"),
    expect(byHand("deploy", "--config", "wrangler.toml")).rejects.toThrow("wrangler.toml doesn't name an installation"),
    byHand("deploy", "--dry-run"),
    byHand("deploy", "--dry-run", "--config", "wrangler.toml"),
  ]);
  expect(await site.current()).toBe(before);
  site.breakNext();
  lines.length = 0;
  expect(await run(), lines.join("\n")).toBe(false);
  expect(await site.current()).toBe(before);
  expect(lines).toContain("✓ Migrations to apply: 9999_more.sql");

  site.breakNext(false);
  lines.length = 0;
  expect(await run(), lines.join("\n")).toBe(true);
  expect(lines).toContain("✓ Migrations to apply: none");
  expect(await site.current()).not.toBe(before);
});

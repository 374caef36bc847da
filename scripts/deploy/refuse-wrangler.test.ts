import { expect, test, vi } from "vitest";
import { isDryRun } from "./is-dry-run.ts";
import { refusalOf } from "./refuse-wrangler.ts";
import { siteUnderTest } from "./release/site-under-test.ts";
import { readWaitingMigrations } from "./release/waiting-migrations.ts";

/** Asks, by default, about an upload to an installation whose database is up to date. */
const refusal = (asked: Partial<Parameters<typeof refusalOf>[0]>) =>
  refusalOf({ command: "deploy", isInstallation: true, isDry: () => false, readWaiting: async () => [], ...asked });

test.for(["deploy", "versions upload"])(
  "%s is refused without an installation whose database has every migration",
  async (command) => {
    expect(await refusal({ command })).toBeNull();
    expect(await refusal({ command, isInstallation: false })).toContain("npm run deploy:setup");
    const readWaiting = async () => ["0031_more.sql"];
    expect(await refusal({ command, readWaiting })).toMatch(/missing 0031_more\.sql\. Use npm run deploy\b/);
    const several = async () => ["0031_more.sql", "0032_most.sql"];
    expect(await refusal({ command, readWaiting: several })).toContain("missing 2 migrations up to 0032_most.sql");
  },
);

test("a dry run is never refused and doesn't call Cloudflare", async () => {
  const readWaiting = vi.fn(async () => ["0031_more.sql"]);
  for (const isInstallation of [true, false])
    expect(await refusal({ isInstallation, isDry: () => true, readWaiting })).toBeNull();
  expect(readWaiting).not.toHaveBeenCalled();
});

test("dev refuses only an installation's configuration", async () => {
  expect(await refusal({ command: "dev" })).toContain("npx wrangler dev --config wrangler.toml");
  expect(await refusal({ command: "dev", isInstallation: false })).toBeNull();
  expect(await refusal({ command: "types" })).toBeNull();
});

test.for([
  ["deploy --dry-run --outdir out", true],
  ["check startup", true],
  ["deploy --message dry-run", false],
  ["deploy", false],
] as const)("a dry run is recognized by the parent wrangler's command line: %s", ([words, isDry]) => {
  const lines = ["sh -c npm run build", `node wrangler-dist/cli.js ${words}`, "bash -c wrangler deploy --dry-run"];
  const read = (id: number) => ({ parent: id - 1, line: lines[12 - id] ?? "" });
  expect(isDryRun(read, 12)).toBe(isDry);
});

test("an unreadable command line isn't treated as a dry run", () => {
  const read = () => {
    throw new Error("no such process");
  };
  expect(isDryRun(read, 12)).toBe(false);
  expect(isDryRun(() => ({ parent: 1, line: "bash" }), 12)).toBe(false);
});

test("pending migrations are read from the Cloudflare database", async () => {
  const { root, providers } = await siteUnderTest();
  const { env } = providers;
  const waiting = await readWaitingMigrations({ root, env });
  expect(waiting[0]).toMatch(/^0000_/);
  expect(waiting.length).toBeGreaterThan(10);
  const withoutToken = { ...env, CLOUDFLARE_API_TOKEN: undefined };
  await expect(readWaitingMigrations({ root, env: withoutToken, readToken: async () => null })).rejects.toThrow(
    "npx wrangler login",
  );
});

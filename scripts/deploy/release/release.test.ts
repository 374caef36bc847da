import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLOUDFLARE_SANDBOX } from "#sandbox/cloudflare/cloudflare.routes.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { createCloudflare } from "../cloudflare.ts";
import { readDeployment, writeDeployment } from "../deployment.ts";
import { OPERATOR } from "../providers-under-test.ts";
import { type ReleaseOptions, release } from "./release.ts";
import { siteUnderTest } from "./site-under-test.ts";

type Site = Awaited<ReturnType<typeof siteUnderTest>>;

/** Plays wrangler's part of a deploy; release-by-wrangler.test.ts checks that the real one does the same. */
async function playWrangler({ providers, root }: Site, args: string[]): Promise<void> {
  const { CLOUDFLARE_API_BASE_URL: base, CLOUDFLARE_API_TOKEN: token } = providers.env;
  const { result } = await (await fetch(`${base}/accounts`, { headers: { authorization: `Bearer ${token}` } })).json();
  const call = (method: string, path: string, body: BodyInit) =>
    fetch(`${base}/accounts/${result[0].id}${path}`, { method, headers: { authorization: `Bearer ${token}` }, body });
  expect(args.slice(-2)).toEqual(["--config", "wrangler.production.json"]);
  if (args[0] === "deploy") await call("PUT", "/workers/scripts/daybolt", new FormData());
  if (args[0] === "rollback")
    await call(
      "POST",
      "/workers/scripts/daybolt/deployments",
      JSON.stringify({ versions: [{ version_id: args[1], percentage: 100 }] }),
    );
  if (args[0] === "d1") {
    const [{ uuid }] = (await providers.cloudflare("/d1/database")).result;
    const sql = "create table if not exists d1_migrations (id integer primary key, name text unique)";
    await call("POST", `/d1/database/${uuid}/query`, JSON.stringify({ sql }));
    for (const name of migrationsIn(root))
      await call(
        "POST",
        `/d1/database/${uuid}/query`,
        JSON.stringify({ sql: `insert or ignore into d1_migrations (name) values ('${name}')` }),
      );
  }
}

const migrationsIn = (root: string) => readdirSync(join(root, "db/migrations")).filter((file) => file.endsWith(".sql"));

async function run(site: Site, more: Partial<ReleaseOptions> = {}) {
  const lines: string[] = [];
  const asked: string[] = [];
  const wrangler = async (args: string[]) => {
    asked.push(args.join(" "));
    await playWrangler(site, args);
  };
  const isWell = release({
    root: site.root,
    brand: OPERATOR,
    env: site.providers.env,
    readToken: async () => null,
    readTree: async () => ({ commit: "abc1234 Say what", changed: 2 }),
    check: async () => void asked.push("check"),
    wrangler,
    isDry: false,
    allowsBreaking: false,
    sleep: async () => undefined,
    now: Date.now,
    say: (line) => void lines.push(line),
    ...more,
  });
  return { isWell, lines, asked };
}

/** The result of a completed run. */
async function ran(site: Site, more: Partial<ReleaseOptions> = {}) {
  const { isWell, lines, asked } = await run(site, more);
  return { isWell: await isWell, output: lines.join("\n"), asked };
}

test("a release checks, migrates, deploys, and tests the site; the next has nothing to migrate", async () => {
  const site = await siteUnderTest();
  const first = await ran(site);
  expect(first.isWell).toBe(true);
  expect(first.asked.map((line) => line.split(" ")[0])).toEqual(["check", "d1", "deploy"]);
  expect(first.output).toContain("2 uncommitted changes since abc1234");
  expect(first.output).toContain("time-travel restore daybolt --bookmark=0000");
  const second = await ran(site);
  expect(second.asked.map((line) => line.split(" ")[0])).toEqual(["check", "deploy"]);
});

test("an unhealthy site is rolled back to its previous version, and the deploy fails", async () => {
  const site = await siteUnderTest();
  await ran(site);
  const before = await site.current();
  site.breakNext();
  const { isWell, output, asked } = await ran(site);
  expect(isWell).toBe(false);
  expect(asked.at(-1)).toMatch(new RegExp(`^rollback ${before} --yes --message Rolled back: / returned 500`));
  expect(await site.current()).toBe(before);
  expect(output).toContain(`${before} is running again`);
});

test("an unhealthy first deploy stays live, since no earlier version exists", async () => {
  const site = await siteUnderTest();
  site.breakNext();
  const { isWell, output, asked } = await ran(site);
  expect(isWell).toBe(false);
  expect(output).toContain("no earlier version to roll back to");
  expect(asked.some((line) => line.startsWith("rollback"))).toBe(false);
});

test("a site that doesn't respond before a deploy still has a version to roll back to", async () => {
  const site = await siteUnderTest();
  await ran(site);
  const before = await site.current();
  site.breakNext();
  site.beSilent(2);
  const { isWell, output } = await ran(site);
  expect(isWell).toBe(false);
  expect(output).toContain(`responds, with version ${before}`);
  expect(await site.current()).toBe(before);

  site.beSilent(7);
  const down = await ran(site);
  expect(down.output).toContain(`doesn't respond; version ${before} is deployed`);
  expect(await site.current()).toBe(before);
});

test("a deploy that fails once its version is live is rolled back; an earlier failure changes nothing", async () => {
  const site = await siteUnderTest();
  await ran(site);
  const before = await site.current();
  const breakDown = (isOut: boolean) => async (args: string[]) => {
    if (args[0] !== "deploy" || isOut) await playWrangler(site, args);
    if (args[0] === "deploy") throw new PlainError("wrangler deploy failed.");
  };
  await expect((await run(site, { wrangler: breakDown(false) })).isWell).rejects.toThrow("wrangler deploy failed.");
  const { isWell } = await ran(site, { wrangler: breakDown(true) });
  expect(isWell).toBe(false);
  expect(await site.current()).toBe(before);
});

test("a site whose cron doesn't run after a deploy is unhealthy", async () => {
  const site = await siteUnderTest();
  await ran(site);
  const before = await site.current();
  const { isWell, output } = await ran(site, { now: () => Date.now() + 3_600_000 });
  expect(isWell).toBe(false);
  expect(output).toMatch(/the cron hasn't run since/);
  expect(await site.current()).toBe(before);
});

test("a dry run says what it would do and changes nothing", async () => {
  const site = await siteUnderTest();
  const { isWell, output, asked } = await ran(site, { isDry: true });
  expect(isWell).toBe(true);
  expect(asked).toEqual([]);
  expect(site.providers.writes).toEqual([]);
  for (const word of [
    "npm run check",
    "0000_spine.sql",
    `apply ${migrationsIn(site.root).length} migrations`,
    "deploy daybolt",
  ])
    expect(output).toContain(word);
  await ran(site);
  expect((await ran(site, { isDry: true })).output).toContain(`roll back to ${await site.current()}`);
});

test("failing checks stop a release before anything changes", async () => {
  const site = await siteUnderTest();
  const check = async () => {
    throw new PlainError("npm run check failed.");
  };
  await expect((await run(site, { check })).isWell).rejects.toThrow("npm run check failed.");
  expect(site.providers.writes).toEqual([]);
});

test("a migration that breaks the previous version is refused unless allowed, which disables rollback", async () => {
  const site = await siteUnderTest();
  await ran(site);
  writeFileSync(join(site.root, "db/migrations/9999_drop.sql"), "ALTER TABLE `members` DROP COLUMN `email`;\n");
  await expect((await run(site)).isWell).rejects.toThrow(/9999_drop.sql: alter table `members` drop column/);
  site.breakNext();
  const { isWell, output, asked } = await ran(site, { allowsBreaking: true });
  expect(isWell).toBe(false);
  expect(output).toMatch(/Not rolled back: .* can't use the new schema/);
  expect(asked.some((line) => line.startsWith("rollback"))).toBe(false);
});

test("a release refuses a database that's ahead of the checkout", async () => {
  const site = await siteUnderTest();
  await ran(site);
  rmSync(join(site.root, "db/migrations", migrationsIn(site.root).at(-1) ?? ""));
  await expect((await run(site)).isWell).rejects.toThrow(/The database is ahead of this checkout/);
});

test("a database set by hand in deployment.json is deployed by its name and ID", async () => {
  const site = await siteUnderTest();
  const { env } = site.providers;
  const account = { baseUrl: env.CLOUDFLARE_API_BASE_URL, ...CLOUDFLARE_SANDBOX };
  const databaseId = await createCloudflare(account).createDatabase("daybolt-restored", "weur");
  writeDeployment(site.root, { ...readDeployment(site.root), databaseName: "daybolt-restored", databaseId });
  const bound: unknown[] = [];
  const wrangler = async (args: string[]) => {
    bound.push(JSON.parse(readFileSync(join(site.root, "wrangler.production.json"), "utf8")).d1_databases[0]);
    await playWrangler(site, args);
  };
  const { isWell, output } = await ran(site, { wrangler });
  expect(isWell).toBe(true);
  expect(output).toContain("time-travel restore daybolt-restored --bookmark");
  const expected = { binding: "DB", database_name: "daybolt-restored", database_id: databaseId };
  expect(bound).toMatchObject([expected, expected]);
});

test("missing Cloudflare resources and operator details are named before anything happens", async () => {
  const site = await siteUnderTest();
  const toml = join(site.root, "wrangler.toml");
  const whole = readFileSync(toml, "utf8");
  writeFileSync(toml, whole.replaceAll("daybolt-mail-events", "daybolt-other-events"));
  await expect((await run(site)).isWell).rejects.toThrow("Missing in Cloudflare: queue daybolt-other-events");
  writeFileSync(toml, whole.replace('name = "daybolt"', 'name = "another"'));
  await expect((await run(site)).isWell).rejects.toThrow(/APP_SECRET isn't set in Cloudflare/);
  writeFileSync(toml, whole);
  const nameless = { ...OPERATOR, postalAddress: "" };
  await expect((await run(site, { brand: nameless })).isWell).rejects.toThrow(/details are missing: postal address/);
  const unmailed = readDeployment(site.root);
  writeDeployment(site.root, { ...unmailed, variables: { ...unmailed.variables, SUPPORT_MAILBOX: "" } });
  await expect((await run(site)).isWell).rejects.toThrow(/support mailbox/);
  writeDeployment(site.root, { variables: {} });
  await expect((await run(site)).isWell).rejects.toThrow(/Run npm run deploy:setup first/);
  expect(site.providers.writes).toEqual([]);
});

test("without a login, a deploy says how to log in and calls nothing", async () => {
  const site = await siteUnderTest();
  const { CLOUDFLARE_API_TOKEN: _token, ...env } = site.providers.env;
  const { isWell, asked } = await run(site, { env });
  await expect(isWell).rejects.toThrow("Log in with npx wrangler login, or set CLOUDFLARE_API_TOKEN.");
  expect(asked).toEqual([]);
});

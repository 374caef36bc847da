import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfiguration, writeProductionConfig } from "./production-config.ts";
import { checkoutUnderTest } from "./providers-under-test.ts";

const DEPLOYMENT = { databaseId: "a-database", variables: { APP_URL: "https://wake-operator.com" } };

test("the installation's configuration names its database, bucket, and queues, and wrangler uses it", () => {
  const root = checkoutUnderTest();
  const config = readConfiguration(root);
  writeProductionConfig(root, config, DEPLOYMENT);
  const redirect = join(root, ".wrangler/deploy");
  const { configPath } = JSON.parse(readFileSync(join(redirect, "config.json"), "utf8"));
  const written = JSON.parse(readFileSync(join(redirect, configPath), "utf8"));
  expect(written.d1_databases).toMatchObject([{ database_name: "daybolt", database_id: "a-database" }]);
  expect(written.r2_buckets).toEqual([{ binding: "MEDIA", bucket_name: "daybolt-media" }]);
  expect(written.queues).toEqual(config.queues);
  expect(written.build.command).toContain("--installation");
});

test("no configuration is written without a database ID", () => {
  const root = checkoutUnderTest();
  const config = readConfiguration(root);
  for (const databaseId of [undefined, ""])
    expect(() => writeProductionConfig(root, config, { ...DEPLOYMENT, databaseId })).toThrow("no database yet");
  expect(existsSync(join(root, "wrangler.production.json"))).toBe(false);
  expect(existsSync(join(root, ".wrangler"))).toBe(false);
});

test.for([
  ['bucket_name = "daybolt-media"', "bucket_name"],
  ['queue = "daybolt-wake-up-3"', "queue"],
  ['database_name = "daybolt"', "database_name"],
] as const)("wrangler.toml is rejected if %s is missing or empty", ([line, key]) => {
  const root = checkoutUnderTest();
  const toml = readFileSync("wrangler.toml", "utf8");
  for (const instead of ["", `${key} = ""`]) {
    writeFileSync(join(root, "wrangler.toml"), toml.replace(line, instead));
    expect(() => readConfiguration(root)).toThrow(key);
  }
});

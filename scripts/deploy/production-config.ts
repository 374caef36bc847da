import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { PlainError } from "../stack/run-tool.ts";
import { type Deployment, writeWhole } from "./deployment.ts";
import { SECRETS } from "./settings.ts";

/** Generated from wrangler.toml and deployment.json; wrangler uses it for the live site. */
export const PRODUCTION_CONFIG = "wrangler.production.json";
/** Wrangler's own redirect: `deploy`, `versions upload`, and `dev` follow it when no --config is given. */
const REDIRECT_FOLDER = ".wrangler/deploy";
/** Tells the build that wrangler uses an installation's configuration. */
const BUILD = "npm run --silent build -- --installation";

// Wrangler would create an empty resource for a binding without a name.
const name = z.string().min(1);

const configuration = z.looseObject({
  name,
  routes: z.array(z.unknown()).optional(),
  vars: z.record(z.string(), z.string()),
  secrets: z.object({ required: z.array(z.string()) }),
  d1_databases: z.tuple([z.looseObject({ binding: name, database_name: name, migrations_dir: name })]),
  r2_buckets: z.array(z.looseObject({ bucket_name: name })),
  queues: z.object({
    producers: z.array(z.looseObject({ queue: name })),
    consumers: z.array(z.looseObject({ queue: name, dead_letter_queue: name.optional() })),
  }),
});

/** The parts of wrangler.toml that name resources. */
export type Configuration = z.infer<typeof configuration>;

export function readConfiguration(root: string): Configuration {
  return configuration.parse(parse(readFileSync(join(root, "wrangler.toml"), "utf8")));
}

/** Every queue named by a producer, a consumer, or a dead letter setting. */
export function queuesOf({ queues }: Configuration): string[] {
  const names = [
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue = queue }) => [queue, dead_letter_queue]),
  ];
  return [...new Set(names)];
}

/** The Worker's variables as deployed. */
export function variablesOf({ vars }: Configuration, { variables }: Deployment): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...vars, ...variables }).filter(([name]) => !SECRETS.includes(name)));
}

/** This installation's database: wrangler.toml's, or the one that replaced it. */
export function databaseNameOf({ d1_databases }: Configuration, { databaseName }: Deployment): string {
  return databaseName ?? d1_databases[0].database_name;
}

/** A custom domain is a route; a workers.dev address needs none. */
function routesOf({ routes }: Configuration, appUrl: string): unknown[] {
  const { hostname } = new URL(appUrl);
  if (routes !== undefined || hostname.endsWith(".workers.dev")) return routes ?? [];
  return [{ pattern: hostname, custom_domain: true }];
}

/**
 * Writes this installation's configuration and wrangler's redirect to it.
 * @throws PlainError without a database ID, because wrangler would create an empty database
 */
export function writeProductionConfig(root: string, config: Configuration, deployment: Deployment): void {
  const { databaseId } = deployment;
  if (!databaseId) throw new PlainError("The installation has no database yet. Run npm run deploy:setup first.");
  const vars = variablesOf(config, deployment);
  const [database] = config.d1_databases;
  const routes = routesOf(config, vars.APP_URL ?? "");
  writeWhole(join(root, PRODUCTION_CONFIG), {
    ...config,
    ...(deployment.accountId === undefined ? {} : { account_id: deployment.accountId }),
    ...(routes.length === 0 ? {} : { routes }),
    workers_dev: routes.length === 0,
    preview_urls: false,
    vars,
    d1_databases: [{ ...database, database_name: databaseNameOf(config, deployment), database_id: databaseId }],
    build: { command: BUILD },
  });
  mkdirSync(join(root, REDIRECT_FOLDER), { recursive: true });
  writeWhole(join(root, REDIRECT_FOLDER, "config.json"), { configPath: `../../${PRODUCTION_CONFIG}` });
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { type Deployment, writeWhole } from "./deployment.ts";
import { SECRETS } from "./settings.ts";

/** Generated of wrangler.toml and deployment.json; wrangler reads it where the site itself is meant. */
export const PRODUCTION_CONFIG = "wrangler.production.json";

const configuration = z.looseObject({
  name: z.string(),
  routes: z.array(z.unknown()).optional(),
  vars: z.record(z.string(), z.string()),
  secrets: z.object({ required: z.array(z.string()) }),
  d1_databases: z.tuple([
    z.looseObject({ binding: z.string(), database_name: z.string(), migrations_dir: z.string() }),
  ]),
  r2_buckets: z.array(z.looseObject({ bucket_name: z.string() })),
  queues: z.object({
    producers: z.array(z.looseObject({ queue: z.string() })),
    consumers: z.array(z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() })),
  }),
});

/** wrangler.toml, as far as it says what has to be there. */
export type Configuration = z.infer<typeof configuration>;

export function readConfiguration(root: string): Configuration {
  return configuration.parse(parse(readFileSync(join(root, "wrangler.toml"), "utf8")));
}

/** Every queue that a producer, a consumer or its dead letters name. */
export function queuesOf({ queues }: Configuration): string[] {
  const names = [
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue = queue }) => [queue, dead_letter_queue]),
  ];
  return [...new Set(names)];
}

/** The Worker's variables as they will stand at Cloudflare. */
export function variablesOf({ vars }: Configuration, { variables }: Deployment): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...vars, ...variables }).filter(([name]) => !SECRETS.includes(name)));
}

/** The database that this installation stands on: wrangler.toml's, or the one that was chosen in its place. */
export function databaseNameOf({ d1_databases }: Configuration, { databaseName }: Deployment): string {
  return databaseName ?? d1_databases[0].database_name;
}

/** A domain of one's own is a route; an address of workers.dev needs none. */
function routesOf({ routes }: Configuration, appUrl: string): unknown[] {
  const { hostname } = new URL(appUrl);
  if (routes !== undefined || hostname.endsWith(".workers.dev")) return routes ?? [];
  return [{ pattern: hostname, custom_domain: true }];
}

/** Writes the configuration of this installation, which wrangler.toml and what is known of it make. */
export function writeProductionConfig(root: string, config: Configuration, deployment: Deployment): void {
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
    d1_databases: [
      { ...database, database_name: databaseNameOf(config, deployment), database_id: deployment.databaseId },
    ],
  });
}

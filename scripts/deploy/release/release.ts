import { join } from "node:path";
import { MINUTE_MS } from "#domain/durations.ts";
import { formatCount } from "#domain/formats.ts";
import type { Operator } from "#domain/rules/operator.ts";
import { PlainError } from "../../stack/run-tool.ts";
import { notLoggedIn, openCloudflare } from "../account.ts";
import type { Cloudflare } from "../cloudflare.ts";
import { type Deployment, readDeployment } from "../deployment.ts";
import {
  type Configuration,
  databaseNameOf,
  PRODUCTION_CONFIG,
  readConfiguration,
  variablesOf,
  writeProductionConfig,
} from "../production-config.ts";
import { readPending } from "./migrations.ts";
import { refuseUnready } from "./readiness.ts";
import { answersWithin, type SmokeOptions, smokeTest } from "./smoke-test.ts";

export type ReleaseOptions = {
  root: string;
  brand: Operator;
  env: Record<string, string | undefined>;
  readToken: () => Promise<string | null>;
  /** The commit to deploy, and how many files differ from it. */
  readTree: () => Promise<{ commit: string; changed: number }>;
  /** Runs the checks for every edit: build, types, lint, tests. @throws PlainError */
  check: () => Promise<void>;
  /** @throws PlainError */
  wrangler: (args: string[]) => Promise<void>;
  isDry: boolean;
  /** Allows migrations that would break the running version. */
  allowsBreaking: boolean;
  sleep: SmokeOptions["sleep"];
  now: () => number;
  say: (line: string) => void;
};

type Release = ReleaseOptions & {
  config: Configuration;
  deployment: Deployment & { databaseId: string };
  cloudflare: Cloudflare;
  url: string;
  /** The version to roll back to; null if none was ever deployed. */
  before: string | null;
  /** Whether the site responded before the deploy. */
  isServing: boolean;
  pending: Awaited<ReturnType<typeof readPending>>;
};

/** A new installation takes a while: a certificate has to be issued, and a new cron trigger takes up to 15 minutes. */
const patienceFor = (isServing: boolean) =>
  isServing
    ? { pagesWithinMs: MINUTE_MS, tickWithinMs: 5 * MINUTE_MS }
    : { pagesWithinMs: 10 * MINUTE_MS, tickWithinMs: 20 * MINUTE_MS };

/** Checks everything that a deploy needs, without writing. @throws PlainError with the reason why it can't start */
async function prepare(options: ReleaseOptions): Promise<Release> {
  const { root, brand, say } = options;
  const config = readConfiguration(root);
  const deployment = readDeployment(root);
  const cloudflare = await openCloudflare({
    env: options.env,
    readToken: options.readToken,
    accountId: deployment.accountId,
  });
  const { databaseId } = deployment;
  if (!databaseId) throw new PlainError("Nothing is set up yet. Run npm run deploy:setup first.");
  if (!cloudflare) throw notLoggedIn();

  const { commit, changed } = await options.readTree();
  say(
    changed === 0
      ? `✓ No uncommitted changes, at ${commit}`
      : `! ${formatCount(changed, "uncommitted change")} since ${commit} will be deployed, too`,
  );
  const stored = await refuseUnready({ config, deployment, brand, cloudflare });
  say(`✓ Business details, variables, bindings, and secrets (${stored.sort().join(", ")})`);

  const pending = await readPending(cloudflare, databaseId, join(root, config.d1_databases[0].migrations_dir));
  if (pending.breaking.length > 0 && !options.allowsBreaking)
    throw new PlainError(
      `These migrations break the running version, so you couldn't roll back:\n${pending.breaking.join("\n")}\n\nTo deploy anyway: npm run deploy -- --breaking`,
    );
  say(`✓ Migrations to apply: ${pending.files.join(", ") || "none"}`);

  const url = variablesOf(config, deployment).APP_URL ?? "";
  // After a first deploy, one missed response is a hiccup, and we must know the running version to roll back to it.
  const isServing = await answersWithin(url, pending.isFirst ? 0 : MINUTE_MS / 2, options.sleep);
  const before = isServing || !pending.isFirst ? await cloudflare.readVersion(config.name) : null;
  if (isServing) say(`✓ ${url} responds, with version ${before}`);
  else say(before ? `! ${url} doesn't respond; version ${before} is deployed` : `✓ Nothing is deployed at ${url} yet`);
  return { ...options, config, deployment: { ...deployment, databaseId }, cloudflare, url, before, isServing, pending };
}

const configured = (args: string[]) => [...args, "--config", PRODUCTION_CONFIG];

/** Applies all pending migrations, after recording how to go back. */
async function migrate({ cloudflare, deployment, pending, config, wrangler, say }: Release): Promise<string | null> {
  if (pending.files.length === 0) return null;
  const bookmark = await cloudflare.readBookmark(deployment.databaseId);
  const way = `npx wrangler d1 time-travel restore ${databaseNameOf(config, deployment)} --bookmark=${bookmark} --config ${PRODUCTION_CONFIG}`;
  say(`… Migrating. To go back, losing everything written since:\n    ${way}`);
  await wrangler(configured(["d1", "migrations", "apply", config.d1_databases[0].binding, "--remote"]));
  return way;
}

/** Uploads and deploys. Even a failed deploy may have put its version live. */
async function bringOut({ wrangler, readTree, cloudflare, config, before }: Release): Promise<string | null> {
  const { commit } = await readTree();
  try {
    await wrangler(configured(["deploy", "--message", commit]));
    return null;
  } catch (error) {
    const now = await cloudflare.readVersion(config.name).catch(() => null);
    if (now === before || before === null) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

async function rollBack(release: Release, wrong: string, wayBack: string | null): Promise<void> {
  const { before, pending, wrangler, url, say, sleep } = release;
  if (before === null)
    return say(
      "There's no earlier version to roll back to, so the new one stays. To see its errors: npx wrangler tail",
    );
  if (pending.breaking.length > 0)
    return say(
      `Not rolled back: the previous version can't use the new schema. First restore the database:\n    ${wayBack}\nThen: npx wrangler rollback ${before} --config ${PRODUCTION_CONFIG}`,
    );
  say(`… Rolling back to ${before}`);
  await wrangler(configured(["rollback", before, "--yes", "--message", `Rolled back: ${wrong}`.slice(0, 100)]));
  const still = await smokeTest(url, { tickSince: 0, pagesWithinMs: MINUTE_MS, tickWithinMs: 0, sleep, say });
  say(
    still.length === 0
      ? `Rolled back: ${before} is running again. The migrations stay applied, which is safe: this version works with them.`
      : `Rolled back to ${before}, but it has problems, too.`,
  );
}

/**
 * Checks, migrates, deploys, tests the site from outside, and rolls back if something is wrong. Returns whether the new
 * version serves. A dry run checks everything and changes nothing.
 * @throws PlainError before anything has changed, or if one of wrangler's steps fails
 */
export async function release(options: ReleaseOptions): Promise<boolean> {
  const { isDry, say, check, root, sleep, now } = options;
  const prepared = await prepare(options);
  const { url, before, isServing, pending, config, deployment } = prepared;
  if (isDry) {
    say("+ Would run npm run check");
    if (pending.files.length > 0)
      say(`+ Would note the database's bookmark and apply ${formatCount(pending.files.length, "migration")}`);
    say(`+ Would deploy ${config.name}, then check ${url} from outside`);
    say(before ? `+ Would roll back to ${before} if something is wrong` : "+ Would have nothing to roll back to");
    return true;
  }
  say("… Checking");
  await check();
  writeProductionConfig(root, config, deployment);
  const wayBack = await migrate(prepared);
  say("… Deploying");
  const broken = await bringOut(prepared);
  say(`… Checking ${url} from outside`);
  const wrong = broken ? [broken] : await smokeTest(url, { tickSince: now(), ...patienceFor(isServing), sleep, say });
  if (wrong.length === 0) {
    say(`Deployed: ${url} works.`);
    return true;
  }
  say(`The new version has problems: ${wrong.join("; ")}`);
  await rollBack(prepared, wrong.join("; "), wayBack);
  return false;
}

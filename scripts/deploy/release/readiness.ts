import { missingParticulars, type Operator } from "#domain/rules/operator.ts";
import { PlainError } from "../../stack/run-tool.ts";
import type { Cloudflare } from "../cloudflare.ts";
import type { Deployment } from "../deployment.ts";
import { type Configuration, databaseNameOf, queuesOf, variablesOf } from "../production-config.ts";
import { placeholderOf, problemsOf } from "../settings.ts";

type Site = { config: Configuration; deployment: Deployment; brand: Operator; cloudflare: Cloudflare };

/** Describes what wrangler.toml binds but the account lacks. */
async function missingThings({ config, deployment, cloudflare }: Site): Promise<string[]> {
  const database = databaseNameOf(config, deployment);
  const isThere = (await cloudflare.findDatabase(database)) === deployment.databaseId;
  const buckets = config.r2_buckets.map(({ bucket_name }) => bucket_name);
  const missing = await Promise.all([
    ...buckets.map(async (name) => ((await cloudflare.hasBucket(name)) ? [] : [`bucket ${name}`])),
    ...queuesOf(config).map(async (name) => ((await cloudflare.hasQueue(name)) ? [] : [`queue ${name}`])),
  ]);
  return [...(isThere && deployment.databaseId ? [] : [`database ${database}`]), ...missing.flat()];
}

/**
 * Refuses a deploy that couldn't run: checks business details, variables, secrets, and every bound resource. Returns
 * the secrets' names.
 * @throws PlainError that says what is missing
 */
export async function refuseUnready(site: Site): Promise<string[]> {
  const { config, deployment, brand, cloudflare } = site;
  const variables = variablesOf(config, deployment);
  const particulars = missingParticulars({ ...brand, mailSender: variables.MAIL_FROM ?? "" });
  if (!variables.SUPPORT_MAILBOX) particulars.push("support mailbox (SUPPORT_MAILBOX)");
  if (particulars.length > 0)
    throw new PlainError(
      `Business details are missing: ${particulars.join(", ")}. Run npm run deploy:setup, which asks for them.`,
    );

  const stored = (await cloudflare.readSecretNames(config.name)) ?? [];
  const absent = config.secrets.required.filter((name) => !stored.includes(name));
  const supposed = Object.fromEntries(stored.map((name) => [name, placeholderOf(name)]));
  const problems = [
    ...absent.map((name) => `${name} isn't set in Cloudflare`),
    ...problemsOf({ ...variables, ...supposed }).filter(
      (problem) => !absent.some((name) => problem.startsWith(`${name}:`)),
    ),
  ];
  if (problems.length > 0)
    throw new PlainError(
      `The Worker would reject this configuration:\n${problems.join("\n")}\n\nRun npm run deploy:setup to set what's missing.`,
    );

  const missing = await missingThings(site);
  if (missing.length > 0)
    throw new PlainError(
      `Missing in Cloudflare: ${missing.join(", ")}. Run npm run deploy:setup to create what's missing.`,
    );
  return stored;
}

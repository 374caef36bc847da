import { PlainError } from "../../stack/run-tool.ts";
import type { Cloudflare } from "../cloudflare.ts";
import type { Deployment } from "../deployment.ts";
import { readApplied } from "../release/migrations.ts";

/**
 * Switches the installation to another database of the account from the next deploy on, for example one restored from a
 * backup. The database must already exist: creating it here would turn a typo into an empty site.
 * @throws PlainError for a database that doesn't exist or isn't Daybolt's
 */
export async function chooseDatabase(cloudflare: Cloudflare, deployment: Deployment, name: string): Promise<string> {
  const id = await cloudflare.findDatabase(name);
  if (id === null) throw new PlainError(`There's no database ${name} at Cloudflare. Nothing was changed.`);
  if ((await readApplied(cloudflare, id)) === null)
    throw new PlainError(`The database ${name} is empty. Restore the backup into it first. Nothing was changed.`);
  const before = deployment.databaseId;
  deployment.databaseName = name;
  deployment.databaseId = id;
  return before === undefined || before === id ? id : `${id}, instead of ${before}`;
}

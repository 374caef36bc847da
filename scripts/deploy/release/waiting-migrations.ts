import { join } from "node:path";
import { PlainError } from "../../stack/run-tool.ts";
import { notLoggedIn, openCloudflare, readWranglerToken } from "../account.ts";
import { readDeployment } from "../deployment.ts";
import { readConfiguration } from "../production-config.ts";
import { readPending } from "./migrations.ts";

type Checkout = {
  root: string;
  env: Record<string, string | undefined>;
  readToken?: () => Promise<string | null>;
};

/** Migrations that the checkout's installation doesn't have yet. @throws PlainError if its database can't be queried */
export async function readWaitingMigrations({ root, env, readToken = readWranglerToken }: Checkout): Promise<string[]> {
  const { accountId, databaseId } = readDeployment(root);
  if (databaseId === undefined) throw new PlainError("Nothing is set up yet. Run npm run deploy:setup first.");
  const cloudflare = await openCloudflare({ env, readToken, accountId });
  if (!cloudflare) throw notLoggedIn();
  const [{ migrations_dir }] = readConfiguration(root).d1_databases;
  return (await readPending(cloudflare, databaseId, join(root, migrations_dir))).files;
}

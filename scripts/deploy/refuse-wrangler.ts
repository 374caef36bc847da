import { PlainError } from "../stack/run-tool.ts";
import { isDryRun } from "./is-dry-run.ts";

type Asked = {
  /** Wrangler's own command, from WRANGLER_COMMAND. */
  command: string;
  /** Whether the configuration is an installation's, written by deploy:setup. */
  isInstallation: boolean;
  isDry: () => boolean;
  /** Migrations that the installation's database doesn't have yet. */
  readWaiting: () => Promise<string[]>;
};

const UPLOADS = ["deploy", "versions upload"];

/** Why wrangler must not continue, and what to do instead; null if it may. */
export async function refusalOf({ command, isInstallation, isDry, readWaiting }: Asked): Promise<string | null> {
  if (command === "dev" && isInstallation)
    return "wrangler.production.json is for your installation. On this machine, use npm run dev, or npx wrangler dev --config wrangler.toml.";
  if (!UPLOADS.includes(command) || isDry()) return null;
  if (!isInstallation)
    return "wrangler.toml doesn't name an installation. Create one with npm run deploy:setup, or deploy yours with npm run deploy.";
  const waiting = await readWaiting();
  if (waiting.length === 0) return null;
  const missing = waiting.length === 1 ? waiting[0] : `${waiting.length} migrations up to ${waiting.at(-1)}`;
  return `The installation's database is missing ${missing}. Use npm run deploy, which migrates before it deploys.`;
}

/** Fails a build that wrangler must not use. @throws PlainError with the reason */
export async function refuseWrangler(command: string, isInstallation: boolean): Promise<void> {
  const readWaiting = async () => {
    // Loaded here because only uploads need it.
    const { readWaitingMigrations } = await import("./release/waiting-migrations.ts");
    return readWaitingMigrations({ root: process.cwd(), env: process.env });
  };
  const refusal = await refusalOf({ command, isInstallation, isDry: isDryRun, readWaiting });
  if (refusal !== null) throw new PlainError(refusal);
}

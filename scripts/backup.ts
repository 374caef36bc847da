import { existsSync, statSync } from "node:fs";
import { SECOND_MS } from "#domain/durations.ts";
import { notLoggedIn, readWranglerToken } from "./deploy/account.ts";
import { PRODUCTION_CONFIG } from "./deploy/production-config.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";
import { runTool } from "./stack/run-tool.ts";

const usage = `Usage: npm run backup -- [--local] [--output FILE]

Exports the installation's database to a timestamped file. The site doesn't respond while this runs, so run it when traffic is low.
The real backup is Time Travel (docs/operations.md).
  --local         export this machine's database
  --output FILE   write to this file`;

const options = { local: FLAG, output: { type: "string" } } as const;
const { values } = readArguments({ usage, options });
const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
const output = values.output ?? `daybolt-${values.local ? "local-" : ""}${stamp}.sql`;
const isLoggedIn = async () => Boolean(process.env.CLOUDFLARE_API_TOKEN) || (await readWranglerToken()) !== null;
if (!values.local && !(await isLoggedIn())) throw notLoggedIn();
if (!values.local) console.log("The site doesn't respond while its database is exported, so run this at a quiet hour.");
const startedAt = Date.now();
const args = ["d1", "export", "DB", values.local ? "--local" : "--remote", "--output", output, "--skip-confirmation"];
// Targets the installation's remote database if npm run deploy:setup has recorded one.
args.push("--config", !values.local && existsSync(PRODUCTION_CONFIG) ? PRODUCTION_CONFIG : "wrangler.toml");
await runTool("wrangler", args, { quiet: values.local, what: "The export" });
const seconds = Math.round((Date.now() - startedAt) / SECOND_MS);
console.log(
  `${output}: ${(statSync(output).size / 1e6).toFixed(1)} MB, in ${seconds} s. It contains every member's data, so keep it safe.`,
);
console.log(`Check that it can be restored: npm run restore:rehearse -- ${output}`);

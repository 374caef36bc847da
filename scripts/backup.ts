import { existsSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { SECOND_MS } from "#domain/durations.ts";
import { PRODUCTION_CONFIG } from "./deploy/production-config.ts";
import { exitWith, runTool } from "./stack/run-tool.ts";

// Exports the database to a file for npm run restore:rehearse. The real backup is Time Travel (docs/operations.md).
try {
  const { values } = parseArgs({ options: { local: { type: "boolean", default: false }, output: { type: "string" } } });
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const output = values.output ?? `daybolt-${values.local ? "local-" : ""}${stamp}.sql`;
  if (!values.local)
    console.log("The site doesn't respond while its database is exported, so run this at a quiet hour.");
  const startedAt = Date.now();
  const args = ["d1", "export", "DB", values.local ? "--local" : "--remote", "--output", output, "--skip-confirmation"];
  // Targets the installation's remote database if npm run deploy:setup has recorded one.
  args.push("--config", !values.local && existsSync(PRODUCTION_CONFIG) ? PRODUCTION_CONFIG : "wrangler.toml");
  await runTool("wrangler", args, { quiet: values.local, what: "The export" });
  const seconds = Math.round((Date.now() - startedAt) / SECOND_MS);
  console.log(
    `${output}: ${(statSync(output).size / 1e6).toFixed(1)} MB, in ${seconds} s. It contains every member's data, so keep it safe.`,
  );
  console.log(`Prove that it restores: npm run restore:rehearse -- ${output}`);
} catch (error) {
  exitWith(error);
}

import { existsSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { SECOND_MS } from "#domain/durations.ts";
import { PRODUCTION_CONFIG } from "./deploy/production-config.ts";
import { exitWith, runTool } from "./stack/run-tool.ts";

// Exports the database on demand, into a file that npm run restore:rehearse proves; Time Travel is the backup (docs/operations.md).
try {
  const { values } = parseArgs({ options: { local: { type: "boolean", default: false }, output: { type: "string" } } });
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const output = values.output ?? `daybolt-${values.local ? "local-" : ""}${stamp}.sql`;
  if (!values.local)
    console.log("While it exports, the database answers nobody: the site stands still. At a quiet hour, please.");
  const startedAt = Date.now();
  const args = ["d1", "export", "DB", values.local ? "--local" : "--remote", "--output", output, "--skip-confirmation"];
  // Remotely the installation's database, where npm run deploy:setup has noted one.
  args.push("--config", !values.local && existsSync(PRODUCTION_CONFIG) ? PRODUCTION_CONFIG : "wrangler.toml");
  await runTool("wrangler", args, { quiet: values.local, what: "The export" });
  const seconds = Math.round((Date.now() - startedAt) / SECOND_MS);
  console.log(
    `${output}: ${(statSync(output).size / 1e6).toFixed(1)} MB, in ${seconds} s. It holds every member's data: keep it as you keep them.`,
  );
  console.log(`Does it restore? npm run restore:rehearse -- ${output}`);
} catch (error) {
  exitWith(error);
}

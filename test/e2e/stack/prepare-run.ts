import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../../../scripts/browser/find-browser.ts";
import { seed } from "../../../scripts/seed/seed.ts";
import { runTool } from "../../../scripts/stack/run-tool.ts";
import { createTables } from "./create-tables.ts";
import { bundleOf, RUN_FOLDER, stateOf } from "./run-folder.ts";

const say = (text: string) => console.log(`${text} …`);

async function bundleWorker(outDir: string): Promise<void> {
  const args = ["deploy", "--config", "wrangler.toml", "--dry-run", "--outdir", outDir];
  await runTool("wrangler", args, { quiet: true, what: "Bundling the Worker" });
}

async function fillState(stateDir: string): Promise<void> {
  await createTables(stateDir);
  await seed({ stateDir, now: Date.now() });
}

/**
 * Prepares once what every Playwright worker starts from: the browser, the build, the Worker's bundle, and a migrated
 * and seeded state folder for each of them to copy.
 */
export default async function prepareRun(): Promise<() => void> {
  process.env.CHROMIUM_PATH = await findBrowser(say);
  const folder = mkdtempSync(join(tmpdir(), "daybolt-journeys-"));
  process.env[RUN_FOLDER] = folder;
  say("Building pages and emails");
  await runTool(process.execPath, ["scripts/build.ts"], { what: "The build" });
  say("Bundling the Worker, and migrating and seeding a database");
  await Promise.all([bundleWorker(bundleOf(folder)), fillState(stateOf(folder))]);
  return () => rmSync(folder, { recursive: true, force: true });
}

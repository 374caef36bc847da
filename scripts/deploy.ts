import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { BRAND } from "#domain/brand.ts";
import { readWranglerToken } from "./deploy/account.ts";
import { release } from "./deploy/release/release.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";
import { runTool } from "./stack/run-tool.ts";

const usage = `Usage: npm run deploy -- [--dry-run] [--breaking]

Checks, migrates, deploys, tests the site from outside, and rolls back if something is wrong.
Exits 0 only if the new version runs and works. Ctrl-C during the test keeps the new version.
  --dry-run    show what would be done; changes nothing
  --breaking   allow migrations that would break the running version, which rules out a rollback`;

async function readTree() {
  const git = async (...args: string[]) => (await promisify(execFile)("git", args)).stdout.trim();
  const status = await git("status", "--porcelain");
  return { commit: await git("log", "-1", "--format=%h %s"), changed: status === "" ? 0 : status.split("\n").length };
}

const { values: options } = readArguments({ usage, options: { "dry-run": FLAG, breaking: FLAG } });
const isWell = await release({
  root: process.cwd(),
  brand: BRAND,
  env: process.env,
  readToken: readWranglerToken,
  readTree,
  check: () => runTool(process.execPath, ["scripts/check.ts"], { what: "npm run check" }),
  wrangler: (args) => runTool("wrangler", args, { what: `wrangler ${args.slice(0, 3).join(" ")}` }),
  isDry: options["dry-run"],
  allowsBreaking: options.breaking,
  sleep,
  now: Date.now,
  say: (line) => console.log(line),
});
process.exitCode = isWell ? 0 : 1;

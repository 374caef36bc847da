import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import { BRAND } from "#domain/brand.ts";
import { readWranglerToken } from "./deploy/account.ts";
import { askOnTerminal } from "./deploy/setup/ask.ts";
import { setUp } from "./deploy/setup/set-up.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";
import { PlainError } from "./stack/run-tool.ts";

const usage = `Usage: npm run deploy:setup -- [--dry-run] [--answers FILE] [--no-wait] [--database NAME]

Sets up Cloudflare, Resend, and PayPal, and asks for what it needs to know. Run it as often as you like: it creates only
what's missing. docs/operations.md, "Deploy", explains each step.
  --dry-run         show what's missing and what would be created; asks nothing, changes nothing
  --answers FILE    read answers from a file (NAME=value), besides the environment
  --no-wait         don't wait for the DNS records
  --database NAME   use another database, such as a restored one`;

function readAnswers(file: string | undefined) {
  if (file === undefined) return {};
  if (!existsSync(file)) throw new PlainError(`There's no file ${file}.`);
  return parseEnv(readFileSync(file, "utf8"));
}

const string = { type: "string" } as const;
const { values: options } = readArguments({
  usage,
  options: { "dry-run": FLAG, "no-wait": FLAG, answers: string, database: string },
});
const isDry = options["dry-run"];
const isReady = await setUp({
  root: process.cwd(),
  brand: BRAND,
  env: process.env,
  answers: readAnswers(options.answers),
  ask: isDry ? null : askOnTerminal(),
  readToken: readWranglerToken,
  isDry,
  database: options.database,
  patience: { waitMs: options["no-wait"] ? 0 : 15 * 60_000, everyMs: 15_000, sleep },
  say: (line) => console.log(line),
});
console.log(isDry ? "\nThis was a dry run. Nothing was created." : "\nEverything is set up. Next: npm run deploy");
process.exitCode = isReady ? 0 : 1;

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, parseEnv } from "node:util";
import { BRAND } from "#domain/brand.ts";
import { readWranglerToken } from "./deploy/account.ts";
import { askOnTerminal } from "./deploy/setup/ask.ts";
import { setUp } from "./deploy/setup/set-up.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const USAGE = "Usage: npm run deploy:setup -- [--dry-run] [--answers FILE] [--no-wait] [--database NAME]";

/** @throws PlainError for unknown options */
function readOptions() {
  try {
    const boolean = { type: "boolean", default: false } as const;
    const string = { type: "string" } as const;
    return parseArgs({ options: { "dry-run": boolean, "no-wait": boolean, answers: string, database: string } }).values;
  } catch {
    throw new PlainError(USAGE);
  }
}

// Creates an installation at Cloudflare, Resend, and PayPal; docs/operations.md, "Deploy", explains each step.
try {
  const options = readOptions();
  const isDry = options["dry-run"];
  const isReady = await setUp({
    root: process.cwd(),
    brand: BRAND,
    env: process.env,
    answers: options.answers === undefined ? {} : parseEnv(readFileSync(options.answers, "utf8")),
    ask: isDry ? null : askOnTerminal(),
    readToken: readWranglerToken,
    isDry,
    database: options.database,
    patience: { waitMs: options["no-wait"] ? 0 : 15 * 60_000, everyMs: 15_000, sleep },
    say: (line) => console.log(line),
  });
  console.log(isDry ? "\nThis was a dry run. Nothing was created." : "\nEverything is set up. Next: npm run deploy");
  process.exitCode = isReady ? 0 : 1;
} catch (error) {
  exitWith(error);
}

import { readArguments } from "./stack/read-arguments.ts";
import { BUILD, runSteps, vitest } from "./testing/steps.ts";

const SEEDS = 500;

const usage = `Usage: npm run chaos -- [DAYS] [--seed N]

Simulates 500 days full of failures, or DAYS of them.
  --seed N   repeat one day`;

const { values, positionals, refuse } = readArguments({ usage, options: { seed: { type: "string" } }, takes: 1 });
const [given = values.seed ?? String(SEEDS)] = positionals;
if (!/^[1-9]\d{0,8}$/.test(given)) refuse(`"${given}" isn't a whole number from 1 to 999,999,999.`);
process.env.CHAOS_SEEDS = values.seed ?? `1-${given}`;
process.env.CHAOS_ONE_KILL_IN = "1";
const days = values.seed ? ["-t", "day"] : [];
await runSteps([BUILD], [vitest("Chaos", "--project", "deep-worker", "test/chaos", "--silent=false", ...days)]);

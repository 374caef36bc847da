import { readArguments } from "./stack/read-arguments.ts";
import { BUILD, runSteps, vitest } from "./testing/steps.ts";

const REQUESTS = "20000";
const LARGEST_SEED = 1_000_000_000;

const usage = `Usage: npm run fuzz -- [REQUESTS] [--seed N]

Sends 20,000 random requests, or REQUESTS of them, and prints the seed.
  --seed N   repeat a run`;

const { values, positionals, refuse } = readArguments({ usage, options: { seed: { type: "string" } }, takes: 1 });
const seed = values.seed ?? String(Math.floor(Math.random() * LARGEST_SEED));
const [requests = REQUESTS] = positionals;
const wrong = [seed, requests].find((text) => !/^\d{1,9}$/.test(text));
if (wrong !== undefined) refuse(`"${wrong}" isn't a whole number from 0 to 999,999,999.`);
Object.assign(process.env, { FUZZ_SEED: seed, FUZZ_REQUESTS: requests });
await runSteps([BUILD], [vitest(`Fuzz, seed ${seed}`, "--project", "deep-worker", "test/fuzz", "--silent=false")]);

import { parseArgs } from "node:util";
import { exitWith, PlainError } from "./stack/run-tool.ts";
import { BUILD, runSteps, vitest } from "./testing/steps.ts";

const REQUESTS = "20000";
const LARGEST_SEED = 1_000_000_000;

/** `npm run fuzz` sends 20,000 requests of a new seed, which it prints; `npm run fuzz -- 500 --seed 42` repeats one. */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
  const seed = values.seed ?? String(Math.floor(Math.random() * LARGEST_SEED));
  const [requests = REQUESTS] = positionals;
  if (![seed, requests].every((text) => /^\d{1,9}$/.test(text)))
    throw new PlainError("Give a number of requests, and the number of a run after --seed.");
  Object.assign(process.env, { FUZZ_SEED: seed, FUZZ_REQUESTS: requests });
  await runSteps([BUILD], [vitest(`Fuzz, seed ${seed}`, "--project", "deep-worker", "test/fuzz", "--silent=false")]);
} catch (error) {
  exitWith(error);
}

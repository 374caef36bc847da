import { parseArgs } from "node:util";
import { exitWith, PlainError } from "./stack/run-tool.ts";
import { BUILD, runSteps, vitest } from "./testing/steps.ts";

const SEEDS = 500;

/** `npm run chaos` simulates 500 days, `npm run chaos -- 20` runs 20, and `npm run chaos -- --seed 42` repeats one. */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
  const [given = values.seed ?? String(SEEDS)] = positionals;
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new PlainError("Give a number of days, or --seed and the number of one day.");
  process.env.CHAOS_SEEDS = values.seed ?? `1-${given}`;
  process.env.CHAOS_ONE_KILL_IN = "1";
  const days = values.seed ? ["-t", "day"] : [];
  await runSteps([BUILD], [vitest("Chaos", "--project", "deep-worker", "test/chaos", "--silent=false", ...days)]);
} catch (error) {
  exitWith(error);
}

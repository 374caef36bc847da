import { exitWith } from "../scripts/stack/run-tool.ts";
import { BUILD, runSteps, vitest } from "../scripts/testing/steps.ts";
import { MUTANTS } from "./chaos/mutants.ts";

const DAYS = "1-240";

/** Puts one mistake at a time into the Worker and looks for a day of chaos that catches it; a word selects by name. */
try {
  const [word = ""] = process.argv.slice(2);
  process.env.CHAOS_SEEDS = DAYS;
  const mutants = Object.keys(MUTANTS).filter((name) => name.includes(word));
  const steps = mutants.map((name) => [
    { ...vitest(name, "--project", "deep-worker", "test/chaos", "--silent=false"), env: { CHAOS_MUTANT: name } },
  ]);
  await runSteps([BUILD], ...steps);
} catch (error) {
  exitWith(error);
}

import { exitWith } from "../scripts/stack/run-tool.ts";
import { BUILD, runSteps, vitest } from "../scripts/testing/steps.ts";
import { MUTANTS } from "./chaos/mutants.ts";

const DAYS = "1-240";

/** Puts one mistake after another into the Worker and looks which day of chaos sees it; a word of their names chooses some. */
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

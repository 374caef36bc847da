/** How many random requests a test run sends, and which ones. */
export type FuzzSettings = { seed: number; requests: number };

/** As much as `npm test` has time for. */
const FEW = "1200";
const SEED = "20261122";

/** `FUZZ_SEED` and `FUZZ_REQUESTS` repeat what a run has printed. */
export function fuzzOf(variables: NodeJS.ProcessEnv): FuzzSettings {
  const { FUZZ_SEED = SEED, FUZZ_REQUESTS = FEW } = variables;
  return { seed: Number(FUZZ_SEED), requests: Number(FUZZ_REQUESTS) };
}

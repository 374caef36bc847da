/** How much of a test run goes to chaos. */
export type ChaosSettings = {
  seeds: number[];
  /** Of the kills at each call of a morning, one in so many. */
  oneKillIn: number;
  /** The mistake that the Worker was loaded with, of `mutants.ts`. */
  mutant: string | null;
};

/** What `npm test` has time for. */
const A_DOZEN = "21-32";
const FEW_KILLS = "40";

/** `CHAOS_SEEDS` names a seed, or a first and a last one as in `1-500`. */
export function chaosOf(variables: NodeJS.ProcessEnv): ChaosSettings {
  const { CHAOS_SEEDS = A_DOZEN, CHAOS_ONE_KILL_IN = FEW_KILLS, CHAOS_MUTANT = null } = variables;
  const [first = 1, last = first] = CHAOS_SEEDS.split("-").map(Number);
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { seeds, oneKillIn: Number(CHAOS_ONE_KILL_IN), mutant: CHAOS_MUTANT };
}

/** How much of a test run is chaos. */
export type ChaosSettings = {
  seeds: number[];
  /** Kills one in this many calls of a morning. */
  oneKillIn: number;
};

/** As much as `npm test` has time for. */
const A_DOZEN = "21-32";
const FEW_KILLS = "40";

/** `CHAOS_SEEDS` is a seed or a range such as `1-500`. */
export function chaosOf(variables: NodeJS.ProcessEnv): ChaosSettings {
  const { CHAOS_SEEDS = A_DOZEN, CHAOS_ONE_KILL_IN = FEW_KILLS } = variables;
  const [first = 1, last = first] = CHAOS_SEEDS.split("-").map(Number);
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { seeds, oneKillIn: Number(CHAOS_ONE_KILL_IN) };
}

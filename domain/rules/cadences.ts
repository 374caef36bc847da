import { MINUTE_MS } from "../durations.ts";

/** The Worker's crons, as in wrangler.toml, and how long after its last run one counts as late. Nothing records the runs of `check`. */
export const CADENCES = {
  tick: { cron: "* * * * *", lateAfterMs: 3 * MINUTE_MS },
  /** At least ten minutes away from the quarter-hour marks, when members are woken. */
  hourly: { cron: "12 * * * *", lateAfterMs: 130 * MINUTE_MS },
  /** Every five minutes, never together with the hourly cron or at the start of a slot. */
  check: { cron: "3-58/5 * * * *" },
} as const;
export type Cadence = keyof typeof CADENCES;

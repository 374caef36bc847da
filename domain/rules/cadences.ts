import { MINUTE_MS } from "../durations.ts";

/** The Worker's crons, as wrangler.toml names them, and how long after the last one somebody has to look. */
export const CADENCES = {
  /** Each minute. */
  tick: { cron: "* * * * *", lateAfterMs: 3 * MINUTE_MS },
  /** Not within ten minutes of a quarter of an hour, at which members are woken. */
  hourly: { cron: "12 * * * *", lateAfterMs: 130 * MINUTE_MS },
  /** Every five minutes, not with the hourly one and not as a slot begins. */
  look: { cron: "3-58/5 * * * *", lateAfterMs: 13 * MINUTE_MS },
} as const;
export type Cadence = keyof typeof CADENCES;

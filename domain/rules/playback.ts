import { HOUR_MS } from "../durations.ts";

/** Rates at which a member may play media. */
export const PLAYBACK_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const TRUSTED_BACK_MS = 48 * HOUR_MS;

/**
 * The instant (epoch ms) at which something that a browser reports is taken to have been completed: as it says, but not ahead
 * of `now` and at most 48 hours back, so that what was kept on a train counts for its day, and no streak is written afterwards.
 */
export function trustedInstant(reported: number, now: number): number {
  return Math.max(now - TRUSTED_BACK_MS, heardInstant(reported, now));
}

/**
 * The same for where a medium stopped: as far back as it says, since a position that is dated later than it was heard would
 * stand above those that were heard in between.
 */
export function heardInstant(reported: number, now: number): number {
  return Math.min(now, reported);
}

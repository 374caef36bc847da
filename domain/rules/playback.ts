import { HOUR_MS } from "../durations.ts";

export const PLAYBACK_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const TRUSTED_BACK_MS = 48 * HOUR_MS;

/** When a reported completion counts (epoch ms): never in the future, and at most 48 hours back, so no streak is added afterward. */
export function trustedInstant(reported: number, now: number): number {
  return Math.max(now - TRUSTED_BACK_MS, playedInstant(reported, now));
}

/** When a playback position was reported, with no limit backward: a position dated too late would win over those played in between. */
export const playedInstant = (reported: number, now: number): number => Math.min(now, reported);

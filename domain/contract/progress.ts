import * as z from "zod";
import { OPENERS } from "../rules/push.ts";
import { calendarDate, instant, RELOAD } from "./fields.ts";

const PERCENT = "Progress must be 0 to 100";
const percent = z.number(PERCENT).min(0, PERCENT).max(100, PERCENT);
const flag = z.boolean("Completed must be true or false");
const POSITION = "Position must be in seconds, up to 24 hours";
const position = z.number(POSITION).min(0, POSITION).max(86_400, POSITION);
const count = z.int(RELOAD).min(0, RELOAD).max(1_000_000_000, RELOAD);

/** Any part of a player's save, positions in seconds (docs/rules/progress.md, "Positions and saves"). */
export const saveProgressRequest = z
  .object({
    audioCompleted: flag,
    audioProgress: percent,
    videoCompleted: flag,
    videoProgress: percent,
    totalWatched: flag,
    audioPosition: position,
    videoPosition: position,
    /** The number returned by the playback's first save. A position without it begins a new playback, if it's the newest. */
    playback: count.min(1, RELOAD),
    /** Increases with each save of a playback. */
    sequence: count,
    /** When it happened; defaults to now. Never in the future; a completion's time is trusted up to 48 hours back. */
    at: z.iso.datetime({ offset: true, error: "Time must look like 2026-11-21T06:00:00Z" }),
    /** As last returned; a save from an earlier epoch changes nothing. */
    epoch: count,
    /** What opened the page; counted if it starts the session. */
    openedBy: z.enum(OPENERS),
  })
  .partial();
export type SaveProgressRequest = z.infer<typeof saveProgressRequest>;

/** "Start over" and "not done" send the epoch they end; a retry finds it already ended and changes nothing. */
export const endEpochRequest = z.object({ epoch: count });

export const progressResponse = z.object({
  id: z.string(),
  date: z.string(),
  audioCompleted: z.boolean(),
  videoCompleted: z.boolean(),
  totalWatched: z.boolean(),
  audioProgress: z.number(),
  videoProgress: z.number(),
  /** Seconds. */
  audioPosition: z.number(),
  videoPosition: z.number(),
  /** The playback that reported the positions, and the number of its save; 0 before the first. */
  playback: z.int(),
  sequence: z.int(),
  /** When the positions were reached; null before the first. */
  at: instant.nullable(),
  epoch: z.int(),
});
export type ProgressResponse = z.infer<typeof progressResponse>;

export const engagementResponse = z.object({
  videosWatched: z.int(),
  currentStreak: z.int(),
  thisMonthTotal: z.int(),
  longestStreak: z.int(),
  /** Sum of each item's length times the member's furthest percent, completed items in full; items of unknown length are left out. */
  totalMinutes: z.int(),
  itemsCompleted: z.int(),
});
export type EngagementResponse = z.infer<typeof engagementResponse>;

export const streakResponse = z.object({
  currentStreak: z.int(),
  longestStreak: z.int(),
  lastCompletedDate: z.string().nullable(),
});
export type StreakResponse = z.infer<typeof streakResponse>;

/** The figures are included if the call completed the item or undid that, which saves another request. */
export const saveProgressResponse = progressResponse.extend({
  engagement: engagementResponse.optional(),
  streak: streakResponse.optional(),
});
export type SaveProgressResponse = z.infer<typeof saveProgressResponse>;

/** Days in the last 53 weeks on which the member completed something, by their local day, in order. */
export const activityResponse = z.object({
  today: calendarDate,
  days: z.array(z.object({ date: calendarDate, count: z.int().min(1) })),
});
export type ActivityResponse = z.infer<typeof activityResponse>;

import * as z from "zod";

const percent = z
  .number("Progress is a percentage")
  .min(0, "Progress is a percentage")
  .max(100, "Progress is a percentage");

const flag = z.boolean("Completed is true or false");

export const saveProgressRequest = z
  .object({
    audioCompleted: flag,
    audioProgress: percent,
    videoCompleted: flag,
    videoProgress: percent,
    totalWatched: flag,
  })
  .partial();
export type SaveProgressRequest = z.infer<typeof saveProgressRequest>;

export const progressResponse = z.object({
  id: z.string(),
  date: z.string(),
  audioCompleted: z.boolean(),
  videoCompleted: z.boolean(),
  totalWatched: z.boolean(),
  audioProgress: z.number(),
  videoProgress: z.number(),
});
export type ProgressResponse = z.infer<typeof progressResponse>;

export const engagementResponse = z.object({
  videosWatched: z.int(),
  currentStreak: z.int(),
  thisMonthTotal: z.int(),
});
export type EngagementResponse = z.infer<typeof engagementResponse>;

export const streakResponse = z.object({
  currentStreak: z.int(),
  longestStreak: z.int(),
  lastCompletedDate: z.string().nullable(),
});
export type StreakResponse = z.infer<typeof streakResponse>;

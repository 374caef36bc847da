import type { EngagementResponse, ProgressResponse } from "../../domain/contract/progress.ts";
import { NO_PROGRESS } from "../../domain/rules/completion.ts";

/** A member's progress in a day's item, not started. */
export function progressOf(date: string, change: Partial<ProgressResponse> = {}): ProgressResponse {
  return { ...NO_PROGRESS, id: `item-${date}`, date, ...change };
}

export const ENGAGEMENT: EngagementResponse = {
  videosWatched: 31,
  currentStreak: 12,
  thisMonthTotal: 1,
  longestStreak: 21,
  totalMinutes: 340,
  itemsCompleted: 58,
};

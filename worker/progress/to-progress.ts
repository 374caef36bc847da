import type { ProgressResponse } from "#domain/contract/progress.ts";
import { NO_PROGRESS, type Progress } from "#domain/rules/completion.ts";

export function toProgress(item: { id: string; date: string }, stored: Progress | undefined): ProgressResponse {
  const { audioCompleted, videoCompleted, totalWatched, audioProgress, videoProgress } = stored ?? NO_PROGRESS;
  return { id: item.id, date: item.date, audioCompleted, videoCompleted, totalWatched, audioProgress, videoProgress };
}

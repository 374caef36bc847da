import type { ProgressResponse, SaveProgressRequest } from "#domain/contract/progress.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import type { Medium } from "./resume-point.ts";

export type Answer = Pick<
  ProgressResponse,
  "playback" | "sequence" | "audioPosition" | "videoPosition" | "epoch" | "totalWatched"
>;

export function reportOf(medium: Medium, position: number, duration: number): SaveProgressRequest {
  const seconds = Math.round(position * 10) / 10;
  const isKnown = Number.isFinite(duration) && duration > 0;
  const percent = isKnown ? Math.floor(Math.min(100, (position / duration) * 100)) : 0;
  const isCompleted = percent >= COMPLETION_THRESHOLD;
  return medium === "audio"
    ? { audioPosition: seconds, audioProgress: percent, ...(isCompleted && { audioCompleted: true }) }
    : { videoPosition: seconds, videoProgress: percent, ...(isCompleted && { videoCompleted: true }) };
}

export function hasPosition({ audioPosition, videoPosition }: SaveProgressRequest): boolean {
  return audioPosition !== undefined || videoPosition !== undefined;
}

/** Whether the server holds the report's positions, not those of a later playback elsewhere. */
export function stands({ sequence, audioPosition, videoPosition }: SaveProgressRequest, answer: Answer): boolean {
  return (
    answer.sequence === sequence &&
    answer.audioPosition === (audioPosition ?? answer.audioPosition) &&
    answer.videoPosition === (videoPosition ?? answer.videoPosition)
  );
}

/** What "start over" keeps of a report for the new epoch; null if nothing in it was completed. */
export function completionOf({ at, epoch, ...report }: SaveProgressRequest): SaveProgressRequest | null {
  const flags = Object.fromEntries(
    (["audioCompleted", "videoCompleted", "totalWatched"] as const).flatMap((flag) =>
      report[flag] ? [[flag, true]] : [],
    ),
  );
  if (Object.keys(flags).length === 0) return null;
  return { ...flags, ...(at !== undefined && { at }), ...(epoch !== undefined && { epoch: epoch + 1 }) };
}

import type { ProgressResponse } from "../contract/progress.ts";

/** Percent of a file that must have played for it to count as completed (spec section 9). */
export const COMPLETION_THRESHOLD = 80;

type Played = "audioCompleted" | "videoCompleted" | "totalWatched" | "audioProgress" | "videoProgress";
export type Progress = Pick<ProgressResponse, Played>;
/** Where a member stopped, in seconds, and the save that reported it (docs/rules/progress.md, "Positions and saves"). */
export type Position = Omit<ProgressResponse, "id" | "date" | Played>;

export type ItemMedia = { hasAudio: boolean; hasVideo: boolean };

export const NO_PROGRESS: Progress & Position = {
  audioCompleted: false,
  videoCompleted: false,
  totalWatched: false,
  audioProgress: 0,
  videoProgress: 0,
  audioPosition: 0,
  videoPosition: 0,
  playback: 0,
  sequence: 0,
  at: null,
  epoch: 0,
};

const clampPercent = (percent: number): number => Math.min(100, Math.max(0, Math.floor(percent)));

/** Merges a player's report. Flags only turn on and percentages only rise, so order doesn't matter. With all media done, the item is. */
export function mergeProgress(stored: Progress, report: Partial<Progress>, media: ItemMedia): Progress {
  const audioProgress = Math.max(stored.audioProgress, clampPercent(report.audioProgress ?? 0));
  const videoProgress = Math.max(stored.videoProgress, clampPercent(report.videoProgress ?? 0));
  const audioCompleted =
    media.hasAudio &&
    (stored.audioCompleted || report.audioCompleted === true || audioProgress >= COMPLETION_THRESHOLD);
  const videoCompleted =
    media.hasVideo &&
    (stored.videoCompleted || report.videoCompleted === true || videoProgress >= COMPLETION_THRESHOLD);
  const everyMediumDone =
    (media.hasAudio || media.hasVideo) && (!media.hasAudio || audioCompleted) && (!media.hasVideo || videoCompleted);
  const totalWatched = stored.totalWatched || report.totalWatched === true || everyMediumDone;
  return { audioCompleted, videoCompleted, totalWatched, audioProgress, videoProgress };
}

/** Whole percent of an item the member has played: the mean of its audio and video, 100 only once it's completed. */
export function progressPercent(progress: Progress, { hasAudio, hasVideo }: ItemMedia): number {
  if (progress.totalWatched) return 100;
  const shares = [
    ...(hasAudio ? [progress.audioCompleted ? 100 : progress.audioProgress] : []),
    ...(hasVideo ? [progress.videoCompleted ? 100 : progress.videoProgress] : []),
  ];
  if (shares.length === 0) return 0;
  return Math.min(99, Math.floor(shares.reduce((sum, share) => sum + share, 0) / shares.length));
}

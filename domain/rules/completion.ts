/** Percent of a medium that must have played for it to count as completed (spec section 9). */
export const COMPLETION_THRESHOLD = 80;

export type Progress = {
  audioCompleted: boolean;
  videoCompleted: boolean;
  totalWatched: boolean;
  audioProgress: number;
  videoProgress: number;
};

export type ItemMedia = { hasAudio: boolean; hasVideo: boolean };

export const NO_PROGRESS: Progress = {
  audioCompleted: false,
  videoCompleted: false,
  totalWatched: false,
  audioProgress: 0,
  videoProgress: 0,
};

function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, Math.floor(percent)));
}

/**
 * Merges a report of a player into what is stored: flags only turn on, percents only rise, reaching the threshold completes
 * a medium, and the session is complete when every medium it has is, or when it is marked so. Order and repetition of
 * reports therefore do not matter.
 */
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

/** What a player reports about playback, in seconds; an unknown duration is NaN. */
export type PlaybackListener = {
  playing: (position: number, duration: number) => void;
  paused: (position: number, duration: number) => void;
  ended: (duration: number) => void;
};

/** Where a member stopped: in seconds, or in percent if only that is known. */
export type ResumePoint = { seconds: number } | { percent: number };

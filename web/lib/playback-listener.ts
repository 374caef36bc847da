/** What a player reports about playback, in seconds; an unknown duration is NaN. */
export type PlaybackListener = {
  playing: (position: number, duration: number) => void;
  paused: (position: number, duration: number) => void;
  ended: (duration: number) => void;
};

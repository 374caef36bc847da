/** What a player tells about playback, in seconds; a duration that is not known is NaN. */
export type PlaybackListener = {
  playing: (position: number, duration: number) => void;
  paused: (position: number, duration: number) => void;
  ended: (duration: number) => void;
};

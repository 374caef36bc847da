/** What a player tells about playback; positions in percent of the whole, times in seconds. */
export type PlaybackListener = {
  playing: (percent: number, position: number) => void;
  paused: (percent: number) => void;
  ended: () => void;
};

import { useEffect, useState } from "react";
import { listen } from "../../lib/listen.ts";

const SILENT = {
  isPlaying: false,
  isWaiting: false,
  hasEnded: false,
  position: 0,
  /** 0 while unknown. */
  duration: 0,
  isMuted: false,
  volume: 1,
  rate: 1,
};
export type MediaState = typeof SILENT;

const EVENTS =
  "play playing pause ended timeupdate seeked durationchange loadedmetadata volumechange ratechange waiting canplay emptied";

/** Mirrors a media element's state; the element is the only source of truth. */
export function useMediaState(media: HTMLMediaElement | null): MediaState {
  const [state, setState] = useState(SILENT);
  useEffect(() => {
    if (media === null) return;
    const update = () =>
      setState({
        isPlaying: !media.paused && !media.ended,
        isWaiting: !media.paused && media.readyState < media.HAVE_FUTURE_DATA,
        hasEnded: media.ended,
        position: media.currentTime,
        duration: Number.isFinite(media.duration) ? media.duration : 0,
        isMuted: media.muted,
        volume: media.volume,
        rate: media.playbackRate,
      });
    update();
    return listen(media, Object.fromEntries(EVENTS.split(" ").map((name) => [name, update])));
  }, [media]);
  return media === null ? SILENT : state;
}

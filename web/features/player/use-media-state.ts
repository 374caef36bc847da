import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { pageVideoAtom } from "./active-medium.atoms.ts";

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

/** Whether the page's video is playing: then nothing should scroll it away. */
export function useIsWatching(): boolean {
  return useMediaState(useAtomValue(pageVideoAtom)).isPlaying;
}

/** Reports a media element's playback to the listener; null reports nothing (the administrator's preview). */
export function usePlaybackReports(media: HTMLMediaElement | null, listener: PlaybackListener | null): void {
  useEffect(() => {
    if (media === null || listener === null) return;
    const { date } = media.dataset;
    // The app's <audio> may hold the next track before this one's last event arrives.
    const isOurs = () => media.dataset.date === date;
    // Seeking while paused moves the position too, but nothing is heard.
    const timeupdate = () => isOurs() && !media.paused && listener.playing(media.currentTime, media.duration);
    const pause = () => isOurs() && !media.ended && listener.paused(media.currentTime, media.duration);
    const ended = () => isOurs() && listener.ended(media.duration);
    // Capturing, so that an end is reported before the queue loads its next session.
    return listen(media, { timeupdate, pause, ended }, true);
  }, [media, listener]);
}

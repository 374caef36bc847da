import { useEffect } from "react";
import type { PlaybackListener } from "../../lib/playback-listener.ts";

/** Tells the listener what a media element does; null listens to nothing (admin preview). */
export function usePlaybackReports(media: HTMLMediaElement | null, listener: PlaybackListener | null): void {
  useEffect(() => {
    if (media === null || listener === null) return;
    const { date } = media.dataset;
    // The app's <audio> may hold the next track before the last event of this one has come.
    const isOurs = () => media.dataset.date === date;
    // A seek while paused moves the position too, but nothing was heard.
    const onTime = () => isOurs() && !media.paused && listener.playing(media.currentTime, media.duration);
    const onPause = () => isOurs() && !media.ended && listener.paused(media.currentTime, media.duration);
    const onEnded = () => isOurs() && listener.ended(media.duration);
    media.addEventListener("timeupdate", onTime);
    media.addEventListener("pause", onPause);
    media.addEventListener("ended", onEnded);
    return () => {
      media.removeEventListener("timeupdate", onTime);
      media.removeEventListener("pause", onPause);
      media.removeEventListener("ended", onEnded);
    };
  }, [media, listener]);
}

import { useEffect } from "react";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";

/** Tells the listener what a media element does; null listens to nothing (admin preview). */
export function usePlaybackReports(media: HTMLMediaElement | null, listener: PlaybackListener | null): void {
  useEffect(() => {
    if (media === null || listener === null) return;
    const { date } = media.dataset;
    // The app's <audio> may hold the next track before the last event of this one has come.
    const isOurs = () => media.dataset.date === date;
    // A seek while paused moves the position too, but nothing was heard.
    const timeupdate = () => isOurs() && !media.paused && listener.playing(media.currentTime, media.duration);
    const pause = () => isOurs() && !media.ended && listener.paused(media.currentTime, media.duration);
    const ended = () => isOurs() && listener.ended(media.duration);
    return listen(media, { timeupdate, pause, ended });
  }, [media, listener]);
}

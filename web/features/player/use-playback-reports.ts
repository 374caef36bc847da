import { useEffect } from "react";
import { listen } from "../../lib/listen.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";

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
    return listen(media, { timeupdate, pause, ended });
  }, [media, listener]);
}

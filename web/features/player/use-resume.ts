import { useEffect, useRef, useState } from "react";
import { listen } from "../../lib/listen.ts";
import type { ResumePoint } from "../../lib/playback-listener.ts";

/** Closer to the start or the end than this, a listener expects to start over. */
const WORTH_RESUMING_SECONDS = 10;

function secondsOf(point: ResumePoint, duration: number): number {
  const seconds = "seconds" in point ? point.seconds : (duration * point.percent) / 100;
  const isWorthIt = seconds >= WORTH_RESUMING_SECONDS && seconds <= duration - WORTH_RESUMING_SECONDS;
  return isWorthIt ? seconds : 0;
}

/** A resume point that arrives later than this doesn't move someone who is already listening. */
const LATEST_SECONDS = 60;

/**
 * Resumes a medium once, unless the member has moved it; sound doesn't wait for the point (undefined until known).
 * @returns whether it has settled; don't save positions from before that
 */
export function useResume(
  media: HTMLMediaElement | null,
  point: ResumePoint | null | undefined,
  onResumed: (seconds: number) => void,
): boolean {
  const [settled, setSettled] = useState<HTMLMediaElement | null>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    if (media === null) return;
    isMoved.current = media.currentTime >= WORTH_RESUMING_SECONDS;
    const seeking = () => {
      isMoved.current ||= media.currentTime >= WORTH_RESUMING_SECONDS;
    };
    return listen(media, { seeking });
  }, [media]);
  useEffect(() => {
    if (media === null || point === undefined) return;
    const seek = () => {
      // Vimeo's element loads its metadata before it knows the duration.
      if (Number.isNaN(media.duration)) return;
      stopWaiting();
      const seconds = point === null ? 0 : secondsOf(point, media.duration);
      if (seconds > 0 && !isMoved.current && media.currentTime < LATEST_SECONDS) {
        media.currentTime = seconds;
        onResumed(seconds);
      }
      setSettled(media);
    };
    const stopWaiting = listen(media, { loadedmetadata: seek, durationchange: seek });
    seek();
    return stopWaiting;
  }, [media, point, onResumed]);
  return media !== null && settled === media;
}

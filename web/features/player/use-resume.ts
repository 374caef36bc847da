import { useEffect } from "react";

type ResumePoint = { seconds: number } | { percent: number };

/** Nearer to the start or the end than this, beginning again is what a listener expects. */
const WORTH_RESUMING_SECONDS = 10;

function secondsOf(point: ResumePoint, duration: number): number {
  const seconds = "seconds" in point ? point.seconds : (duration * point.percent) / 100;
  const isWorthIt = seconds >= WORTH_RESUMING_SECONDS && seconds <= duration - WORTH_RESUMING_SECONDS;
  return isWorthIt ? seconds : 0;
}

/**
 * Takes up a medium where the member left it, once, and only while it is still at its beginning: whoever has moved it
 * knows better. `onResumed` hears the second.
 */
export function useResume(
  media: HTMLMediaElement | null,
  point: ResumePoint | null,
  onResumed: (seconds: number) => void,
): void {
  useEffect(() => {
    if (media === null || point === null) return;
    const waiting = new AbortController();
    const seek = () => {
      // Vimeo's element has its metadata before it knows the length.
      if (Number.isNaN(media.duration)) return;
      waiting.abort();
      const seconds = secondsOf(point, media.duration);
      if (seconds === 0 || media.currentTime >= WORTH_RESUMING_SECONDS) return;
      media.currentTime = seconds;
      onResumed(seconds);
    };
    for (const name of ["loadedmetadata", "durationchange"]) {
      media.addEventListener(name, seek, { signal: waiting.signal });
    }
    seek();
    return () => waiting.abort();
  }, [media, point, onResumed]);
}

import { useEffect, useRef, useState } from "react";
import { listen } from "../../lib/listen.ts";

type ResumePoint = { seconds: number } | { percent: number };

/** Nearer to the start or the end than this, beginning again is what a listener expects. */
const WORTH_RESUMING_SECONDS = 10;

function secondsOf(point: ResumePoint, duration: number): number {
  const seconds = "seconds" in point ? point.seconds : (duration * point.percent) / 100;
  const isWorthIt = seconds >= WORTH_RESUMING_SECONDS && seconds <= duration - WORTH_RESUMING_SECONDS;
  return isWorthIt ? seconds : 0;
}

/** Later than this an answer finds somebody who listens, and moves them no more. */
const LATEST_SECONDS = 60;

/**
 * Takes up a medium where the member left it, once, and only while nobody has moved it: who did knows better. Sound may have
 * begun meanwhile, since it does not wait for the point (undefined until it is known). `onResumed` hears the second.
 * @returns whether it stands where it goes on: what was heard before that is nobody's position.
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
      // Vimeo's element has its metadata before it knows the length.
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

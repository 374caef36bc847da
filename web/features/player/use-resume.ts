import { useEffect } from "react";

// Nearer to the start than this, beginning again is what a listener expects.
const WORTH_RESUMING_PERCENT = 3;

/** Takes up a medium where the member left it, once, before anything was played. */
export function useResume(media: HTMLMediaElement | null, percent: number | null): void {
  useEffect(() => {
    if (media === null || percent === null || percent < WORTH_RESUMING_PERCENT) return;
    const seek = () => {
      if (media.currentTime < 5) media.currentTime = (media.duration * percent) / 100;
    };
    if (media.readyState >= media.HAVE_METADATA) {
      seek();
      return;
    }
    media.addEventListener("loadedmetadata", seek, { once: true });
    return () => media.removeEventListener("loadedmetadata", seek);
  }, [media, percent]);
}

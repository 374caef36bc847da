import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { listen } from "../../lib/listen.ts";

/**
 * Before its start and after its end, a video shows its picture and one large button. That button takes focus once `takesFocus`
 * is true; focus moves between it and the bar's play button, of which one is visible at a time.
 */
export function useVideoStart(media: HTMLMediaElement | null, takesFocus: boolean) {
  const [phase, setPhase] = useState<"new" | "started" | "ended">("new");
  const button = useRef<HTMLButtonElement>(null);
  const playButton = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (media === null) return;
    const change = (next: typeof phase, from: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>) => {
      const hadFocus = from.current !== null && from.current === document.activeElement;
      // A hidden button takes no focus.
      flushSync(() => setPhase(next));
      if (hadFocus) to.current?.focus({ preventScroll: true });
    };
    const play = () => change("started", button, playButton);
    const ended = () => change("ended", playButton, button);
    // Someone who goes back from the end sees where; playing again seeks, too, but isn't paused.
    const seeking = () => media.paused && setPhase((now) => (now === "ended" ? "started" : now));
    // Capturing, so that it runs before the listener that removes the start button.
    return listen(media, { play, ended, seeking }, true);
  }, [media]);
  return { isStarted: phase === "started", hasEnded: phase === "ended", button, playButton };
}

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { listen } from "../../lib/listen.ts";

/** Focuses the start button once `takesFocus` is true; whenever the video starts, focus moves on to the bar's play button. */
export function useVideoStart(media: HTMLMediaElement | null, takesFocus: boolean) {
  const [isStarted, setIsStarted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const playButton = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (media === null) return;
    const play = () => {
      const hadFocus = button.current !== null && button.current === document.activeElement;
      // The bar is visible only once started, and a hidden button takes no focus.
      flushSync(() => setIsStarted(true));
      if (hadFocus) playButton.current?.focus({ preventScroll: true });
    };
    // Capturing, so that it runs before the listener that removes the start button.
    return listen(media, { play }, true);
  }, [media]);
  return { isStarted, button, playButton };
}

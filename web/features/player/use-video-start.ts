import { useEffect, useRef, useState } from "react";
import { listen } from "../../lib/listen.ts";

/** Focuses the start button once `takesFocus` is true; when the video starts, the focus moves on to the bar's play button. */
export function useVideoStart(media: HTMLMediaElement | null, takesFocus: boolean) {
  const [isStarted, setIsStarted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const playButton = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (media === null) return;
    const play = () => {
      hadFocus.current = button.current !== null && button.current === document.activeElement;
      setIsStarted(true);
    };
    return listen(media, { play });
  }, [media]);
  useEffect(() => {
    if (isStarted && hadFocus.current) playButton.current?.focus({ preventScroll: true });
  }, [isStarted]);
  return { isStarted, button, playButton };
}

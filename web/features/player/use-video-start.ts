import { useEffect, useRef, useState } from "react";
import { listen } from "../../lib/listen.ts";

/** The button that starts the video has the focus once `takesFocus` is true, and gives it on to the one of the bar. */
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

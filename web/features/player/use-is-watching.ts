import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { listen } from "../../lib/listen.ts";
import { pageVideoAtom } from "./active-medium.atoms.ts";

/** Whether the page's video is playing: then nothing should scroll it away. */
export function useIsWatching(): boolean {
  const video = useAtomValue(pageVideoAtom);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (video === null) return;
    const update = () => setIsPlaying(!video.paused && !video.ended);
    update();
    return listen(video, { play: update, pause: update, ended: update });
  }, [video]);
  return video !== null && isPlaying;
}

import { useSetAtom } from "jotai";
import type { MouseEvent } from "react";
import { type ItemAudio, OPENED_TO_PLAY, playTrackAtom, trackOf } from "./player.atoms.ts";

/** Link props that start an item's audio within the click, because browsers block sound otherwise. */
export function useExperience() {
  const play = useSetAtom(playTrackAtom);
  return (item: ItemAudio, href: string) => ({
    state: OPENED_TO_PLAY,
    onClick: (event: MouseEvent) => {
      const track = trackOf(item, href, true);
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (track !== null && !opensElsewhere) void play(track);
    },
  });
}

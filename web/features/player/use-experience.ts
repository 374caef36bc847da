import { useSetAtom } from "jotai";
import type { MouseEvent } from "react";
import { OPENED_TO_PLAY, playTrackAtom, trackOf } from "./player.atoms.ts";

/** What a link to an item does so that its sound begins with the click: browsers let nothing else begin to sound. */
export function useExperience() {
  const play = useSetAtom(playTrackAtom);
  return (item: Parameters<typeof trackOf>[0], href: string) => ({
    state: OPENED_TO_PLAY,
    onClick: (event: MouseEvent) => {
      const track = trackOf(item, href, true);
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (track !== null && !opensElsewhere) void play(track);
    },
  });
}

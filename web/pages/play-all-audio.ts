import { useAtomValue, useSetAtom } from "jotai";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { contentPath } from "#domain/paths.ts";
import { audioAtom, playTrackAtom, trackOf } from "../features/player/player.atoms.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { useToast } from "../ui/use-toast.ts";

/** Plays sessions one after another: the first within the click, before the queue's code has loaded. */
export function usePlayAllAudio() {
  const audio = useAtomValue(audioAtom);
  const play = useSetAtom(playTrackAtom);
  const showToast = useToast();
  return (shown: readonly BrowsedItem[], readMore: (most: number) => Promise<BrowsedItem[]>) => {
    const first = shown.find(({ audioFilename }) => audioFilename !== null);
    const track = first && trackOf(first, contentPath(first.date), true);
    if (!track || audio === null) return;
    // What is loaded already isn't loaded again.
    if (audio.dataset.date === track.date) audio.currentTime = 0;
    void play({ ...track, startsOver: true });
    loadChunk(() => import("../features/player/queue-row.tsx")).then(
      (module) => module.startQueue(shown, readMore),
      () => showToast({ tone: "error", title: "Only the first session plays", description: "The others didn't load." }),
    );
  };
}

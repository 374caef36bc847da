import { atom } from "jotai";
import { audioAtom, loadAtom, loadedAtom, resumedAtAtom, type Track, trackAtom } from "./player.atoms.ts";

/** Whether the click that led to an item asked for its sound. */
export function isOpenedToPlay(state: unknown): boolean {
  return typeof state === "object" && state !== null && "play" in state && state.play === true;
}

/** Makes a track ready on its page without a sound, unless another one is sounding. */
export const cueTrackAtom = atom(null, (get, set, track: Track) => {
  const audio = get(audioAtom);
  if (audio === null || get(trackAtom)?.date === track.date || !audio.paused) return;
  set(loadAtom, audio, track);
  set(loadedAtom, { track, isStarted: false });
});

/** Back to the beginning of an item's audio, if that is what the element holds; `isStopped` silences it as well. */
export const rewindAtom = atom(null, (get, set, date: string, isStopped: boolean) => {
  const audio = get(audioAtom);
  if (audio === null || get(trackAtom)?.date !== date) return;
  // In this order the pause is one at the beginning, for whoever reports it.
  audio.currentTime = 0;
  if (isStopped) audio.pause();
  set(resumedAtAtom, null);
});

import { atom } from "jotai";
import { audioAtom, loadAtom, loadedAtom, queueAtom, resumedAtAtom, type Track, trackAtom } from "./player.atoms.ts";

export function isOpenedToPlay(state: unknown): boolean {
  return typeof state === "object" && state !== null && "play" in state && state.play === true;
}

/** Loads a track without playing it, unless another one is playing or a queue has its own. */
export const cueTrackAtom = atom(null, (get, set, track: Track) => {
  const audio = get(audioAtom);
  if (audio === null || get(trackAtom)?.date === track.date || !audio.paused || get(queueAtom)) return;
  set(loadAtom, audio, track);
  set(loadedAtom, { track, isStarted: false });
});

/** Rewinds an item's audio if it is loaded; `isStopped` also pauses it. */
export const rewindAtom = atom(null, (get, set, date: string, isStopped: boolean) => {
  const audio = get(audioAtom);
  if (audio === null || get(trackAtom)?.date !== date) return;
  // Rewind before pausing, so that the pause is reported at 0.
  audio.currentTime = 0;
  if (isStopped) audio.pause();
  set(resumedAtAtom, null);
});

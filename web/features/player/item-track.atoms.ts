import { atom } from "jotai";
import { openedBy } from "../../lib/link-secrets.ts";
import {
  audioAtom,
  loadAtom,
  loadedAtom,
  playTrackAtom,
  queueAtom,
  resumedAtAtom,
  type Track,
  trackAtom,
} from "./player.atoms.ts";

/** Loads a track, unless another one is playing or a queue has its own. A tap on a notification asks to hear it, if the browser lets us. */
export const cueTrackAtom = atom(null, (get, set, track: Track) => {
  const audio = get(audioAtom);
  if (audio === null || get(trackAtom)?.date === track.date || !audio.paused || get(queueAtom)) return;
  if (openedBy() === "notification") return void set(playTrackAtom, track);
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

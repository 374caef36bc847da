import { atom } from "jotai";
import { openedBy } from "../../lib/link-secrets.ts";
import { audioAtom, loadAtom, loadedAtom, queueAtom, resumedAtAtom, type Track, trackAtom } from "./player.atoms.ts";

export const isOpenedToPlay = (state: { play?: boolean } | null): boolean => state?.play === true;

/** Loads a track, unless another one is playing or a queue has its own. It plays after a tap on a notification, if the browser lets it. */
export const cueTrackAtom = atom(null, (get, set, track: Track) => {
  const audio = get(audioAtom);
  if (audio === null || get(trackAtom)?.date === track.date || !audio.paused || get(queueAtom)) return;
  set(loadAtom, audio, track);
  const loaded = { track, isStarted: false };
  set(loadedAtom, loaded);
  if (openedBy() !== "notification") return;
  audio.play().then(
    () => get(loadedAtom) === loaded && set(loadedAtom, { track, isStarted: true }),
    () => undefined,
  );
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

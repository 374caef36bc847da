import { atom } from "jotai";
import { listen } from "../../lib/listen.ts";
import { audioAtom, sleepAtom, trackAtom } from "./player.atoms.ts";
import { PREFERENCES, setSpeed } from "./player-preferences.ts";

const pageVideoAtom = atom<HTMLMediaElement | null>(null);

const startedAtom = atom<EventTarget | null>(null);
startedAtom.onMount = (set) => {
  // A capturing listener hears every medium, whichever element it is.
  return listen(document, { play: ({ target }) => set(target) }, true);
};

const mediaAtom = atom((get) => [get(audioAtom), get(pageVideoAtom)].filter((media) => media !== null));

/** The one of them that began to play last; null before any has. */
export const activeMediumAtom = atom((get) => {
  const started = get(startedAtom);
  return get(mediaAtom).find((media) => media === started) ?? null;
});

/** Tells of the page's video, until the answer is called. */
export const showVideoAtom = atom(null, (get, set, video: HTMLMediaElement) => {
  set(pageVideoAtom, video);
  return () => {
    set(pageVideoAtom, null);
    // Nothing is left that it could pause, and what is played later was not meant.
    if (get(trackAtom) === null) set(sleepAtom, null);
  };
});

/** One speed for all that the member plays, remembered in this browser. */
export const chooseSpeedAtom = atom(null, (get, _set, speed: number) => {
  for (const media of get(mediaAtom)) setSpeed(media, speed);
  PREFERENCES.speed.write(speed);
});

export const pauseAllAtom = atom(null, (get) => {
  for (const media of get(mediaAtom)) media.pause();
});

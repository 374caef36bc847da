import { atom } from "jotai";
import { listen } from "../../lib/listen.ts";
import { audioAtom, keysChoiceAtom, sleepAtom, trackAtom } from "./player.atoms.ts";
import { PREFERENCES, setSpeed } from "./player-preferences.ts";

export const pageVideoAtom = atom<HTMLMediaElement | null>(null);

const startedAtom = atom<EventTarget | null>(null);
startedAtom.onMount = (set) => {
  // A capturing listener sees `play` of every medium, because media events don't bubble.
  return listen(document, { play: ({ target }) => set(target) }, true);
};

const mediaAtom = atom((get) => [get(audioAtom), get(pageVideoAtom)].filter((media) => media !== null));

/** The medium that started playing last; null if none has. */
export const activeMediumAtom = atom((get) => {
  const started = get(startedAtom);
  return get(mediaAtom).find((media) => media === started) ?? null;
});

/** Registers the page's video. @returns a function that unregisters it */
export const showVideoAtom = atom(null, (get, set, video: HTMLMediaElement) => {
  set(pageVideoAtom, video);
  return () => {
    set(pageVideoAtom, null);
    // Without a track, the sleep timer has nothing left to pause, and must not stop what plays later.
    if (get(trackAtom) === null) set(sleepAtom, null);
  };
});

export const chooseSpeedAtom = atom(null, (get, _set, speed: number) => {
  for (const media of get(mediaAtom)) setSpeed(media, speed);
  PREFERENCES.speed.write(speed);
});

export const keysAtom = atom(
  (get) => get(keysChoiceAtom) ?? PREFERENCES.keys.read() !== 0,
  (_get, set, isOn: boolean) => {
    set(keysChoiceAtom, isOn);
    PREFERENCES.keys.write(isOn ? 1 : 0);
  },
);

export const pauseAllAtom = atom(null, (get) => {
  for (const media of get(mediaAtom)) media.pause();
});

/** Whether the device probably has a keyboard. No media query tells, but a device with a pointer that hovers usually has one. */
export function hasKeyboard(): boolean {
  return window.matchMedia("(any-hover: hover)").matches;
}

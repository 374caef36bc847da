import { atom } from "jotai";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { storedText } from "../../lib/stored.ts";
import type { MediaCondition } from "./use-media-recovery.ts";

export type Track = {
  date: string;
  title: string;
  filename: string;
  artworkFilename: string | null;
  /** Seconds according to the library, until the file is loaded. */
  duration: number | null;
  href: string;
  /** False in the administrator's preview. */
  savesProgress: boolean;
  /** Plays from its start, wherever the member stopped. */
  startsOver?: boolean;
};

/** Sessions that play one after another (web/features/player/queue.atoms.ts, which loads with the first queue). */
export type Queue = { tracks: Track[]; place: number; failures: number | null };
export const queueAtom = atom<Queue | null>(null);
/** Survives a reload of the tab. */
export const queueText = storedText("queue", { scope: "tab", endsWith: "session" });
export const keepQueueAtom = atom(null, (_get, set, queue: Queue | null) => {
  set(queueAtom, queue);
  queueText.write(queue && JSON.stringify(queue));
});

/** The app-level element, which survives navigation between pages. */
export const audioAtom = atom<HTMLAudioElement | null>(null);
export const audioConditionAtom = atom<MediaCondition>({ status: "fine" });

/** Seconds at which the track resumed; null if it started at the beginning. */
export const resumedAtAtom = atom<number | null>(null);

/** Track and start in one atom, so that they change together; the two below read it. */
export const loadedAtom = atom<{ track: Track; isStarted: boolean } | null>(null);
export const trackAtom = atom((get) => get(loadedAtom)?.track ?? null);
/** Whether the member asked to hear it: only then do other pages show the mini-player. */
export const isStartedAtom = atom((get) => get(loadedAtom)?.isStarted ?? false);

export type ItemAudio = Pick<ContentItem, "date" | "title" | "audioFilename" | "artworkFilename" | "duration">;

export function trackOf(item: ItemAudio, href: string, savesProgress: boolean): Track | null {
  const { date, title, audioFilename: filename, artworkFilename, duration } = item;
  return filename === null ? null : { date, title, filename, artworkFilename, duration, href, savesProgress };
}

/** Navigation state for a click that asked for the sound of its target. */
export const OPENED_TO_PLAY = { play: true };

export function audioSource({ filename }: Track): string {
  return `/audio/${encodeURIComponent(filename)}`;
}

export type Sleep = { kind: "minutes"; minutes: number; endsAt: number } | { kind: "end" };
export const sleepAtom = atom<Sleep | null>(null);

/** The member's choice about the keys since the page loaded (web/features/player/active-medium.atoms.ts). */
export const keysChoiceAtom = atom<boolean | null>(null);

export const loadAtom = atom(null, (_get, set, audio: HTMLAudioElement, track: Track) => {
  // Playback reports check this mark, because the previous track's last events may still arrive.
  audio.dataset.date = track.date;
  audio.src = audioSource(track);
  set(audioConditionAtom, { status: "fine" });
  set(resumedAtAtom, null);
});

/** Plays a track; must be called in the click's handler. @returns false if the browser still refuses */
export const playTrackAtom = atom(null, async (get, set, track: Track): Promise<boolean> => {
  const audio = get(audioAtom);
  if (audio === null) return false;
  if (get(trackAtom)?.date !== track.date) set(loadAtom, audio, track);
  set(loadedAtom, { track, isStarted: true });
  try {
    await audio.play();
    return true;
  } catch {
    return false;
  }
});

export const closePlayerAtom = atom(null, (get, set) => {
  const audio = get(audioAtom);
  set(loadedAtom, null);
  set(keepQueueAtom, null);
  set(sleepAtom, null);
  set(keysChoiceAtom, null);
  set(audioConditionAtom, { status: "fine" });
  if (audio === null) return;
  // Without the mark, no one reports this pause; the last position is saved when the reporting component unmounts.
  delete audio.dataset.date;
  audio.pause();
  audio.removeAttribute("src");
  audio.load();
});

import { atom } from "jotai";
import type { ContentItem } from "#domain/contract/content/content.ts";
import type { MediaCondition } from "./use-media-recovery.ts";

export type Track = {
  date: string;
  title: string;
  filename: string;
  artworkFilename: string | null;
  /** Seconds as the library knows them, until the file itself tells. */
  duration: number | null;
  href: string;
  /** False in the administrator's preview. */
  savesProgress: boolean;
};

/** The element at app level: no page takes it along when it goes. */
export const audioAtom = atom<HTMLAudioElement | null>(null);
export const audioConditionAtom = atom<MediaCondition>({ status: "fine" });

/** Where the track was taken up, in seconds; null at its beginning. */
export const resumedAtAtom = atom<number | null>(null);

/** Track and start in one: changed as a whole, and read by the two below. */
export const loadedAtom = atom<{ track: Track; isStarted: boolean } | null>(null);
export const trackAtom = atom((get) => get(loadedAtom)?.track ?? null);
/** Whether the member has asked for the sound of it: only then other pages show the mini-player. */
export const isStartedAtom = atom((get) => get(loadedAtom)?.isStarted ?? false);

type ItemAudio = Pick<ContentItem, "date" | "title" | "audioFilename" | "artworkFilename" | "duration">;

export function trackOf(item: ItemAudio, href: string, savesProgress: boolean): Track | null {
  const { date, title, audioFilename: filename, artworkFilename, duration } = item;
  return filename === null ? null : { date, title, filename, artworkFilename, duration, href, savesProgress };
}

/** State of a navigation whose click asked for the sound of what it leads to. */
export const OPENED_TO_PLAY = { play: true };

export function audioSource({ filename }: Track): string {
  return `/audio/${encodeURIComponent(filename)}`;
}

export type Sleep = { kind: "minutes"; minutes: number; endsAt: number } | { kind: "end" };
export const sleepAtom = atom<Sleep | null>(null);

/** What the member has said of the keys since the page was loaded (web/features/player/keys.atoms.ts). */
export const keysChoiceAtom = atom<boolean | null>(null);

export const loadAtom = atom(null, (_get, set, audio: HTMLAudioElement, track: Track) => {
  // Reports of an earlier track go by this mark: events of its last moments may still be on their way.
  audio.dataset.date = track.date;
  audio.src = audioSource(track);
  set(audioConditionAtom, { status: "fine" });
  set(resumedAtAtom, null);
});

/** Plays a track from within the click that asks for it; false where the browser refuses all the same. */
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
  set(sleepAtom, null);
  set(keysChoiceAtom, null);
  set(audioConditionAtom, { status: "fine" });
  if (audio === null) return;
  // Without its mark the pause is nobody's: what was heard last is sent when the reports' component goes.
  delete audio.dataset.date;
  audio.pause();
  audio.removeAttribute("src");
  audio.load();
});

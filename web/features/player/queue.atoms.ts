import { atom } from "jotai";
import { isRecord } from "../../lib/parse-json.ts";
import { keepQueueAtom, playTrackAtom, type Queue, queueAtom, type Track } from "./player.atoms.ts";

/** Plays another session of the queue. `failures` says how many in a row didn't load. */
export const moveAtom = atom(null, (get, set, step: 1 | -1, failures: number = 0) => {
  const queue = get(queueAtom);
  const place = (queue?.place ?? 0) + step;
  const track = queue?.tracks[place];
  if (!queue || !track) return;
  // A session that was left resumes if the member comes back to it.
  const tracks = queue.tracks.map((one, at) => (at === queue.place ? { ...one, startsOver: false } : one));
  set(keepQueueAtom, { ...queue, tracks, place, failures });
  void set(playTrackAtom, track);
});

const isTrack = (value: unknown): value is Track =>
  isRecord(value) && [value.date, value.title, value.filename, value.href].every((part) => typeof part === "string");

export function parseQueue(value: unknown): Queue | null {
  const { tracks, place } = isRecord(value) ? value : {};
  if (!Array.isArray(tracks) || !tracks.every(isTrack) || typeof place !== "number" || !tracks[place]) return null;
  // After a reload nothing plays until the member asks, so what doesn't load isn't skipped either.
  return { tracks, place, failures: null };
}

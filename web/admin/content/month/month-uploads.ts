import { atom, getDefaultStore } from "jotai";
import { formatCount } from "#domain/formats.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { prepareFile } from "../../media/prepare-file.ts";
import { isUploading, startUpload, uploadsAtom } from "../../media/uploads.atoms.ts";
import { listUnsaved } from "../../parts/unsaved.ts";

const MOST_RUNNING = 3;

export type QueuedUpload = {
  /** "{content id}/{kind}", as in the day's editor, which shows the upload, too. */
  place: string;
  kind: MediumKind;
  file: File;
  attach: (key: string) => Promise<void>;
};

/** Files that wait for their turn, and why files were refused, by place. */
export const queueAtom = atom<ReadonlyMap<string, QueuedUpload>>(new Map());
export const refusedAtom = atom<ReadonlyMap<string, string>>(new Map());

const store = getDefaultStore();
const begun = new Set<string>();
/** Between their turn and their first state. */
const starting = new Set<string>();

function runningCount(): number {
  const uploads = store.get(uploadsAtom);
  // A failed one leaves its place to the next.
  const own = [...begun].filter((place) => (uploads.get(place)?.state.step ?? "failed") !== "failed");
  return starting.size + own.length;
}

async function begin({ place, kind, file, attach }: QueuedUpload): Promise<void> {
  try {
    await startUpload({ place, kind, file: await prepareFile(kind, file), onUploaded: ({ key }) => attach(key) });
  } catch (error) {
    store.set(refusedAtom, new Map(store.get(refusedAtom)).set(place, errorDetail(error)));
  }
  starting.delete(place);
  next();
}

function next(): void {
  const queue = new Map(store.get(queueAtom));
  for (const [place, upload] of queue) {
    if (runningCount() >= MOST_RUNNING) break;
    queue.delete(place);
    begun.add(place);
    starting.add(place);
    void begin(upload);
  }
  if (queue.size !== store.get(queueAtom).size) store.set(queueAtom, queue);
}

store.sub(uploadsAtom, next);

/** Uploads these files, three at a time. A place that has one, or waits for one, is left alone. */
export function enqueue(uploads: readonly QueuedUpload[]): void {
  const known = store.get(queueAtom);
  const fresh = uploads.filter(({ place }) => !known.has(place) && !starting.has(place) && !isUploading(place));
  if (fresh.length === 0) return;
  const refused = new Map(store.get(refusedAtom));
  for (const { place } of fresh) refused.delete(place);
  store.set(refusedAtom, refused);
  store.set(queueAtom, new Map([...known, ...fresh.map((one) => [one.place, one] as const)]));
  next();
}

listUnsaved(() => {
  const waiting = store.get(queueAtom).size;
  return waiting > 0 ? [`Uploads: ${formatCount(waiting, "more file")}`] : [];
});

import { atom, getDefaultStore } from "jotai";
import type { Medium } from "#domain/contract/media.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { listUnsaved } from "../parts/unsaved.ts";
import type { Sending } from "./send-file.ts";

type Control = { resume: () => void; cancel: () => Promise<void> };
export type RunningUpload = { filename: string; state: Sending; control: Control };

const store = getDefaultStore();

/** Uploads by place, such as an item's audio. They continue while another tab of the area is open. */
export const uploadsAtom = atom<ReadonlyMap<string, RunningUpload>>(new Map());

function put(place: string, upload: RunningUpload | null): void {
  const next = new Map(store.get(uploadsAtom));
  if (upload === null) next.delete(place);
  else next.set(place, upload);
  store.set(uploadsAtom, next);
}

type NewUpload = { place: string; kind: MediumKind; file: File; onUploaded: (medium: Medium) => void | Promise<void> };

/** Places whose uploader is still loading. */
const starting = new Set<string>();

export function uploadsOf(uploads: ReadonlyMap<string, RunningUpload>, contentId: string) {
  const own = [...uploads].filter(([place]) => place.startsWith(`${contentId}/`));
  return own.map(([place, { state }]) => ({ kind: place.slice(contentId.length + 1) as MediumKind, step: state.step }));
}

export function isUploading(place: string): boolean {
  return starting.has(place) || store.get(uploadsAtom).has(place);
}

/** Does nothing where an upload runs already: a file dropped twice is sent once. */
export async function startUpload({ place, kind, file, onUploaded }: NewUpload): Promise<void> {
  if (isUploading(place)) return;
  starting.add(place);
  try {
    const { sendFile } = await loadChunk(() => import("./send-file.ts"));
    const end = async (medium: Medium) => {
      await onUploaded(medium);
      put(place, null);
    };
    const control: Control = sendFile({
      kind,
      file,
      onChange: (state) =>
        state.step === "done" ? end(state.medium) : put(place, { filename: file.name, state, control }),
    });
  } finally {
    starting.delete(place);
  }
}

export function cancelUpload(place: string): void {
  void store.get(uploadsAtom).get(place)?.control.cancel();
  put(place, null);
}

/** What has arrived is kept for a day, but the file would have to be chosen again. */
listUnsaved(() => {
  const running = [...store.get(uploadsAtom).values()].filter(({ state }) => state.step !== "failed");
  return running.map(({ filename }) => `Upload: ${filename}`);
});

import { atom, getDefaultStore } from "jotai";
import { formatCount } from "#domain/formats.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { prepareFile } from "../../media/prepare-file.ts";
import { isUploading, startUpload, uploadsAtom } from "../../media/uploads.atoms.ts";
import { resettableAtom } from "../../parts/stored.atoms.ts";
import { listUnsaved } from "../../parts/unsaved.ts";
import { limitTo } from "../limit-to.ts";

type Upload = {
  /** "{content id}/{kind}", as in the day's editor, which shows the upload, too. */
  place: string;
  kind: MediumKind;
  file: File;
  attach: (key: string) => Promise<void>;
};

/** Places whose file waits for its turn, and why files were refused, by place. */
export const queueAtom = resettableAtom<ReadonlySet<string>>(() => new Set());
export const refusedAtom = atom<ReadonlyMap<string, string>>(new Map());

const store = getDefaultStore();
const inTurn = limitTo(3);

/** Resolves once the upload is done, given up, or failed: a failed one doesn't hold up the next. */
function endOf(place: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if ((store.get(uploadsAtom).get(place)?.state.step ?? "failed") !== "failed") return;
      stop();
      resolve();
    };
    const stop = store.sub(uploadsAtom, look);
    look();
  });
}

async function run({ place, kind, file, attach }: Upload): Promise<void> {
  // After a logout, nothing waits anymore.
  if (!store.get(queueAtom).has(place)) return;
  try {
    await startUpload({ place, kind, file: await prepareFile(kind, file), onUploaded: ({ key }) => attach(key) });
  } catch (error) {
    store.set(refusedAtom, new Map(store.get(refusedAtom)).set(place, errorDetail(error)));
  }
  store.set(queueAtom, new Set([...store.get(queueAtom)].filter((one) => one !== place)));
  await endOf(place);
}

/** Uploads files, three at a time. A place that has one, or waits for one, is left alone. */
export function enqueue(uploads: readonly Upload[]): void {
  const queue = store.get(queueAtom);
  const fresh = uploads.filter(({ place }) => !queue.has(place) && !isUploading(place));
  if (fresh.length === 0) return;
  store.set(queueAtom, new Set([...queue, ...fresh.map(({ place }) => place)]));
  for (const upload of fresh) void inTurn(() => run(upload));
}

listUnsaved(() => {
  const waiting = store.get(queueAtom).size;
  return waiting > 0 ? [`Uploads: ${formatCount(waiting, "more file")}`] : [];
});

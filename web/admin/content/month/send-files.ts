import type { QueryClient } from "@tanstack/react-query";
import { atom, getDefaultStore } from "jotai";
import { formatCount } from "#domain/formats.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { prepareFile } from "../../media/prepare-file.ts";
import { startUpload, uploadsAtom } from "../../media/uploads.atoms.ts";
import { resettableAtom } from "../../parts/stored.atoms.ts";
import { listUnsaved } from "../../parts/unsaved.ts";
import { putContent, refreshPlan } from "../content.query.ts";
import { MEDIUM_OF_KIND } from "../content-fields.ts";
import { limitTo } from "../limit-to.ts";
import { type AwaitedFile, changeCreated, createdAtom } from "./created.atoms.ts";

/** Files that this page has and that aren't being uploaded yet, and why others were refused, by key. */
export const atHandAtom = resettableAtom<ReadonlyMap<string, File>>(() => new Map());
export const refusedAtom = atom<ReadonlyMap<string, string>>(new Map());

/** As in the day's editor, which shows the upload, too. */
export const placeOf = ({ id, kind }: AwaitedFile) => `${id}/${kind}`;

const store = getDefaultStore();
const inTurn = limitTo(3);
/** Names these attachments as one edit of each session. */
const FLOW = crypto.randomUUID();

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

/** Gives a draft its file. Repeated, it changes nothing. */
async function attach(queryClient: QueryClient, { key, id, kind }: AwaitedFile, medium: string): Promise<void> {
  const json = { [MEDIUM_OF_KIND[kind]]: medium, flow: FLOW };
  const item = await read(adminApi.content[":id"].$put({ param: { id: id ?? "" }, json }));
  const setDone = (file: AwaitedFile) => (file.key === key ? { ...file, isDone: true } : file);
  changeCreated((before) => ({ ...before, files: before.files.map(setDone) }));
  await putContent(queryClient, item.date, item);
  void refreshPlan(queryClient);
}

async function run(queryClient: QueryClient, awaited: AwaitedFile): Promise<void> {
  const { key, kind } = awaited;
  const file = store.get(atHandAtom).get(key);
  // Given up, or the administrator has logged out.
  if (!file) return;
  const onUploaded = (medium: { key: string }) => attach(queryClient, awaited, medium.key);
  try {
    await startUpload({ place: placeOf(awaited), kind, file: await prepareFile(kind, file), onUploaded });
  } catch (error) {
    store.set(refusedAtom, new Map(store.get(refusedAtom)).set(key, errorDetail(error)));
  }
  store.set(atHandAtom, new Map([...store.get(atHandAtom)].filter(([one]) => one !== key)));
  await endOf(placeOf(awaited));
}

const begun = new Set<string>();

/** Uploads what is at hand and has a draft, three at a time. */
export function sendFiles(queryClient: QueryClient): void {
  for (const file of store.get(createdAtom)?.files ?? []) {
    if (file.id === null || begun.has(file.key) || !store.get(atHandAtom).has(file.key)) continue;
    begun.add(file.key);
    void inTurn(() => run(queryClient, file)).finally(() => begun.delete(file.key));
  }
}

/** Takes files that are missing, by name and size, and returns the others. */
export function takeMissing(files: readonly File[], queryClient: QueryClient): File[] {
  const [atHand, uploads] = [store.get(atHandAtom), store.get(uploadsAtom)];
  const found = (store.get(createdAtom)?.files ?? []).flatMap((one) => {
    if (one.isDone || atHand.has(one.key) || uploads.has(placeOf(one))) return [];
    const file = files.find(({ name, size }) => name === one.name && size === one.size);
    return file ? [[one.key, file] as const] : [];
  });
  store.set(atHandAtom, new Map([...atHand, ...found]));
  store.set(refusedAtom, new Map([...store.get(refusedAtom)].filter(([key]) => found.every(([one]) => one !== key))));
  sendFiles(queryClient);
  return files.filter((file) => found.every(([, one]) => one !== file));
}

listUnsaved(() => {
  const waiting = store.get(atHandAtom).size;
  return waiting > 0 ? [`Uploads: ${formatCount(waiting, "more file")}`] : [];
});

import { MutationObserver, onlineManager, type QueryClient, useMutationState } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, hasErrorCode } from "../../lib/api-error.ts";
import { putContent, refreshPlan } from "./content.query.ts";
import { answered, type Draft, toSend } from "./content-draft.ts";
import { changeDraft, draftsAtom, readDraft } from "./drafts.atoms.ts";

const TRIES = 3;
/** More copies of a long transcript would fill the tab's storage. */
const MOST_SENT = 10;
/** Names this page as an editor: its saves within a few minutes are one edit. */
const FLOW = crypto.randomUUID();
const keyOf = (id: string) => ["save content", id];

/** Items saved since that was last confirmed. */
const news = new Set<string>();

/** The current item, sent with a save that was refused as stale; else null. */
function presentIn(error: unknown): LibraryItem | null {
  if (!(error instanceof ApiError) || error.code !== "stale") return null;
  return libraryItem.safeParse(error.present).data ?? null;
}

/** Shows the server's item on its day. The day it was on is empty, if someone else has moved or deleted it. */
async function show(queryClient: QueryClient, before: string, item: LibraryItem | null): Promise<void> {
  if (item?.date !== before) await putContent(queryClient, before, null);
  if (item) await putContent(queryClient, item.date, item);
}

/** Sends what is typed by now over the version known by now. A refused save tries again with what no one else changed. */
async function send(queryClient: QueryClient, id: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const draft = readDraft(id);
    const change = draft ? toSend(draft) : {};
    if (!draft || Object.keys(change).length === 0) return;
    changeDraft(id, (present) => present && { ...present, sent: [...present.sent, change].slice(-MOST_SENT) });
    const { version, date } = draft.item;
    const json = { ...change, version, flow: FLOW };
    try {
      const saved = await read(adminApi.content[":id"].$put({ param: { id }, json }));
      await show(queryClient, date, saved);
      changeDraft(id, (present) => present && answered(present, saved, change));
      if (saved.version !== version) news.add(id);
      // Not awaited: a slow list must not delay the next save.
      return refreshPlan(queryClient);
    } catch (error) {
      // Deleted; the day shows that above the text.
      if (hasErrorCode(error, "not_found")) await show(queryClient, date, null);
      const item = presentIn(error);
      if (!item || attempt === TRIES) {
        changeDraft(id, (present) => (present?.typed === draft.typed ? { ...present, failure: error } : present));
        throw error;
      }
      await show(queryClient, date, item);
      changeDraft(id, (present) => present && answered(present, item, {}));
    }
  }
}

/** Saves what is typed for an item, after its saves in progress. Never fails; offline, it only leaves a save waiting. */
export async function saveDraft(queryClient: QueryClient, id: string): Promise<void> {
  const mutationKey = keyOf(id);
  const draft = readDraft(id);
  const hasMore = draft !== undefined && Object.keys(toSend(draft)).length > 0;
  if (!hasMore && queryClient.isMutating({ mutationKey }) === 0) return;
  const saving = new MutationObserver(queryClient, {
    mutationKey,
    scope: { id },
    // "Saved" is shown as long.
    gcTime: 5 * MINUTE_MS,
    networkMode: "online",
    // A connection that has just been lost: the second try waits until there is one.
    retry: (failures, error) => failures === 0 && !(error instanceof ApiError),
    mutationFn: () => send(queryClient, id),
  });
  const done = saving.mutate().catch(() => undefined);
  void done.then(() => saving.reset());
  if (onlineManager.isOnline()) await done;
}

export const saveDrafts = (queryClient: QueryClient) =>
  Promise.all(Object.keys(getDefaultStore().get(draftsAtom)).map((id) => saveDraft(queryClient, id)));

/** Whether a save of the item succeeded since this was last asked. */
export const takeNews = (id: string) => news.delete(id);

/** Saves an item before an action that uses the stored one. @throws ApiError if something can't be saved */
export async function requireSaved(queryClient: QueryClient, id: string): Promise<void> {
  await saveDraft(queryClient, id);
  if (readDraft(id)) throw new ApiError(409, "Fix or save your changes first.", null);
}

export type SaveState = { phase: "idle" | "unsaved" | "saving" | "waiting" | "saved" | "failed"; error: unknown };

/** How far the saves of an item are. `hasMore`: something is typed that a save would send. */
export function useSaveState({ item, failure }: Draft, hasMore: boolean): SaveState {
  const saves = useMutationState({ filters: { mutationKey: keyOf(item.id) }, select: ({ state }) => state });
  const open = saves.filter(({ status }) => status === "pending");
  // A save waiting behind another is paused, too.
  if (open.some(({ isPaused }) => !isPaused)) return { phase: "saving", error: null };
  if (open.length > 0) return { phase: "waiting", error: null };
  if (hasMore) return { phase: failure === undefined ? "unsaved" : "failed", error: failure };
  return { phase: saves.at(-1)?.status === "success" ? "saved" : "idle", error: null };
}

import { useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminStatusAtom } from "../../lib/admin-status.atoms.ts";
import { useToast } from "../../ui/use-toast.ts";
import { resettableAtom } from "../parts/stored.atoms.ts";
import { contentOfDateQuery } from "./content.query.ts";
import {
  answered,
  type Choice,
  contestedIn,
  draftOf,
  resolved,
  shownIn,
  toSend,
  typeOver,
  videoAtStake,
} from "./content-draft.ts";
import { choiceOf, FIELD_NAMES, type FieldName, type Fields, fieldErrors, isSame } from "./content-fields.ts";
import { changeDraft, draftsAtom, readDraft } from "./drafts.atoms.ts";
import { reportUnsaved } from "./left-days.atoms.ts";
import { saveDraft, takeNews, useSaveState } from "./save-draft.ts";
import { useRelease } from "./use-release.ts";

const PAUSE_MS = 800;

/** Hosted videos that an address has replaced, by item; each can be put back. */
const replacedAtom = resettableAtom<Record<string, string | null>>(() => ({}));

/** Saves right away, and confirms what was saved in a toast. */
function useSettle(id: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useCallback(async () => {
    await saveDraft(queryClient, id);
    if (takeNews(id)) toast({ title: "Content Updated", tone: "success" });
  }, [queryClient, toast, id]);
}

/** The form of an item: what it shows, what isn't saved of it, and what changes it. */
export function useEditor(item: LibraryItem) {
  const { id, date } = item;
  const queryClient = useQueryClient();
  const draft = useAtomValue(draftsAtom)[id] ?? draftOf(item);
  const settle = useSettle(id);
  const save = useSaveState(draft, Object.keys(toSend(draft)).length > 0);
  const [shown, show] = useShown(shownIn(draft));
  const [replaced, setReplaced] = useAtom(replacedAtom);
  useSaves(id, save.phase === "unsaved" && draft.typed, settle);
  // A restored revision or another tab's save arrives as a new version of the item.
  useEffect(() => {
    changeDraft(id, (present) => (present && item.version > present.item.version ? answered(present, item) : present));
  }, [id, item]);

  function edit(changed: Partial<Fields>): void {
    show(changed);
    // A save may have been answered since this was rendered.
    const known = queryClient.getQueryData(contentOfDateQuery(date).queryKey);
    changeDraft(id, (present) => typeOver(present ?? draftOf(known?.id === id ? known : item), changed));
  }
  /** For what isn't typed: it has no pause to wait for. */
  function choose(changed: Partial<Fields>): void {
    edit(changed);
    void settle();
  }
  const setReplacedVideo = (key: string | null) => setReplaced((all) => ({ ...all, [id]: key }));
  const contested = contestedIn(draft);
  const release = useRelease({ id, date, status: shown.status, choose, settle });
  return {
    item: draft.item,
    shown,
    save,
    contested,
    release,
    edit,
    choose,
    settle,
    errors: fieldErrors(draft.typed, draft.failure),
    videoAtStake: contested.includes("youtubeUrl") ? null : videoAtStake(draft),
    replacedVideo: shown.videoKey === null ? (replaced[id] ?? null) : null,
    chooseMedium(kind: MediumKind, key: string | null) {
      if (kind === "video") setReplacedVideo(null);
      edit(choiceOf(kind, key));
      return settle();
    },
    replaceVideo() {
      setReplacedVideo(shown.videoKey);
      choose({ youtubeUrl: shown.youtubeUrl, videoKey: null });
    },
    restoreVideo() {
      setReplacedVideo(null);
      choose({ youtubeUrl: "", videoKey: replaced[id] ?? null });
    },
    resolve(name: FieldName, choice: Choice) {
      changeDraft(id, (present) => present && resolved(present, name, choice));
      void settle();
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;

/** Text as it was typed here: the server's form of the same text must not move the cursor. */
function useShown(values: Fields) {
  const [typedHere, setTypedHere] = useState<Partial<Fields>>({});
  const own = FIELD_NAMES.filter((name) => name in typedHere && isSame(name, typedHere, values));
  const shown: Fields = { ...values, ...Object.fromEntries(own.map((name) => [name, typedHere[name]])) };
  return [shown, (changed: Partial<Fields>) => setTypedHere((all) => ({ ...all, ...changed }))] as const;
}

/** Saves when typing pauses, after a new login, and when the editor closes, which counts as leaving the field. */
function useSaves(id: string, typed: Partial<Fields> | false, settle: () => Promise<void>) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const login = useAtomValue(adminStatusAtom);
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(saveDraft, PAUSE_MS, queryClient, id);
    return () => clearTimeout(timer);
  }, [queryClient, id, typed]);
  useEffect(() => {
    if (login === "signed-in") void settle();
  }, [login, settle]);
  useEffect(
    () => () => {
      void settle().then(() => {
        const left = readDraft(id);
        if (left) reportUnsaved(left, toast);
      });
    },
    [settle, toast, id],
  );
}

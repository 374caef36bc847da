import { useAtom } from "jotai";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ContentItem, UpdateContentRequest } from "#domain/contract/content.ts";
import { useToast } from "../../ui/use-toast.ts";
import { createAutosave } from "./autosave.ts";
import { type Draft, draftAtom } from "./edit.atoms.ts";
import { useUpdateContent } from "./update-content.ts";

/** The item's draft: the one left behind by an earlier visit, else a new one. Leaving saves what is still open. */
export function useDraft(item: ContentItem, password: string) {
  const [known, setDraft] = useAtom(draftAtom);
  const update = useUpdateContent(password);
  const toast = useToast();
  const [draft] = useState<Draft>(() =>
    known?.contentId === item.id
      ? known
      : { contentId: item.id, autosave: createAutosave<UpdateContentRequest>((change) => update(item, change)) },
  );
  const { autosave } = draft;
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);

  useEffect(() => {
    setDraft(draft);
    return () => {
      void autosave.flush().then((isSaved) => {
        if (isSaved) return;
        toast({
          title: "Some changes are not saved yet",
          description: `Your text for ${item.date} is kept: open it under Content to try again.`,
          tone: "error",
        });
      });
    };
  }, [draft, autosave, setDraft, toast, item.date]);

  const isClean = state.phase === "idle" || state.phase === "saved";
  useEffect(() => {
    if (isClean) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isClean]);

  return { autosave, state };
}

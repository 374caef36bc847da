import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { UpdateContentRequest } from "#domain/contract/content.ts";
import type { LibraryItem } from "#domain/contract/library.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { useToast } from "../../../ui/use-toast.ts";
import { contentOfDateQuery, refreshPlan } from "./content.query.ts";
import { type ContentDraft, openDraft } from "./content-draft.ts";

type OpenedDraft = {
  draft: ContentDraft;
  /** Saves at once and says what has been saved: for a field that is left and a choice that is made. */
  settle: () => void;
};

/** The item's draft: opening it sends what an earlier visit could not save, leaving it what is still open. */
export function useContentDraft(item: LibraryItem): OpenedDraft {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [draft] = useState(() => openDraft(item, save));

  async function save({ id, date }: LibraryItem, change: UpdateContentRequest): Promise<LibraryItem> {
    const saved = await read(adminApi.content[":id"].$put({ param: { id }, json: change }));
    queryClient.setQueryData(contentOfDateQuery(date).queryKey, saved);
    // Beside it: a slow list must not hold up the next save.
    refreshPlan(queryClient);
    return saved;
  }

  async function settle() {
    if ((await draft.flush()) && draft.takeNews()) toast({ title: "Content Updated", tone: "success" });
  }

  useEffect(() => {
    void draft.flush();
    return () => {
      void draft.flush().then((isSaved) => {
        if (isSaved) return;
        toast({
          title: "Some changes are not saved yet",
          description: `Your text for ${draft.date()} is kept: open it under Content to try again.`,
          tone: "error",
        });
      });
    };
  }, [draft, toast]);
  return { draft, settle: () => void settle() };
}

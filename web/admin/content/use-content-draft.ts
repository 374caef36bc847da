import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { UpdateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";
import { putContent, refreshPlan } from "./content.query.ts";
import { openDraft } from "./open-drafts.ts";

/** The item's draft: opening it sends what an earlier visit could not save, leaving it what is still open. */
export function useContentDraft(item: LibraryItem) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [draft] = useState(() => openDraft(item, save));

  async function save({ id, date }: LibraryItem, change: UpdateContentRequest): Promise<LibraryItem> {
    const saved = await read(adminApi.content[":id"].$put({ param: { id }, json: change })).catch(async (error) => {
      // Somebody else has deleted it: the day says so above the text.
      if (hasErrorCode(error, "not_found")) await putContent(queryClient, date, null);
      throw error;
    });
    await putContent(queryClient, date, saved);
    // Beside it: a slow list must not hold up the next save.
    refreshPlan(queryClient);
    return saved;
  }

  /** Saves at once and says what has been saved. @returns whether nothing is left unsaved */
  const settle = useCallback(async () => {
    const isSaved = await draft.flush();
    if (isSaved && draft.takeNews()) toast({ title: "Content Updated", tone: "success" });
    return isSaved;
  }, [draft, toast]);

  useEffect(() => {
    void draft.flush();
    return () => {
      // Whoever closes the drawer leaves the field in it, too.
      void settle().then((isSaved) => {
        if (isSaved) return;
        toast({
          title: "Some changes are not saved yet",
          description: `Your text for ${formatLongDate(draft.date())} is kept: open it under Content to try again.`,
          tone: "error",
        });
      });
    };
  }, [draft, toast, settle]);
  return { draft, settle };
}

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
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

/** Sends a draft's changes, and shows the result wherever its day is shown. */
export function saveContent(queryClient: QueryClient) {
  return async ({ id, date }: LibraryItem, change: UpdateContentRequest): Promise<LibraryItem> => {
    const saved = await read(adminApi.content[":id"].$put({ param: { id }, json: change })).catch(async (error) => {
      // Another administrator has deleted the item; the day shows that above the text.
      if (hasErrorCode(error, "not_found")) await putContent(queryClient, date, null);
      throw error;
    });
    await putContent(queryClient, date, saved);
    // Not awaited: a slow list must not delay the next save.
    refreshPlan(queryClient);
    return saved;
  };
}

export function unsavedToast(date: string) {
  const description = `We kept your changes for ${formatLongDate(date)}. Open that day in Content to try again.`;
  return { title: "Some changes aren't saved", description, tone: "error" } as const;
}

/** The item's draft. Opening it retries what an earlier visit couldn't save; leaving it saves what is pending. */
export function useContentDraft(item: LibraryItem) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [draft] = useState(() => openDraft(item, saveContent(queryClient)));

  /** Saves immediately and confirms it in a toast. @returns whether everything is saved */
  const settle = useCallback(async () => {
    const isSaved = await draft.flush();
    if (isSaved && draft.takeNews()) toast({ title: "Content Updated", tone: "success" });
    return isSaved;
  }, [draft, toast]);

  useEffect(() => {
    void draft.flush();
    return () => {
      // Closing the drawer counts as leaving the field: save, and report what couldn't be saved.
      void settle().then((isSaved) => {
        if (!isSaved) toast(unsavedToast(draft.date()));
      });
    };
  }, [draft, toast, settle]);
  return { draft, settle };
}

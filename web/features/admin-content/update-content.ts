import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ContentItem, UpdateContentRequest } from "#domain/contract/content.ts";
import { api, asAdmin, read } from "../../lib/api.ts";
import { useToast } from "../../ui/use-toast.ts";
import { contentOfDateQuery, libraryQuery } from "./content.query.ts";

/** Saves changed fields of an item. The library is refreshed beside it: a slow list must not hold up the next save. */
export function useUpdateContent(password: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useCallback(
    async ({ id, date }: ContentItem, change: UpdateContentRequest): Promise<void> => {
      const saved = await read(api.content[":id"].$put({ param: { id }, json: change }, asAdmin(password)));
      queryClient.setQueryData(contentOfDateQuery(password, date).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: libraryQuery(password).queryKey });
      toast({ title: "Content Updated", tone: "success" });
    },
    [queryClient, toast, password],
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { api, read } from "../../lib/api.ts";
import { engagementQuery } from "./engagement.query.ts";
import { progressQuery } from "./progress.query.ts";
import { streakQuery } from "./streak.query.ts";

/** Saves a report; progress, engagement and streak are refreshed after each save (spec section 4). */
export function useSaveProgress(id: string) {
  const queryClient = useQueryClient();
  return useCallback(
    async (report: SaveProgressRequest, { keepalive = false }: { keepalive?: boolean } = {}) => {
      const progress = await read(api.progress[":id"].$post({ param: { id }, json: report }, { init: { keepalive } }));
      queryClient.setQueryData(progressQuery(id).queryKey, progress);
      for (const { queryKey } of [progressQuery(id), engagementQuery, streakQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    [queryClient, id],
  );
}

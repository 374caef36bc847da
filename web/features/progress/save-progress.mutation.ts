import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { keepProgress } from "../../lib/pending-progress.ts";
import { onSignOut } from "../../lib/sign-out.ts";
import { useToast } from "../../ui/use-toast.ts";
import { engagementQuery, progressQuery, streakQuery } from "./progress.query.ts";

/** Whose progress in which item; `id` is its date. */
export type ProgressOwner = { memberId: string; id: string };

/**
 * Saves a report. The answer is the item's progress; figures and streak are read again (spec section 4), also where the
 * save of a page that was left lands on the dashboard.
 */
export function useSaveProgress({ memberId, id }: ProgressOwner) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const isSignedOut = useRef(false);
  useEffect(
    () =>
      onSignOut(() => {
        isSignedOut.current = true;
      }),
    [],
  );
  return useCallback(
    async (report: SaveProgressRequest, { keepalive = false }: { keepalive?: boolean } = {}) => {
      if (isSignedOut.current) return;
      try {
        const progress = await read(
          api.progress[":id"].$post({ param: { id }, json: report }, { init: { keepalive } }),
        );
        queryClient.setQueryData(progressQuery(id).queryKey, progress);
      } catch (error) {
        if (hasErrorCode(error, "unauthorized") && !isSignedOut.current) {
          // The refusal has the session checked, which leads to the login and back here.
          keepProgress(memberId, id, report);
          showToast({
            tone: "info",
            title: "Please log in again",
            description: "Your progress is kept and saved once you are back.",
          });
        }
        throw error;
      }
      for (const { queryKey } of [engagementQuery, streakQuery]) void queryClient.invalidateQueries({ queryKey });
    },
    [queryClient, showToast, memberId, id],
  );
}

/** Mark as Complete completes the item and every medium it has (spec section 4). */
export function useMarkComplete(owner: ProgressOwner) {
  const save = useSaveProgress(owner);
  return useMutation({
    mutationFn: ({ hasAudio, hasVideo }: ItemMedia) =>
      save({
        totalWatched: true,
        ...(hasAudio && { audioCompleted: true }),
        ...(hasVideo && { videoCompleted: true }),
      }),
  });
}

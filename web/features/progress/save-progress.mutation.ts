import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { useCallback, useState } from "react";
import type { SaveProgressRequest, SaveProgressResponse } from "#domain/contract/progress.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { sessionNumber } from "../../lib/auth-token.ts";
import { openedBy } from "../../lib/link-secrets.ts";
import { keepProgress, type ProgressOwner } from "../../lib/pending-progress.ts";
import { useToast } from "../../ui/use-toast.ts";
import { momentAtom } from "./completion.atoms.ts";
import { engagementQuery, progressQuery } from "./progress.query.ts";
import { dropPositions } from "./resume-point.ts";

/** Writes an answer into the caches that show it: no refetch (docs/rules/progress.md, "Positions and saves"). */
function showAnswer(
  queryClient: QueryClient,
  id: string,
  { engagement, streak: _, ...progress }: SaveProgressResponse,
): void {
  const show = ({ queryKey }: { queryKey: QueryKey }, data: unknown) => {
    // A fetch still in flight started before the save; its result would overwrite this one.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, data);
  };
  show(progressQuery(id), progress);
  if (engagement) show(engagementQuery, engagement);
}

/** Refetches the months on screen, which show what is done; an item's own page has it from the response. */
export function refreshMonths(queryClient: QueryClient): void {
  const predicate = ({ queryKey: [, month] }: { queryKey: QueryKey }) => typeof month === "object";
  void queryClient.invalidateQueries({ queryKey: ["/api/content"], predicate });
}

/** Saves a report, even after its page is gone. The response is the item's progress, plus the figures it changed. */
export function useSaveProgress({ memberId, id }: ProgressOwner) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showMoment = useSetAtom(momentAtom);
  const [session] = useState(sessionNumber);
  return useCallback(
    async (report: SaveProgressRequest, { keepalive = false }: { keepalive?: boolean } = {}) => {
      if (sessionNumber() !== session) throw new SessionOverError();
      try {
        const json = { ...report, openedBy: openedBy() };
        const answer = await read(api.progress[":id"].$post({ param: { id }, json }, { init: { keepalive } }));
        showAnswer(queryClient, id, answer);
        const { engagement, totalWatched } = answer;
        // Only the save that completes the item returns the figures.
        const isBeside = engagement && totalWatched && showMoment({ memberId, id, engagement });
        if (isBeside) refreshMonths(queryClient);
        return answer;
      } catch (error) {
        if (hasErrorCode(error, "unauthorized") && sessionNumber() === session) {
          // The refusal triggers a session check, which leads to the login and back here.
          keepProgress({ memberId, id }, report, crypto.randomUUID());
          showToast({
            tone: "info",
            title: "Log in again",
            description: "We kept your progress. We'll save it when you're back.",
          });
        }
        throw error;
      }
    },
    [queryClient, showToast, showMoment, session, memberId, id],
  );
}

export class SessionOverError extends Error {}

/** Shows why a change was refused; for a session that has ended, the login says so. */
export function useRefusalToast(title: string) {
  const showToast = useToast();
  return (error: Error) => {
    if (hasErrorCode(error, "unauthorized")) return;
    showToast({ tone: "error", title, description: errorDetail(error) });
  };
}

/** Starts over or takes a completion back. Saves from the old epoch then change nothing, wherever they come from. */
export function useEndEpoch({ memberId, id }: ProgressOwner, way: "start-over" | "not-done") {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      dropPositions({ memberId, id });
      const known = queryClient.getQueryData(progressQuery(id).queryKey);
      const { epoch } = known ?? (await queryClient.fetchQuery(progressQuery(id)));
      const call = { param: { id }, json: { epoch } };
      const client = api.progress[":id"];
      return read(way === "start-over" ? client["start-over"].$post(call) : client["not-done"].$post(call));
    },
    onSuccess: (answer) => showAnswer(queryClient, id, answer),
  });
}

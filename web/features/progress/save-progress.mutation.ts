import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { useCallback, useState } from "react";
import type { SaveProgressRequest, SaveProgressResponse } from "#domain/contract/progress.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { sessionNumber } from "../../lib/auth-token.ts";
import { keepProgress, type ProgressOwner } from "../../lib/pending-progress.ts";
import { useToast } from "../../ui/use-toast.ts";
import { momentAtom } from "./completion.atoms.ts";
import { progressQuery } from "./item-progress.query.ts";
import { engagementQuery, streakQuery } from "./progress.query.ts";
import { dropPositions } from "./resume-point.ts";

/** Writes an answer where it is shown: nothing of it is asked for again (docs/design.md, "Departures from the specification, on purpose"). */
function showAnswer(
  queryClient: QueryClient,
  id: string,
  { engagement, streak, ...progress }: SaveProgressResponse,
): void {
  const show = ({ queryKey }: { queryKey: QueryKey }, data: unknown) => {
    // A look that is still under way began before the save: its answer would take this one back.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, data);
  };
  show(progressQuery(id), progress);
  if (engagement) show(engagementQuery, engagement);
  if (streak) show(streakQuery, streak);
}

/** Months that are on screen say what is done in them; an item's own page has it from the answer. */
export function refreshMonths(queryClient: QueryClient): void {
  const predicate = ({ queryKey: [, month] }: { queryKey: QueryKey }) => typeof month === "object";
  void queryClient.invalidateQueries({ queryKey: ["/api/content"], predicate });
}

/** Saves a report, also of a page that was left; the answer is the item's progress, with the figures that it changed. */
export function useSaveProgress({ memberId, id }: ProgressOwner) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showMoment = useSetAtom(momentAtom);
  const [session] = useState(sessionNumber);
  return useCallback(
    async (report: SaveProgressRequest, { keepalive = false }: { keepalive?: boolean } = {}) => {
      if (sessionNumber() !== session) throw new SessionOverError();
      try {
        const answer = await read(api.progress[":id"].$post({ param: { id }, json: report }, { init: { keepalive } }));
        showAnswer(queryClient, id, answer);
        const { engagement, totalWatched } = answer;
        // The figures come with the save that completed the item, and with no other.
        const isBeside = engagement && totalWatched && showMoment({ memberId, id, engagement });
        if (isBeside) refreshMonths(queryClient);
        return answer;
      } catch (error) {
        if (hasErrorCode(error, "unauthorized") && sessionNumber() === session) {
          // The refusal has the session checked, which leads to the login and back here.
          keepProgress({ memberId, id }, report, crypto.randomUUID());
          showToast({
            tone: "info",
            title: "Please log in again",
            description: "Your progress is kept and saved once you are back.",
          });
        }
        throw error;
      }
    },
    [queryClient, showToast, showMoment, session, memberId, id],
  );
}

export class SessionOverError extends Error {}

/** Starting over and taking a completion back; what was saved before changes nothing any more, wherever it comes from. */
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

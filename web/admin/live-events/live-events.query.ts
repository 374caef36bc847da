import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LiveEvent, NewLiveEventRequest } from "#domain/contract/live-events.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { adminQuery } from "../parts/admin-query.ts";

const calls = adminApi.admin["live-events"];

export const liveEventsQuery = adminQuery(["/api/admin/live-events"], () => calls.$get());

/** Announces an event, or changes the one with this id. Refetches the list either way; `onSaved` runs even if the form is closed. */
export function useSaveLiveEvent(id: string | null, onSaved: (sent: NewLiveEventRequest) => void) {
  const queryClient = useQueryClient();
  return useMutation<LiveEvent, Error, NewLiveEventRequest>({
    mutationFn: ({ requestId, ...event }) =>
      read(
        id === null
          ? calls.$post({ json: { requestId, ...event } })
          : calls[":id"].$put({ param: { id }, json: event }),
      ),
    onSuccess: (_, sent) => onSaved(sent),
    onSettled: async () => {
      // A first fetch still in flight started before this event was saved and would satisfy the refetch.
      await queryClient.cancelQueries({ queryKey: liveEventsQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: liveEventsQuery.queryKey });
    },
  });
}

export function useCancelLiveEvent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => read(calls[":id"].$delete({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveEventsQuery.queryKey }),
  });
}

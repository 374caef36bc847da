import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SessionsResponse } from "#domain/contract/account.ts";
import { api, read } from "../../lib/api.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["/api/user/sessions"],
  queryFn: () => read(api.user.sessions.$get()),
});

/** Ends one session by id or, for null, all others; the remaining ones are shown right away. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      read(id === null ? api.user.sessions.$delete() : api.user.sessions[":id"].$delete({ param: { id } })),
    onSuccess: (_, id) =>
      queryClient.setQueryData<SessionsResponse>(
        sessionsQuery.queryKey,
        (before) =>
          before && { sessions: before.sessions.filter((one) => one.isCurrent || (id !== null && one.id !== id)) },
      ),
  });
}

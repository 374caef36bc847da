import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const feedsQuery = queryOptions({
  queryKey: ["/api/user/feeds"],
  queryFn: () => read(api.user.feeds.$get()),
});

/** Reads the list again. */
function useChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries(feedsQuery) });
}

export const useAddFeed = () => useChange((name: string) => read(api.user.feeds.$post({ json: { name } })));

export const useRevokeFeed = () => useChange((id: string) => read(api.user.feeds[":id"].$delete({ param: { id } })));

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const feedsQuery = queryOptions({
  queryKey: ["/api/user/feeds"],
  queryFn: () => read(api.user.feeds.$get()),
});

/** Reads the list again. A new address is shown once, so it isn't kept afterward (`gcTime`). */
function useChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries(feedsQuery), gcTime: 0 });
}

export const useAddFeed = () => useChange((name: string) => read(api.user.feeds.$post({ json: { name } })));

export const useRevokeFeed = () => useChange((id: string) => read(api.user.feeds[":id"].$delete({ param: { id } })));

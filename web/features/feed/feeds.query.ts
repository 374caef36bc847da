import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Feed, FeedsResponse } from "#domain/contract/feed.ts";
import { api, read } from "../../lib/api.ts";

export const feedsQuery = queryOptions({
  queryKey: ["/api/user/feeds"],
  queryFn: () => read(api.user.feeds.$get()),
});

/** Both show their change in the list right away. */
function useFeeds() {
  const queryClient = useQueryClient();
  return (change: (feeds: Feed[]) => Feed[]) =>
    queryClient.setQueryData<FeedsResponse>(feedsQuery.queryKey, (before) => before && { feeds: change(before.feeds) });
}

export function useAddFeed() {
  const change = useFeeds();
  return useMutation({
    mutationFn: (name: string) => read(api.user.feeds.$post({ json: { name } })),
    onSuccess: ({ feed }) => change((feeds) => [feed, ...feeds]),
    // It's shown once, so it isn't kept in memory afterward.
    gcTime: 0,
  });
}

export function useRevokeFeed() {
  const change = useFeeds();
  return useMutation({
    mutationFn: (id: string) => read(api.user.feeds[":id"].$delete({ param: { id } })),
    onSuccess: (_, id) => change((feeds) => feeds.filter((feed) => feed.id !== id)),
  });
}

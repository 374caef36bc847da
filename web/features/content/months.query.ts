import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const monthsQuery = queryOptions({
  queryKey: ["/api/content/months"],
  queryFn: () => read(api.content.months.$get()),
});

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ["/api/content/search", { text }],
    queryFn: () => read(api.content.search.$get({ query: { q: text } })),
    placeholderData: keepPreviousData,
  });
}

import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
} from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { read } from "../../lib/api.ts";

export function adminQuery<Answer>(
  queryKey: QueryKey,
  call: () => Promise<ClientResponse<Answer>>,
  more: Omit<UndefinedInitialDataOptions<Answer>, "queryKey" | "queryFn"> = {},
) {
  return queryOptions({ ...more, queryKey, queryFn: () => read(call()) });
}

/** Keeps the previous results on screen, and in place under the pointer, while the next ones load. */
export function adminSearch<Answer>(queryKey: QueryKey, call: () => Promise<ClientResponse<Answer>>) {
  return adminQuery(queryKey, call, { placeholderData: keepPreviousData });
}

export function adminPages<Page, Cursor extends string | number>(
  queryKey: QueryKey,
  call: (cursor: Cursor | undefined) => Promise<ClientResponse<Page>>,
  nextOf: (page: Page) => Cursor | null | undefined,
  more: { placeholderData?: typeof keepPreviousData } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(call(pageParam as Cursor | undefined)),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: nextOf,
    ...more,
  });
}

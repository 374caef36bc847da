import { QueryClient } from "@tanstack/react-query";

/** Always stale, dropped at once, refetched on focus, never retried unless a query says so (spec section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 0, gcTime: 0, refetchOnWindowFocus: true, retry: false },
      mutations: { retry: false },
    },
  });
}

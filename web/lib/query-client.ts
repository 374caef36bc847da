import { QueryClient } from "@tanstack/react-query";

// Without a connection a call is made and fails: held back until there is one, it would look as if it were under way for ever.
const networkMode = "always";

/** Always stale, dropped at once, refetched on focus, never retried unless a query says so (spec section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 0,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: false,
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  });
}

/** Marks a query whose answer brings a pass for media. */
export const GIVES_PASS = { givesPass: true };

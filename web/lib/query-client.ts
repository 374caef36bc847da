import { type DefaultOptions, QueryClient } from "@tanstack/react-query";

// Offline calls are made and fail; if they were held back, they would look in progress forever.
const networkMode = "always";

/** Always stale, dropped immediately, refetched on focus and when a connection is back, never retried unless a query says so (spec section 7). */
export function createQueryClient(more: DefaultOptions["queries"] = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        retry: false,
        // TanStack's default with this network mode is false.
        refetchOnReconnect: true,
        networkMode,
        ...more,
      },
      // An answer may hold a key or an address that's shown once.
      mutations: { gcTime: 0, networkMode },
    },
  });
}

/** Marks a query whose answer includes a media pass. */
export const GIVES_PASS = { givesPass: true };

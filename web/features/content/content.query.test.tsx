import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { contentItemQuery, contentListQuery } from "./content.query.ts";

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

afterEach(() => {
  vi.restoreAllMocks();
});

test.for(["../user/profile", "../admin/stats?x", "2025-08-12/../../user/profile"])(
  "an item with the ID %j in its URL requests only the content item API",
  async (id) => {
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => Response.json({ error: "no" }, { status: 404 }));
    renderHook(() => useQuery(contentItemQuery(id)), { wrapper });
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    const { pathname, search } = new URL(String(fetched.mock.calls[0]?.[0]), "http://localhost");
    expect(pathname).toMatch(/^\/api\/content\/[^/]+$/);
    expect(search).toBe("");
  },
);

test.for([
  [400, 4],
  [401, 1],
  [403, 1],
  [404, 1],
  [429, 4],
  [500, 4],
  [0, 4],
] as const)(
  "a month's list answered with %i is requested %i times in total, a second apart",
  async ([status, calls]) => {
    vi.useFakeTimers();
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
      if (status === 0) throw new TypeError("Failed to fetch");
      return Response.json({ error: "no" }, { status });
    });
    const { result } = renderHook(() => useQuery(contentListQuery({ year: 2025, month: 8 })), { wrapper });
    const counts: number[] = [];
    for (let second = 0; second < 6; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      counts.push(fetched.mock.calls.length);
    }
    vi.useRealTimers();
    expect(counts.slice(0, 3)).toEqual([2, 3, 4].map((count) => Math.min(count, calls)));
    expect(counts.at(-1)).toBe(calls);
    expect(result.current.isError).toBe(true);
  },
);

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { useContentItem } from "./content.query.ts";

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

test.for(["../user/profile", "../admin/stats?x", "2025-08-12/../../user/profile"])(
  "the id %j of an address calls no other API than the content item's",
  async (id) => {
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => Response.json({ error: "no" }, { status: 404 }));
    renderHook(() => useContentItem(id, false), { wrapper });
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    const { pathname, search } = new URL(String(fetched.mock.calls[0]?.[0]), "http://localhost");
    expect(pathname).toMatch(/^\/api\/content\/[^/]+$/);
    expect(search).toBe("");
  },
);

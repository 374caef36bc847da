import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

afterEach(cleanup);

test.for([["offline", "online"], ["visibilitychange"]])(
  "the data shown on a page is fetched again after %j",
  async (events) => {
    const client = createQueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const fetched = vi.fn(async () => "answer");
    renderHook(() => useQuery({ queryKey: ["shown"], queryFn: fetched }), { wrapper });
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
    for (const event of events) window.dispatchEvent(new Event(event));
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  },
);

import { QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { clearBrowserStorage } from "./auth-token.ts";
import { createQueryClient } from "./query-client.ts";
import { answeredAhead, askAhead } from "./read-ahead.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A separate query, whose reader returns 1, 2, 3 … */
function aQuery(answer = async (nth: number) => nth) {
  const read = vi.fn(async () => answer(read.mock.calls.length));
  return { read, query: queryOptions(answeredAhead([crypto.randomUUID(), { month: 8 }], read)) };
}

function observe(query: ReturnType<typeof aQuery>["query"]) {
  const seen: (number | undefined)[] = [];
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const observed = useQuery(query);
      seen.push(observed.data);
      return observed;
    },
    { wrapper },
  );
  return { result, seen };
}

test("a prefetched response that has arrived is in the first render, and is requested once", async () => {
  const { read, query } = aQuery();
  await askAhead(query);
  const { result, seen } = observe(query);
  expect(seen[0]).toBe(1);
  await waitFor(() => expect(result.current.isFetching).toBe(false));
  expect([result.current.data, read.mock.calls.length]).toEqual([1, 1]);
});

test("a prefetched response still loading is used when it arrives, by its first reader only", async () => {
  const { read, query } = aQuery();
  const asked = askAhead(query);
  const { result, seen } = observe(query);
  expect(seen[0]).toBeUndefined();
  await asked;
  await waitFor(() => expect(result.current.data).toBe(1));
  const other = observe(query);
  await waitFor(() => expect(other.result.current.data).toBe(2));
  expect(read).toHaveBeenCalledTimes(2);
});

test("the reader of a failed prefetch sees the error, and a retry requests it again", async () => {
  const { query } = aQuery(async (nth) => {
    if (nth === 1) throw new Error("The line was cut");
    return nth;
  });
  await askAhead(query);
  const { result } = observe(query);
  await waitFor(() => expect(result.current.error?.message).toBe("The line was cut"));
  await result.current.refetch();
  await waitFor(() => expect(result.current.data).toBe(2));
});

test("a response prefetched in another session is never used", async () => {
  const { query } = aQuery();
  await askAhead(query);
  clearBrowserStorage();
  const { result, seen } = observe(query);
  expect(seen[0]).toBeUndefined();
  await waitFor(() => expect(result.current.data).toBe(2));
});

test("a response prefetched ten seconds ago is requested again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { query } = aQuery();
  await askAhead(query);
  vi.setSystemTime(Date.now() + 10_001);
  const { result, seen } = observe(query);
  expect(seen[0]).toBeUndefined();
  await waitFor(() => expect(result.current.data).toBe(2));
});

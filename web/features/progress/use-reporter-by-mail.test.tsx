import { act, cleanup, renderHook } from "@testing-library/react";
import { createStore, Provider } from "jotai";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastAtom } from "../../ui/use-toast.ts";
import { useReporterByMail } from "./use-reporter-by-mail.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const LINK = { member: "m-1", date: "2026-11-20", key: "k-1" };
const LIMIT = "Keep this page open, and we'll save it again in a minute.";
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

test.for([
  ["with 429", () => Response.json({ error: LIMIT, code: "rate_limited" }, { status: 429 }), LIMIT],
  ["with 503", () => new Response("Maintenance until noon", { status: 503 }), "503: Maintenance until noon"],
  ["by the network", lost, "We'll try again when you're back online."],
] as const)("a save repeatedly refused %s tells the member why, or what to do", async ([_, answer, description]) => {
  vi.stubGlobal("fetch", async () => answer());
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useReporterByMail(LINK), { wrapper });
  result.current.audio.paused(12, 100);
  for (const milliseconds of [0, 2_000, 5_000]) await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  expect(store.get(toastAtom)).toMatchObject({ title: "Progress not saved", description });
});

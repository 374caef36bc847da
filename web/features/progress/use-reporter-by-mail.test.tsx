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

test.for([
  [429, "rate_limited", LIMIT],
  [503, "unavailable", "We'll try again when you're back online."],
] as const)("a save repeatedly refused with %i tells the member what to do", async ([status, code, description]) => {
  vi.stubGlobal("fetch", async () => Response.json({ error: LIMIT, code }, { status }));
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useReporterByMail(LINK), { wrapper });
  result.current.audio.paused(12, 100);
  for (const milliseconds of [0, 2_000, 5_000]) await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  expect(store.get(toastAtom)).toMatchObject({ title: "Progress not saved", description });
});

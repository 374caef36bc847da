import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { createStore, Provider } from "jotai";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { onSessionRefused } from "../../lib/api.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { sendStoredProgress } from "../../lib/pending-progress.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { signOut } from "../../lib/sign-out.ts";
import { toastAtom } from "../../ui/use-toast.ts";
import { progressQuery } from "./progress.query.ts";
import { useProgressReporter } from "./use-progress-reporter.ts";

const ITEM = "2026-05-12";
type Save = { report: SaveProgressRequest; keepalive: boolean };
let saves: Save[];
let status: number;
let answer: object;
let store: ReturnType<typeof createStore>;

beforeEach(() => {
  vi.useFakeTimers();
  saves = [];
  status = 200;
  answer = {};
  store = createStore();
  storeAuthToken("token");
  vi.stubGlobal("fetch", async (_input: string, init: RequestInit) => {
    saves.push({ report: JSON.parse(String(init.body)), keepalive: init.keepalive === true });
    if (status === 0) throw new TypeError("Failed to fetch");
    const { sequence, audioPosition, videoPosition } = JSON.parse(String(init.body));
    const body =
      status === 200
        ? { id: "i1", date: ITEM, sequence, audioPosition, videoPosition, ...answer }
        : { error: "No.", code: status === 401 ? "unauthorized" : "internal" };
    return Response.json(body, { status });
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const toastTitle = () => store.get(toastAtom)?.title;

function openItem(queryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </Provider>
  );
  const { result, unmount } = renderHook(() => useProgressReporter({ memberId: "ann", id: ITEM }), { wrapper });
  return { listeners: result.current, unmount, queryClient };
}

test("a save's response becomes the item's progress", async () => {
  const { listeners, queryClient } = openItem();
  // Unused data is dropped right away, so the test has to watch the cache.
  const shown: unknown[] = [];
  queryClient.getQueryCache().subscribe(({ query }) => shown.push(query.state.data));
  listeners.audio.paused(12, 100);
  await settle();
  expect(saves).toMatchObject([{ report: { audioProgress: 12, audioPosition: 12 }, keepalive: false }]);
  expect(queryClient.getQueryCache().find(progressQuery(ITEM))).toBeUndefined();
  expect(shown).toContainEqual({ id: "i1", date: ITEM, sequence: 1, audioPosition: 12 });
});

test("a response with new figures updates them on screen without another request", async () => {
  const { listeners, queryClient } = openItem();
  answer = { engagement: { currentStreak: 4 }, streak: { currentStreak: 4 } };
  const shown = new Map<string, unknown>();
  queryClient.getQueryCache().subscribe(({ query }) => shown.set(String(query.queryKey[0]), query.state.data));
  listeners.audio.ended(120);
  await settle();
  expect(shown.get("/api/user/engagement")).toEqual({ currentStreak: 4 });
  expect(shown.get("/api/progress")).not.toHaveProperty("streak");
  expect(saves).toHaveLength(1);
});

test("the app's player and the item's page share one playback, which ends when both have closed", async () => {
  answer = { playback: 7, epoch: 0 };
  const host = openItem();
  const page = openItem(host.queryClient);
  host.listeners.audio.paused(5, 100);
  await settle();
  page.listeners.video.paused(6, 100);
  await settle();
  expect(saves.map(({ report }) => [report.sequence, report.playback])).toEqual([
    [1, undefined],
    [2, 7],
  ]);
  host.listeners.audio.playing(9, 100);
  page.unmount();
  await settle();
  expect(saves).toHaveLength(2);
  host.unmount();
  await settle();
  expect(saves[2]).toMatchObject({ report: { audioPosition: 9, sequence: 3, playback: 7 }, keepalive: true });
  const later = openItem(host.queryClient);
  later.listeners.audio.paused(11, 100);
  await settle();
  expect(saves[3]?.report.playback).toBeUndefined();
});

test("positions are kept in this browser until the member logs out", async () => {
  const { listeners, unmount } = openItem();
  listeners.audio.playing(37, 100);
  expect(localStorage.getItem(`position:ann:${ITEM}:audio`)).toBeNull();
  await settle(5_000);
  listeners.audio.playing(42, 100);
  expect(JSON.parse(localStorage.getItem(`position:ann:${ITEM}:audio`) ?? "{}")).toMatchObject({
    seconds: 42,
    epoch: 0,
  });
  signOut();
  listeners.audio.paused(43, 100);
  unmount();
  await settle();
  expect(localStorage).toHaveLength(0);
  expect(saves).toEqual([]);
});

test("a failed save is retried, and the member is notified when it keeps failing and when it succeeds", async () => {
  const { listeners } = openItem();
  status = 503;
  listeners.audio.paused(12, 100);
  await settle();
  await settle(2_000);
  expect(toastTitle()).toBeUndefined();
  await settle(5_000);
  expect(toastTitle()).toBe("Progress saved on this device");
  status = 200;
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(saves).toHaveLength(4);
  expect(toastTitle()).toBe("Progress saved");
});

test("a 401 rechecks the session and keeps pending progress for this member's next login", async () => {
  const { listeners, unmount } = openItem();
  const checked = vi.fn();
  onSessionRefused(checked);
  status = 401;
  listeners.audio.paused(12, 100);
  listeners.video.paused(34, 100);
  await settle();
  expect(checked).toHaveBeenCalled();
  expect(toastTitle()).toBe("Log in again");
  listeners.audio.playing(20, 100);
  unmount();
  await settle();
  saves = [];
  status = 200;
  await sendStoredProgress("ann");
  expect(saves).toMatchObject([{ report: { audioProgress: 20, videoProgress: 34 }, keepalive: false }]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith("pending:"))).toEqual([]);
});

test("logging out stores no progress, whether from a save in progress or from leaving the page", async () => {
  const { listeners, unmount } = openItem();
  status = 401;
  listeners.audio.paused(12, 100);
  listeners.video.playing(7, 100);
  signOut();
  unmount();
  await settle();
  expect(saves).toHaveLength(1);
  expect(localStorage).toHaveLength(0);
});

/** Hides the page, as when the screen is locked or another app is open. */
function hide() {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  state.mockRestore();
}

test.each(["pagehide", "hiding it", "another page of the app"])(
  "leaving by %s sends the last position once",
  async (way) => {
    const { listeners, unmount } = openItem();
    listeners.audio.playing(1, 100);
    listeners.audio.playing(4, 100);
    if (way === "pagehide") window.dispatchEvent(new Event("pagehide"));
    else if (way === "hiding it") hide();
    else unmount();
    await settle();
    expect(saves).toMatchObject([{ report: { audioProgress: 4 }, keepalive: true }]);
  },
);

test("returning to the page sends nothing", async () => {
  const { listeners } = openItem();
  listeners.audio.playing(4, 100);
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(saves).toEqual([]);
});

test("a save before the item has loaded uses the epoch of the position stored in this browser", async () => {
  const stored = JSON.stringify({ seconds: 30, at: "2026-05-12T11:00:00.000Z", epoch: 1 });
  localStorage.setItem(`position:ann:${ITEM}:video`, stored);
  const { listeners, queryClient } = openItem();
  listeners.audio.paused(12, 100);
  await settle();
  const progress = { id: "i1", date: ITEM, epoch: 2 };
  queryClient.setQueryDefaults(progressQuery(ITEM).queryKey, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData<object>(progressQuery(ITEM).queryKey, progress);
  listeners.audio.paused(14, 100);
  await settle();
  expect(saves.map(({ report }) => report.epoch)).toEqual([1, 2]);
});

test("leaving without a connection keeps the last position", async () => {
  const { listeners, unmount } = openItem();
  status = 0;
  listeners.audio.paused(12, 100);
  await settle();
  listeners.audio.playing(13, 100);
  unmount();
  await settle();
  saves = [];
  status = 200;
  await sendStoredProgress("ann");
  expect(saves).toMatchObject([{ report: { audioProgress: 13 }, keepalive: false }]);
});

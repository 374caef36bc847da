import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { atom, createStore, Provider, useAtomValue } from "jotai";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { ENGAGEMENT, progressOf } from "#test/answers/progress.ts";
import { asPhone } from "#test/web/viewport.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { toastAtom } from "../../ui/use-toast.ts";
import { ContentCompletion, ProgressBadges } from "./content-completion.tsx";
import { progressQuery } from "./progress.query.ts";

const ITEM = "2026-05-12";
const OWNER = { memberId: "ann", id: ITEM };
const NONE = progressOf(ITEM);
const FIGURES = { ...ENGAGEMENT, itemsCompleted: 23, currentStreak: 3 };
const undone = vi.fn();
let refusal: Response | null;
let gate: Promise<void>;
let stored: ProgressResponse;
let ended: boolean;
let figures: typeof FIGURES;
let store: ReturnType<typeof createStore>;
let calls: { method: string; path: string; json?: unknown }[];

beforeEach(() => {
  refusal = null;
  gate = Promise.resolve();
  stored = NONE;
  ended = false;
  figures = FIGURES;
  undone.mockClear();
  store = createStore();
  calls = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "https://app.test").pathname;
    const method = init.method ?? "GET";
    calls.push(method === "POST" ? { method, path, json: JSON.parse(String(init.body)) } : { method, path });
    if (method === "POST" && refusal) return refusal;
    if (path.endsWith("/not-done"))
      return Response.json({ ...NONE, epoch: 1, engagement: { ...FIGURES, itemsCompleted: 22 } });
    if (method === "POST" && ended) return Response.json({ ...NONE, epoch: 1 });
    if (method === "POST") return Response.json({ ...NONE, totalWatched: true, engagement: figures });
    if (path.endsWith("/activity"))
      return Response.json({ today: "2026-05-12", days: [{ date: "2026-05-11", count: 2 }] });
    if (path.endsWith("/engagement")) return Response.json(figures);
    if (path.endsWith("streak")) return Response.json({ currentStreak: 3 });
    const seen = stored;
    await gate;
    return Response.json(seen);
  });
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const watchingAtom = atom(false);

function Completion({ media }: { media: ItemMedia }) {
  const progress = useQuery(progressQuery(ITEM));
  const isWatching = useAtomValue(watchingAtom);
  if (!progress.data) return null;
  return (
    <ContentCompletion
      owner={OWNER}
      progress={progress.data}
      media={media}
      next={<p>Tomorrow at six</p>}
      isWatching={isWatching}
      onUndone={undone}
    />
  );
}

function openItem(media: ItemMedia = { hasAudio: true, hasVideo: false }, queryClient = createQueryClient()) {
  return render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Completion media={media} />
        </BrowserRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function markComplete(media: ItemMedia) {
  openItem(media);
  await press("Mark as Complete");
}

test.each([
  [
    { hasAudio: true, hasVideo: false },
    { totalWatched: true, audioCompleted: true },
  ],
  [
    { hasAudio: false, hasVideo: true },
    { totalWatched: true, videoCompleted: true },
  ],
  [{ hasAudio: false, hasVideo: false }, { totalWatched: true }],
])("the button to mark as complete names only the media that the item has (%o)", async (media, json) => {
  await markComplete(media);
  const [save] = calls.filter(({ method }) => method === "POST");
  expect(save).toEqual({
    method: "POST",
    path: `/api/progress/${ITEM}`,
    json: { ...json, at: expect.any(String), sequence: 1, epoch: 0 },
  });
});

test("the completion card shows the session number, week, and next step, without refetching statistics", async () => {
  await markComplete({ hasAudio: true, hasVideo: false });
  const heading = await screen.findByRole("heading", { name: "3 days in a row" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("23 sessions in total")).toBeTruthy();
  const days = await screen.findAllByRole("listitem");
  expect(days.map((day) => day.textContent)).toEqual([
    "Wed, not done",
    "Thu, not done",
    "Fri, not done",
    "Sat, not done",
    "Sun, not done",
    "Mon, done",
    "Tue, not done",
  ]);
  expect(screen.getByText("Tomorrow at six")).toBeTruthy();
  // The page's own link leads back.
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("button", { name: "Mark as Complete" })).toBeNull();
  const asked = calls.filter(({ method }) => method === "GET").map(({ path }) => path);
  expect(asked.sort()).toEqual([`/api/progress/${ITEM}`, "/api/user/activity"]);
});

test.each([
  [0, 0, "Done.", undefined],
  [1, 1, "Day 1. It starts here.", undefined],
  [1, 2, "Day 1 of a new streak", "2 sessions in total"],
  [12, 41, "12 days in a row", "41 sessions in total"],
  [0, 41, "Done.", "41 sessions in total"],
])(
  "the headline is the streak, which starts once: %i days, %i sessions",
  async (currentStreak, itemsCompleted, headline, words) => {
    figures = { ...FIGURES, currentStreak, itemsCompleted };
    await markComplete({ hasAudio: true, hasVideo: false });
    const heading = await screen.findByRole("heading", { name: headline });
    expect(heading.nextElementSibling?.textContent).toBe(words);
    // From a week on, seven bolts would repeat the number.
    expect(screen.queryAllByRole("list", { name: "Your last seven days" })).toHaveLength(currentStreak < 7 ? 1 : 0);
  },
);

test.each([
  [2, true, null],
  [3, true, "/library#podcast-apps"],
  [3, false, null],
  [6, true, null],
])(
  "after session %i, with audio: %s, the card leads to %s for podcast apps",
  async (itemsCompleted, hasAudio, href) => {
    figures = { ...FIGURES, itemsCompleted };
    await markComplete({ hasAudio, hasVideo: !hasAudio });
    await screen.findByText(`${itemsCompleted} sessions in total`);
    const offer = screen.queryByRole("link", { name: "Listen in your podcast app" });
    expect(offer?.getAttribute("href") ?? null).toBe(href);
  },
);

test("on a phone, the completion card scrolls into view without taking focus from someone who only listens", async () => {
  asPhone();
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
  const queryClient = createQueryClient();
  openItem({ hasAudio: true, hasVideo: false }, queryClient);
  const button = await screen.findByRole("button", { name: "Mark as Complete" });
  document.body.focus();
  const { queryKey } = progressQuery(ITEM);
  queryClient.setQueryData(queryKey, { ...NONE, totalWatched: true });
  const heading = await screen.findByRole("heading", { name: "3 days in a row" });
  expect(button.isConnected).toBe(false);
  await waitFor(() => expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: "nearest", behavior: "smooth" }));
  expect(scrolled.mock.instances[0]).toBe(heading.closest("section"));
  expect(document.activeElement).toBe(document.body);
  scrolled.mockRestore();
});

test("with reduced motion, the completion card jumps into view", async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
  const asked = vi
    .spyOn(window, "matchMedia")
    .mockImplementation((query) => ({ matches: query.includes("reduced") }) as MediaQueryList);
  await markComplete({ hasAudio: true, hasVideo: false });
  await screen.findByRole("heading", { name: "3 days in a row" });
  expect(asked).toHaveBeenCalledWith("(prefers-reduced-motion: reduce)");
  expect(scrolled).toHaveBeenCalledWith({ block: "nearest", behavior: "instant" });
  asked.mockRestore();
  scrolled.mockRestore();
});

test("on a wide screen, the completion card is beside the player, so nothing scrolls", async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
  await markComplete({ hasAudio: true, hasVideo: false });
  await screen.findByRole("heading", { name: "3 days in a row" });
  expect(scrolled).not.toHaveBeenCalled();
  scrolled.mockRestore();
});

test("the completion card waits for a pause before it scrolls a playing video away", async () => {
  asPhone();
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
  store.set(watchingAtom, true);
  await markComplete({ hasAudio: false, hasVideo: true });
  await screen.findByRole("heading", { name: "3 days in a row" });
  expect(scrolled).not.toHaveBeenCalled();
  for (const isWatching of [false, true, false]) {
    act(() => store.set(watchingAtom, isWatching));
    expect(scrolled).toHaveBeenCalledOnce();
  }
  scrolled.mockRestore();
});

test("an item completed earlier has what comes next and the way back, without a card or another line", async () => {
  stored = { ...NONE, totalWatched: true };
  const { container } = openItem();
  await screen.findByRole("button", { name: "Mark as not complete" });
  expect(container.textContent).toBe("Tomorrow at sixMark as not complete");
});

test("a completed session's badge comes first, before what was played, and before that, each medium has its own", () => {
  const both = { ...NONE, audioCompleted: true, videoCompleted: true };
  const { container, rerender } = render(<ProgressBadges progress={{ ...both, totalWatched: true }} />);
  const words = () => [...container.children].map(({ textContent }) => textContent);
  expect(words()).toEqual(["Session Complete!", "Audio Completed", "Video Completed"]);
  expect(container.querySelectorAll("svg")).toHaveLength(1);
  rerender(<ProgressBadges progress={both} />);
  expect(words()).toEqual(["Audio Completed", "Video Completed"]);
});

test("Mark as not complete sends its epoch and restores the button, and completing again shows the card", async () => {
  stored = { ...NONE, totalWatched: true, epoch: 4 };
  openItem();
  await press("Mark as not complete");
  await press("Mark as Complete");
  expect(await screen.findByRole("heading", { name: "3 days in a row" })).toBeTruthy();
  expect(undone).toHaveBeenCalledOnce();
  const [undo] = calls.filter(({ method }) => method === "POST");
  expect(undo).toEqual({ method: "POST", path: `/api/progress/${ITEM}/not-done`, json: { epoch: 4 } });
});

test("a completion that couldn't be undone stays done, and an error says so", async () => {
  stored = { ...NONE, totalWatched: true };
  refusal = new Response(null, { status: 502 });
  openItem();
  await press("Mark as not complete");
  await waitFor(() => expect(store.get(toastAtom)).toMatchObject({ title: "We couldn't undo it" }));
  expect(screen.getByRole("button", { name: "Mark as not complete" })).toBeTruthy();
  expect(undone).not.toHaveBeenCalled();
});

test("a refusal shows a readable reason, and the button stays", async () => {
  refusal = new Response("<html><h1>403 Forbidden</h1></html>", { status: 403 });
  await markComplete({ hasAudio: true, hasVideo: false });
  await waitFor(() =>
    expect(store.get(toastAtom)).toMatchObject({
      title: "Not marked as complete",
      description: "403: Forbidden",
    }),
  );
  expect(screen.getByRole("button", { name: "Mark as Complete" })).toBeTruthy();
});

test("without a connection, a completion is shown as not saved yet, and then as done once saved", async () => {
  refusal = new Response(null, { status: 502 });
  await markComplete({ hasAudio: true, hasVideo: false });
  const line = await screen.findByText(/^Done. It's saved on this device/);
  expect(document.activeElement?.contains(line)).toBe(true);
  expect(screen.queryByRole("heading")).toBeNull();
  const stored = Object.entries(localStorage).filter(([key]) => key.startsWith("pending:progress:ann:"));
  expect(stored.map(([, text]) => JSON.parse(text))).toMatchObject([{ totalWatched: true, epoch: 0 }]);
  refusal = null;
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByRole("heading", { name: "3 days in a row" })).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith("pending:"))).toEqual([]);
});

test("a completion waiting to be saved can be undone, and then isn't sent", async () => {
  refusal = new Response(null, { status: 502 });
  await markComplete({ hasAudio: true, hasVideo: false });
  await screen.findByText(/^Done. It's saved on this device/);
  refusal = null;
  await press("Mark as not complete");
  await screen.findByRole("button", { name: "Mark as Complete" });
  calls = [];
  window.dispatchEvent(new Event("online"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toEqual([]);
});

test("if another device has started the session over, a toast says that the completion didn't count", async () => {
  ended = true;
  await markComplete({ hasAudio: true, hasVideo: false });
  await waitFor(() => expect(store.get(toastAtom)).toMatchObject({ title: "Not marked as complete" }));
  expect(screen.getByRole("button", { name: "Mark as Complete" })).toBeTruthy();
});

test("a completion refused with a 401 is kept for the member's next login", async () => {
  storeAuthToken("token");
  refusal = Response.json({ error: "Log in to continue.", code: "unauthorized" }, { status: 401 });
  await markComplete({ hasAudio: true, hasVideo: false });
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith("pending:"))).toBe(true));
  const [stored] = Object.entries(localStorage).filter(([key]) => key.startsWith("pending:"));
  expect(JSON.parse(stored?.[1] ?? "{}")).toMatchObject({ totalWatched: true, audioCompleted: true });
  expect(store.get(toastAtom)).toMatchObject({ title: "Log in again" });
});

test("data requested before the save doesn't undo the completion on screen", async () => {
  const queryClient = createQueryClient();
  openItem({ hasAudio: true, hasVideo: false }, queryClient);
  await screen.findByRole("button", { name: "Mark as Complete" });
  let openGate = () => {};
  gate = new Promise((resolve) => (openGate = resolve));
  const refetched = queryClient.refetchQueries({ queryKey: progressQuery(ITEM).queryKey });
  await press("Mark as Complete");
  await screen.findByRole("heading", { name: "3 days in a row" });
  openGate();
  await refetched;
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByRole("heading", { name: "3 days in a row" })).toBeTruthy();
});

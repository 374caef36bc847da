import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createStore, Provider } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import { type ItemMedia, NO_PROGRESS } from "#domain/rules/completion.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { toastAtom } from "../../ui/use-toast.ts";
import { ContentCompletion } from "./content-completion.tsx";
import { progressQuery } from "./progress.query.ts";

const ITEM = "2026-05-12";
const OWNER = { memberId: "ann", id: ITEM };
const NONE: ProgressResponse = { ...NO_PROGRESS, id: "i1", date: ITEM };
let refusal: Response | null;
let store: ReturnType<typeof createStore>;
let calls: { method: string; path: string; json?: unknown }[];

beforeEach(() => {
  refusal = null;
  store = createStore();
  calls = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const path = new URL(input, "https://app.test").pathname;
    const method = init.method ?? "GET";
    calls.push(method === "POST" ? { method, path, json: JSON.parse(String(init.body)) } : { method, path });
    if (method === "POST") return refusal ?? Response.json({ ...NONE, totalWatched: true });
    return Response.json(path.endsWith("streak") ? { currentStreak: 3 } : NONE);
  });
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Completion({ media }: { media: ItemMedia }) {
  const progress = useQuery(progressQuery(ITEM));
  return progress.data ? <ContentCompletion owner={OWNER} progress={progress.data} media={media} /> : null;
}

async function markComplete(media: ItemMedia) {
  render(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <Completion media={media} />
      </QueryClientProvider>
    </Provider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Mark as Complete" }));
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
])("marking as complete names only the media that the item has (%o)", async (media, json) => {
  await markComplete(media);
  expect(calls).toContainEqual({ method: "POST", path: `/api/progress/${ITEM}`, json });
});

test("what it did takes the button's place and its focus; the answer is not asked for again", async () => {
  await markComplete({ hasAudio: true, hasVideo: false });
  const line = await screen.findByText("Done. 3 days in a row.");
  expect(document.activeElement).toBe(line);
  expect(screen.queryByRole("button")).toBeNull();
  expect(calls.filter(({ method, path }) => method === "GET" && path.startsWith("/api/progress"))).toHaveLength(1);
});

test("a failure is told in words for people", async () => {
  refusal = new Response("<html><h1>502 Bad Gateway</h1></html>", { status: 502 });
  await markComplete({ hasAudio: true, hasVideo: false });
  await vi.waitFor(() =>
    expect(store.get(toastAtom)).toMatchObject({
      title: "Not marked as complete",
      description: "The server could not be reached.",
    }),
  );
});

test("a completion that meets a 401 is kept for the member's next sign-in", async () => {
  storeAuthToken("token");
  refusal = Response.json({ error: "Please sign in.", code: "unauthorized" }, { status: 401 });
  await markComplete({ hasAudio: true, hasVideo: false });
  await vi.waitFor(() => expect(Object.values(localStorage)).toContain('{"totalWatched":true,"audioCompleted":true}'));
  expect(store.get(toastAtom)).toMatchObject({ title: "Please log in again" });
});

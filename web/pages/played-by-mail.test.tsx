import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { progressOf } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { AppPlayer } from "../app/app-player.tsx";
import { storeAuthToken } from "../lib/auth-token.ts";
import { ContentPage } from "./content-page.tsx";

const DATE = "2026-11-20";
const LINK = { member: "m-1", date: DATE, key: "k-1" };
const ADDRESS = `/content/${DATE}?member=m-1&key=k-1`;
const OPEN = "POST /api/by-mail/open";
const SAVE = "POST /api/by-mail/progress";
const { completed, progressPercent, ...ITEM } = {
  ...contentItem({ date: DATE, audioFilename: "fuse.mp3", duration: 600 }),
  video: null,
  comingSoon: false,
  completed: false,
  progressPercent: 0,
};
const saved = { playback: 1, sequence: 1, audioPosition: 0, videoPosition: 0, epoch: 2, totalWatched: false };

function visit(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ [OPEN]: () => Response.json(ITEM), ...answers });
  const rendered = renderAt(
    ADDRESS,
    <>
      <Routes>
        <Route path="/content/:id" element={<ContentPage />} />
        <Route path="/login" element={<h1>Login</h1>} />
      </Routes>
      <AppPlayer />
    </>,
  );
  return { ...rendered, calls };
}

let listen: MockInstance<HTMLMediaElement["addEventListener"]>;
beforeEach(() => {
  listen = vi.spyOn(HTMLMediaElement.prototype, "addEventListener");
});
afterEach(() => listen.mockRestore());

/** Whether progress is reported: with a listener per event, unlike the player's controls. React passes no signal. */
function areReportsOn(): boolean {
  const own = listen.mock.calls.filter(([, , options]) => typeof options === "object" && options.signal);
  return own.some(([name, run]) => name === "timeupdate" && own.filter((call) => call[1] === run).length === 1);
}

/** Waits until the session is shown, loaded in the player, and reported. */
async function opened(): Promise<void> {
  await screen.findByRole("heading", { level: 1, name: ITEM.title });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play" })));
  await waitFor(() => expect(areReportsOn()).toBe(true));
}

/** Fires what a browser's element would at a moment of playback. */
function playTo(seconds: number, event = "timeupdate"): void {
  const audio = document.querySelector("audio") as HTMLAudioElement;
  for (const [name, value] of Object.entries({ currentTime: seconds, duration: 600, paused: event === "pause" })) {
    Object.defineProperty(audio, name, { value, configurable: true, writable: true });
  }
  act(() => void audio.dispatchEvent(new Event(event)));
}

test("a visitor with an email's key plays its session without a login or requests that need one", async () => {
  const { calls } = visit({});
  await opened();
  expect(document.querySelector("audio")?.src).toContain("/audio/fuse.mp3");
  expect(calls.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([[OPEN, LINK]]);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("only playback is saved, with the email's key, and a completion is announced", async () => {
  let sequence = 0;
  const { calls } = visit({
    [SAVE]: ({ body }) => {
      const { report } = body as { report: { audioPosition: number; sequence: number; audioProgress: number } };
      sequence = report.sequence;
      return Response.json({
        ...saved,
        sequence,
        audioPosition: report.audioPosition,
        ...(report.audioProgress >= 80 && { totalWatched: true, currentStreak: 12 }),
      });
    },
  });
  await opened();
  const saves = () => calls.filter(({ path }) => path === "/api/by-mail/progress").map(({ body }) => body);
  expect(saves()).toEqual([]);
  playTo(60);
  playTo(61, "pause");
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]).toEqual({
    ...LINK,
    report: { audioPosition: 61, audioProgress: 10, sequence: 1, at: expect.any(String) },
  });
  expect(screen.queryByText(/Session complete/)).toBeNull();
  expect(screen.getByText("done at 80%")).toBeTruthy();
  playTo(500);
  await screen.findByText("Session complete");
  expect(screen.getByRole("heading", { name: "12 days in a row" })).toBeTruthy();
  expect(screen.queryByText("done at 80%")).toBeNull();
  // The card has the only button.
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Skip to content",
    "Daybolt",
    "Log in to see your progress",
  ]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Pause" }));
  // With the epoch and the playback from the first response, and nothing that wasn't played.
  expect(saves()[1]).toMatchObject({ report: { audioPosition: 500, audioProgress: 83, playback: 1, epoch: 2 } });
  expect(JSON.stringify(saves())).not.toMatch(/Completed|totalWatched/);
  expect(Object.keys(localStorage).filter((name) => name.startsWith("pending"))).toEqual([]);
});

test("leaving sends unsent progress and stops audio that couldn't be saved", async () => {
  const { calls } = visit({ [SAVE]: () => Response.json(saved) });
  await opened();
  playTo(30);
  const [login] = screen.getAllByRole("link", { name: "Login" });
  await userEvent.click(login as HTMLElement);
  await screen.findByRole("heading", { name: "Login" });
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/by-mail/progress")).toBe(true));
  expect(document.querySelector("audio")?.getAttribute("src")).toBeNull();
});

test("hiding the page sends unsent progress in a request that outlives it", async () => {
  visit({ [SAVE]: () => Response.json(saved) });
  await opened();
  const fetched = vi.spyOn(globalThis, "fetch");
  const saves = () => fetched.mock.calls.filter(([address]) => String(address).endsWith("/api/by-mail/progress"));
  playTo(30);
  expect(saves()).toEqual([]);
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  state.mockRestore();
  await waitFor(() => expect(saves()).toHaveLength(1));
  const [, init] = saves()[0] ?? [];
  expect(init?.keepalive).toBe(true);
  expect(JSON.parse(String(init?.body))).toMatchObject({ report: { audioPosition: 30 } });
  fetched.mockRestore();
});

test("the login link returns to the session", async () => {
  const { state } = visit({});
  await screen.findByRole("heading", { level: 1, name: ITEM.title });
  await userEvent.click(screen.getAllByRole("link", { name: "Login" })[0] as HTMLElement);
  expect(state()).toEqual({ returnTo: ADDRESS });
});

test.for([
  [403, "no_access", "Your membership has ended"],
  [410, "gone", "This link has expired"],
  [400, "validation", "This link doesn't work"],
  [404, "not_found", "Content Not Found"],
] as const)("a key that opens nothing says why and links to the login: %i", async ([status, code, title]) => {
  visit({ [OPEN]: () => refusal(status, code, "x") });
  await screen.findByRole("heading", { name: title });
  expect(screen.getAllByRole("link", { name: "Login" }).length).toBeGreaterThan(0);
});

test("a failed load can be retried", async () => {
  let answer = () => refusal(503, "unavailable", "Later.");
  visit({ [OPEN]: () => answer() });
  await screen.findByText("Your session didn't load");
  answer = () => Response.json(ITEM);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { level: 1, name: ITEM.title });
});

test("a logged-in member gets the ordinary page, and the key isn't used", async () => {
  storeAuthToken("token");
  const { calls } = visit({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: DATE }) }),
    [`GET /api/content/${DATE}`]: () => Response.json({ ...ITEM, completed, progressPercent }),
    [`GET /api/progress/${DATE}`]: () => Response.json(progressOf(DATE, saved)),
  });
  await screen.findByRole("button", { name: "Mark as Complete" });
  expect(calls.some(({ path }) => path.includes("by-mail"))).toBe(false);
});

test("after a login session has ended, the key still plays the session", async () => {
  storeAuthToken("over");
  visit({ "GET /api/auth/verify": () => refusal(401, "unauthorized", "Your login has expired.") });
  await screen.findByRole("heading", { level: 1, name: ITEM.title });
  expect(screen.queryByText(/Mark as Complete/)).toBeNull();
});

test("an expired media pass is renewed with the key", async () => {
  const { calls } = visit({ "GET /audio/fuse.mp3": () => new Response(null, { status: 401 }) });
  await opened();
  const audio = document.querySelector("audio") as HTMLAudioElement;
  vi.spyOn(audio, "play").mockResolvedValue(undefined);
  await userEvent.click(screen.getByRole("button", { name: "Play" }));
  // The error handling loads once playback starts. React's own listeners pass no signal.
  const signal = expect.any(AbortSignal);
  await waitFor(() =>
    expect(listen).toHaveBeenCalledWith("error", expect.any(Function), expect.objectContaining({ signal })),
  );
  act(() => void audio.dispatchEvent(new Event("error")));
  await waitFor(() => expect(calls.filter(({ path }) => path === "/api/by-mail/open")).toHaveLength(2));
});

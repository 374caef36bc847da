import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore, useSetAtom } from "jotai";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROFILE } from "#test/answers/profile.ts";
import { ENGAGEMENT, progressOf } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { Dock } from "../brand/dock.tsx";
import { useLogout } from "../features/account/logout-button.tsx";
import { chooseSpeedAtom, showVideoAtom } from "../features/player/active-medium.atoms.ts";
import { cueTrackAtom } from "../features/player/item-track.atoms.ts";
import { playTrackAtom, sleepAtom, type Track } from "../features/player/player.atoms.ts";
import { enterItemAtom } from "../features/progress/completion.atoms.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { offlineAtom } from "../lib/offline.atoms.ts";
import { signOut } from "../lib/sign-out.ts";
import { AppPlayer } from "./app-player.tsx";

const TRACK: Track = {
  date: "2026-05-12",
  title: "Light the Fuse",
  filename: "fuse.mp3",
  artworkFilename: null,
  duration: 120,
  href: "/content/2026-05-12?rolodex=3&year=2026&month=5",
  savesProgress: true,
};
const SLEEPS_MS = 300_000;
const OTHER: Track = { ...TRACK, date: "2026-05-13", title: "Thunderhead", filename: "thunder.mp3" };

let calls: ReturnType<typeof stubApi>;
let sessionStatus: number;
let completion: object;
let progressAnswer: Promise<object>;
let profile: Promise<object>;

beforeEach(() => {
  sessionStatus = 200;
  completion = {};
  storeAuthToken("token");
  const progress = progressOf(TRACK.date);
  progressAnswer = Promise.resolve(progress);
  profile = Promise.resolve({ ...PROFILE, playbackSpeed: 1.5 });
  calls = stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser() }, { status: sessionStatus }),
    "GET /api/progress/2026-05-12": async () => Response.json(await progressAnswer),
    "GET /api/user/profile": async () => Response.json(await profile),
    "POST /api/progress/2026-05-12": () => Response.json({ ...progress, ...completion }),
    "POST /api/progress/2026-05-12/not-done": () => {
      completion = { epoch: 1 };
      return Response.json({ ...progress, epoch: 1 });
    },
    "POST /api/auth/logout": () => Response.json({ ok: true }),
    "GET /api/user/activity": () => Response.json({ today: TRACK.date, days: [] }),
  });
});

afterEach(() => {
  signOut();
  vi.restoreAllMocks();
});

/** Enters its item, as an item's real page does. */
function ItemPage() {
  const enter = useSetAtom(enterItemAtom);
  useEffect(() => enter(TRACK.date), [enter]);
  return <p>The item's own page</p>;
}

function Doors() {
  const logout = useLogout();
  const { pathname } = useLocation();
  const setSleep = useSetAtom(sleepAtom);
  const play = useSetAtom(playTrackAtom);
  const cue = useSetAtom(cueTrackAtom);
  const chooseSpeed = useSetAtom(chooseSpeedAtom);
  return (
    <>
      <button type="button" onClick={() => void play(TRACK)}>
        Play the first
      </button>
      <button type="button" onClick={() => void play(OTHER)}>
        Play the second
      </button>
      <button type="button" onClick={() => chooseSpeed(2)}>
        Faster
      </button>
      <button type="button" onClick={() => cue(OTHER)}>
        Open the second
      </button>
      <button type="button" onClick={() => setSleep({ kind: "minutes", minutes: 5, endsAt: Date.now() + SLEEPS_MS })}>
        Sleep soon
      </button>
      <button type="button" onClick={() => setSleep({ kind: "end" })}>
        Sleep at the end
      </button>
      <Link to="/content/2026-05-12">Its page</Link>
      <Link to="/profile">Another page</Link>
      <button type="button" onClick={() => logout.mutate()}>
        Logout
      </button>
      {pathname === "/content/2026-05-12" && <ItemPage />}
    </>
  );
}

async function openApp() {
  const { container, ...rest } = renderAt(
    "/dashboard",
    <>
      <Doors />
      <AppPlayer />
      <Dock />
    </>,
  );
  const audio = container.querySelector("audio");
  if (audio === null) throw new Error("There is no audio element.");
  Object.defineProperty(audio, "duration", { value: 120 });
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const emit = (...names: string[]) =>
    act(async () => {
      for (const name of names) audio.dispatchEvent(new Event(name));
    });
  return { ...rest, audio, press, emit };
}

test("clicking Play sets the source and starts playback synchronously", async () => {
  const { audio } = await openApp();
  const play = vi.spyOn(audio, "play");
  screen.getByRole("button", { name: "Play the first" }).click();
  expect(play).toHaveBeenCalledOnce();
  expect(audio.getAttribute("src")).toBe("/audio/fuse.mp3");
});

test("on other pages, a mini-player shows the session, skips, links back to it, pauses, and closes it", async () => {
  const { audio, press, emit, address } = await openApp();
  await press("Play the first");
  const mini = await screen.findByRole("region", { name: "Now playing" });
  await userEvent.click(screen.getByRole("link", { name: "Another page" }));
  expect(mini.isConnected).toBe(true);
  await press("Forward 15 seconds");
  expect(audio.currentTime).toBe(15);
  await press("Back 15 seconds");
  expect(audio.currentTime).toBe(0);
  await press("Pause");
  expect(audio.paused).toBe(true);
  await emit("pause");
  await press("Play");
  expect(audio.paused).toBe(false);
  await userEvent.click(screen.getByRole("link", { name: /Light the Fuse/ }));
  expect(address()).toBe(TRACK.href);
  expect(screen.queryByRole("region", { name: "Now playing" })).toBeNull();
  expect(audio.paused).toBe(false);
  await userEvent.click(screen.getByRole("link", { name: "Another page" }));
  await press("Close player");
  expect([audio.paused, audio.getAttribute("src")]).toEqual([true, null]);
  expect(screen.queryByRole("region", { name: "Now playing" })).toBeNull();
});

test("playback that starts before progress has loaded still resumes at the saved position", async () => {
  const known = progressOf(TRACK.date, { audioPosition: 62, at: "2026-05-11T06:00:00.000Z" });
  const asked = Promise.withResolvers<object>();
  progressAnswer = asked.promise;
  const { audio, press, emit } = await openApp();
  await press("Play the first");
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith("/api/progress/"))).toBe(true));
  audio.currentTime = 0.2;
  await emit("loadedmetadata", "timeupdate");
  audio.currentTime = 11;
  await emit("timeupdate", "pause");
  asked.resolve(known);
  await waitFor(() => expect(audio.currentTime).toBe(62));
  expect(Object.keys(localStorage).filter((key) => key.startsWith("position:"))).toEqual([]);
  audio.currentTime = 64;
  await emit("timeupdate", "pause");
  const saved = () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  await waitFor(() => expect(saved()).toEqual([expect.objectContaining({ audioPosition: 64 })]));
});

test("opening another item leaves playing audio alone and silently replaces paused audio", async () => {
  const { audio, press } = await openApp();
  await press("Play the first");
  await press("Open the second");
  expect(audio.getAttribute("src")).toBe("/audio/fuse.mp3");
  audio.pause();
  await press("Open the second");
  expect([audio.getAttribute("src"), audio.paused]).toEqual(["/audio/thunder.mp3", true]);
  expect(screen.queryByRole("region", { name: "Now playing" })).toBeNull();
});

test("without a connection, the mini-player offers Play only for what has loaded", async () => {
  const { audio, press, emit } = await openApp();
  await press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  await press("Pause");
  await emit("pause");
  const isDisabled = () => (screen.getByRole("button", { name: "Play" }) as HTMLButtonElement).disabled;
  act(() => getDefaultStore().set(offlineAtom, true));
  expect(isDisabled()).toBe(true);
  screen.getByText("Needs a connection");
  Object.defineProperties(audio, { HAVE_FUTURE_DATA: { value: 3 }, readyState: { value: 4 } });
  await emit("canplay");
  expect(isDisabled()).toBe(false);
  act(() => getDefaultStore().set(offlineAtom, false));
});

test("starting other media pauses the player, and vice versa", async () => {
  const { audio, press, emit } = await openApp();
  await press("Play the first");
  await emit("play");
  const video = document.body.appendChild(document.createElement("video"));
  await act(() => video.play());
  video.dispatchEvent(new Event("play"));
  expect([audio.paused, video.paused]).toEqual([true, false]);
  await act(() => audio.play());
  await emit("play");
  expect([audio.paused, video.paused]).toEqual([false, true]);
  video.remove();
});

function sleepSoon(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(screen.getByRole("button", { name: "Sleep soon" }));
  act(() => void vi.advanceTimersByTime(SLEEPS_MS));
}

test("the sleep timer pauses playback when its time is up, then turns off", async () => {
  const { audio, press } = await openApp();
  await press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  sleepSoon();
  expect(audio.paused).toBe(true);
  await act(() => audio.play());
  act(() => void vi.advanceTimersByTime(2 * SLEEPS_MS));
  expect(audio.paused).toBe(false);
});

test("the sleep timer pauses the playing video, whichever player it was set in", async () => {
  const { press } = await openApp();
  await press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  const video = document.body.appendChild(document.createElement("video"));
  const leave = getDefaultStore().set(showVideoAtom, video);
  await act(() => video.play());
  sleepSoon();
  expect(video.paused).toBe(true);
  leave();
  video.remove();
});

test("a sleep timer set to the end lets playback reach the end, then pauses", async () => {
  const { audio, press, emit } = await openApp();
  await press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  await press("Sleep at the end");
  expect(audio.paused).toBe(false);
  await emit("ended");
  expect(audio.paused).toBe(true);
});

test("a session starts at the speed last chosen on any device, and stores it in this browser", async () => {
  localStorage.setItem("player_speed", "1.25");
  const { audio, press } = await openApp();
  await press("Play the first");
  await waitFor(() => expect(audio.playbackRate).toBe(1.5));
  expect(localStorage.getItem("player_speed")).toBe("1.5");
});

test("a speed chosen before the profile has loaded isn't overridden by it", async () => {
  const asked = Promise.withResolvers<object>();
  profile = asked.promise;
  const { audio, press } = await openApp();
  await press("Play the first");
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/user/profile")).toBe(true));
  await press("Faster");
  await act(async () => asked.resolve({ ...PROFILE, playbackSpeed: 1.5 }));
  expect([audio.playbackRate, localStorage.getItem("player_speed")]).toEqual([2, "2"]);
  await press("Play the second");
  await waitFor(() => expect(calls.filter(({ path }) => path === "/api/user/profile")).toHaveLength(2));
  await waitFor(() => expect(audio.playbackRate).toBe(1.5));
});

test("logging out stops and clears the player, and saves nothing afterward", async () => {
  const { audio, press, emit } = await openApp();
  await press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  audio.currentTime = 40;
  await emit("timeupdate");
  await act(async () => signOut());
  await emit("pause");
  expect([audio.paused, audio.getAttribute("src")]).toEqual([true, null]);
  expect(screen.queryByRole("region", { name: "Now playing" })).toBeNull();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
});

test("a login session that ended elsewhere stops the player", async () => {
  sessionStatus = 401;
  const { audio, press } = await openApp();
  await press("Play the first");
  await waitFor(() => expect(audio.getAttribute("src")).toBeNull());
});

test("if the player's code doesn't load, the page stays, nothing plays unsaved, and the next tap retries", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.doMock("./player-host.tsx", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const { audio, press } = await openApp();
  await press("Play the first");
  await waitFor(() => expect(audio.getAttribute("src")).toBeNull());
  vi.doUnmock("./player-host.tsx");
  await press("Play the first");
  expect(await screen.findByRole("region", { name: "Now playing" })).toBeTruthy();
});

const FIGURES = { ...ENGAGEMENT, itemsCompleted: 23, currentStreak: 3 };
const COMPLETED = { totalWatched: true, audioCompleted: true, engagement: FIGURES };

/** Plays to a second. Progress is reported, and completes, once the session is known. */
async function playTo({ audio, emit }: Awaited<ReturnType<typeof openApp>>, seconds: number): Promise<void> {
  audio.currentTime = seconds;
  await expect
    .poll(async () => {
      await emit("timeupdate");
      return calls.some(({ method }) => method === "POST");
    })
    .toBe(true);
}

async function completeElsewhere() {
  completion = COMPLETED;
  const app = await openApp();
  await app.press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  await playTo(app, 100);
  return app;
}

test("a completion while another page is open shows a note once, until it's closed, without taking focus", async () => {
  const { press } = await completeElsewhere();
  const focused = document.activeElement;
  expect(await screen.findByRole("heading", { name: "3 days in a row" })).toBeTruthy();
  expect(document.activeElement).toBe(focused);
  expect(await screen.findAllByRole("listitem")).toHaveLength(7);
  await press("Close");
  expect(screen.queryByRole("heading", { name: "3 days in a row" })).toBeNull();
  expect(screen.getByRole("region", { name: "Now playing" })).toBeTruthy();
});

test("undoing a completion from its note stops and rewinds the audio and removes the note", async () => {
  const { audio, press } = await completeElsewhere();
  await screen.findByRole("heading", { name: "3 days in a row" });
  await press("Mark as not complete");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "3 days in a row" })).toBeNull());
  expect([audio.paused, audio.currentTime]).toEqual([true, 0]);
  const undone = calls.filter(({ path }) => path.endsWith("/not-done"));
  expect(undone).toMatchObject([{ body: { epoch: 0 } }]);
});

test("opening the item's page removes the completion note for good", async () => {
  await completeElsewhere();
  const note = await screen.findByRole("heading", { name: "3 days in a row" });
  await userEvent.click(screen.getByRole("link", { name: "Open session" }));
  expect(screen.getByText("The item's own page")).toBeTruthy();
  expect(note.isConnected).toBe(false);
  await userEvent.click(screen.getByRole("link", { name: "Another page" }));
  expect(screen.queryByRole("heading", { name: "3 days in a row" })).toBeNull();
});

test("a completion on the item's own page shows no note on other pages", async () => {
  completion = COMPLETED;
  const app = await openApp();
  await app.press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  await userEvent.click(screen.getByRole("link", { name: "Its page" }));
  await playTo(app, 100);
  const saved = () => app.queryClient.getQueryData(["/api/progress", TRACK.date]);
  await waitFor(() => expect(saved()).toMatchObject({ totalWatched: true }));
  await userEvent.click(screen.getByRole("link", { name: "Another page" }));
  expect(screen.queryByRole("heading", { name: "3 days in a row" })).toBeNull();
});

test("the player pauses when another tab starts playing, and notifies other tabs when it starts", async () => {
  const { audio, press, emit } = await openApp();
  const otherTab = new BroadcastChannel("playing");
  const onMessage = vi.fn();
  otherTab.onmessage = onMessage;
  await press("Play the first");
  await emit("play");
  await waitFor(() => expect(onMessage).toHaveBeenCalled());
  expect(audio.paused).toBe(false);
  otherTab.postMessage(null);
  await waitFor(() => expect(audio.paused).toBe(true));
  otherTab.close();
});

test("logging out sends the last position before the session ends", async () => {
  const { audio, press, emit } = await openApp();
  await press("Play the first");
  await screen.findByRole("region", { name: "Now playing" });
  audio.currentTime = 40;
  // Progress is reported once the session is known.
  await expect
    .poll(async () => {
      await emit("pause");
      return localStorage.getItem("position:ann:2026-05-12:audio");
    })
    .not.toBeNull();
  audio.currentTime = 45;
  await emit("timeupdate");
  await press("Logout");
  await waitFor(() => expect(audio.paused).toBe(true));
  const sent = calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
  expect(sent).toEqual([
    ["/api/progress/2026-05-12", expect.objectContaining({ audioPosition: 40 })],
    ["/api/progress/2026-05-12", expect.objectContaining({ audioPosition: 45 })],
    ["/api/auth/logout", null],
  ]);
});

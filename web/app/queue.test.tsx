import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { browsedItemOf } from "#test/answers/content.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { progressOf } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { Dock } from "../brand/dock.tsx";
import { cueTrackAtom } from "../features/player/item-track.atoms.ts";
import {
  audioConditionAtom,
  closePlayerAtom,
  playTrackAtom,
  queueText,
  sleepAtom,
  type Track,
  trackAtom,
} from "../features/player/player.atoms.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { usePlayAllAudio } from "../pages/play-all-audio.ts";
import { Toaster } from "../ui/toaster.tsx";
import { AppPlayer } from "./app-player.tsx";

const DAYS = ["2026-05-14", "2026-05-13", "2026-05-12"];
const SHOWN = [
  browsedItemOf("2026-05-15", { audioFilename: null, hasAudio: false }),
  ...DAYS.map((date) => browsedItemOf(date)),
];
const OTHER: Track = {
  date: "2026-04-01",
  title: "Another",
  filename: "other.mp3",
  artworkFilename: null,
  duration: 60,
  href: "/content/2026-04-01",
  savesProgress: true,
};
const store = getDefaultStore();
const handlers = new Map<string, (() => void) | null>();
let calls: ReturnType<typeof stubApi>;

beforeEach(() => {
  storeAuthToken("token");
  vi.stubGlobal("MediaMetadata", class {});
  const session = {
    setActionHandler: (name: string, run: () => void) => handlers.set(name, run),
    setPositionState() {},
  };
  Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
  calls = stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today: "2026-05-15" }) }),
    "GET /api/user/profile": () => Response.json(PROFILE),
    ...Object.fromEntries(
      [...DAYS, OTHER.date].flatMap((date) => {
        const stopped = progressOf(date, { audioPosition: 62, at: "2026-05-11T06:00:00.000Z" });
        return [
          [`GET /api/progress/${date}`, () => Response.json(stopped)],
          [`POST /api/progress/${date}`, () => Response.json(stopped)],
        ];
      }),
    ),
  });
});

afterEach(() => {
  act(() => store.set(closePlayerAtom));
  act(() => store.set(sleepAtom, null));
  queueText.write(null);
  Reflect.deleteProperty(navigator, "mediaSession");
  handlers.clear();
  vi.unstubAllGlobals();
});

type ReadMore = (most: number) => Promise<BrowsedItem[]>;

function Library({ shown, readMore }: { shown: BrowsedItem[]; readMore: ReadMore }) {
  const play = usePlayAllAudio();
  return (
    <button type="button" onClick={() => play(shown, readMore)}>
      Play all audio
    </button>
  );
}

function openApp(shown: BrowsedItem[] = SHOWN, readMore: ReadMore = async () => []) {
  const screen = renderAt(
    "/library",
    <>
      <Library shown={shown} readMore={readMore} />
      <AppPlayer />
      <Dock />
      <Toaster />
    </>,
  );
  const audio = screen.container.querySelector("audio");
  if (audio === null) throw new Error("There is no audio element.");
  Object.defineProperty(audio, "duration", { value: 120, configurable: true });
  const emit = (...names: string[]) =>
    act(async () => {
      for (const name of names) audio.dispatchEvent(new Event(name));
    });
  return { ...screen, audio, emit };
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const place = () => screen.findByRole("region", { name: "Queue" }).then((row) => row.textContent);
const played = () => store.get(trackAtom)?.date;
const saves = () => calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);

/** Presses Play all audio, and waits until the queue's row is there. */
async function playAllAudio(...given: Parameters<typeof openApp>) {
  const app = openApp(...given);
  await press("Play all audio");
  expect(await place()).toContain("1 of ");
  return app;
}

/** As a browser plays to the end: it pauses first. */
async function end({ audio, emit }: ReturnType<typeof openApp>) {
  audio.currentTime = 120;
  await act(async () => audio.pause());
  await emit("timeupdate", "pause", "ended");
}

test("Play all audio starts the first session with audio within the click, then the next ones in the order shown", async () => {
  const app = openApp();
  const play = vi.spyOn(app.audio, "play");
  screen.getByRole("button", { name: "Play all audio" }).click();
  expect([play.mock.calls.length, app.audio.getAttribute("src")]).toEqual([1, "/audio/2026-05-14.mp3"]);
  expect(await place()).toBe("1 of 3 · Next: Title of 2026-05-13");
  await end(app);
  expect([played(), app.audio.paused, await place()]).toEqual([
    "2026-05-13",
    false,
    "2 of 3 · Next: Title of 2026-05-12",
  ]);
  await end(app);
  expect([played(), await place()]).toEqual(["2026-05-12", "3 of 3 · The last one"]);
  await end(app);
  expect([played(), await place()]).toEqual(["2026-05-12", "3 of 3 · That was the last one."]);
});

test("the queue takes at most 100 sessions, and reads only as many as are missing", async () => {
  const many = Array.from({ length: 130 }, (_, nth) => browsedItemOf(addDays("2025-09-01", nth)));
  const readMore = vi.fn<ReadMore>(async (most) => many.slice(3, 3 + most));
  openApp(many.slice(0, 3), readMore);
  await press("Play all audio");
  await waitFor(async () => expect(await place()).toContain("1 of 100"));
  expect(readMore).toHaveBeenCalledWith(97);
});

test("each session starts at 0 wherever the member stopped, and its end is saved like any other", async () => {
  const app = await playAllAudio();
  await app.emit("loadedmetadata", "durationchange");
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/progress/2026-05-14")).toBe(true));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await app.emit("durationchange");
  expect(app.audio.currentTime).toBe(0);
  await waitFor(async () => {
    await app.emit("pause");
    expect(saves().length).toBeGreaterThan(0);
  });
  await end(app);
  const whole = expect.objectContaining({ audioPosition: 120, audioProgress: 100, audioCompleted: true });
  await waitFor(() => expect(saves().at(-1)).toEqual(["/api/progress/2026-05-14", whole]));
  expect(played()).toBe("2026-05-13");
});

test("Next and Previous move in the queue, here and on the lock screen, which has neither without a queue", async () => {
  const app = await playAllAudio();
  await waitFor(() => expect(handlers.get("nexttrack")).toBeTypeOf("function"));
  expect(handlers.get("previoustrack")).toBeNull();
  expect(screen.getByRole("button", { name: "Previous in queue" }).getAttribute("aria-disabled")).toBe("true");
  await act(async () => handlers.get("nexttrack")?.());
  expect(played()).toBe("2026-05-13");
  await press("Next in queue");
  expect([played(), handlers.get("nexttrack")]).toEqual(["2026-05-12", null]);
  await act(async () => handlers.get("previoustrack")?.());
  await press("Previous in queue");
  expect([played(), app.audio.paused]).toEqual(["2026-05-14", false]);
  app.navigate("/content/2026-05-14");
  await press("End queue");
  expect(screen.queryByRole("region", { name: "Queue" })).toBeNull();
  expect([played(), handlers.get("previoustrack"), handlers.get("nexttrack")]).toEqual(["2026-05-14", null, null]);
});

const fail = () =>
  act(async () => store.set(audioConditionAtom, { status: "failed", trouble: "unreachable", retry() {} }));

test("a session that doesn't load is skipped with a word; after three in a row, the queue stops", async () => {
  const app = await playAllAudio(["1", "2", "3", "4", "5", "6"].map((day) => browsedItemOf(`2026-05-0${day}`)));
  await fail();
  expect(await screen.findByText("Skipped Title of 2026-05-01")).toBeTruthy();
  expect(played()).toBe("2026-05-02");
  await app.emit("playing");
  await fail();
  await fail();
  expect(played()).toBe("2026-05-04");
  await fail();
  expect(await screen.findByText("The queue stopped")).toBeTruthy();
  expect([played(), await place()]).toEqual(["2026-05-04", "4 of 6 · Next: Title of 2026-05-05"]);
});

test("a sleep timer for the end of the session stops the queue there; one in minutes stays set", async () => {
  const app = await playAllAudio();
  act(() => store.set(sleepAtom, { kind: "minutes", minutes: 30, endsAt: Date.now() + 1_800_000 }));
  await end(app);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect([played(), store.get(sleepAtom)?.kind]).toEqual(["2026-05-13", "minutes"]);
  act(() => store.set(sleepAtom, { kind: "end" }));
  await end(app);
  await waitFor(() => expect(store.get(sleepAtom)).toBeNull());
  expect([played(), app.audio.paused]).toEqual(["2026-05-13", true]);
});

test("after a reload, the queue is there, paused in the session that played, and resumes where that was", async () => {
  const { unmount } = await playAllAudio();
  await press("Next in queue");
  const kept = queueText.read();
  unmount();
  act(() => store.set(closePlayerAtom));
  queueText.write(kept);
  const { audio, emit } = openApp();
  expect(await place()).toBe("2 of 3 · Next: Title of 2026-05-12");
  expect([audio.paused, audio.getAttribute("src")]).toEqual([true, "/audio/2026-05-13.mp3"]);
  await emit("loadedmetadata", "durationchange");
  await waitFor(() => expect(audio.currentTime).toBe(62));
  await fail();
  expect(played()).toBe("2026-05-13");
});

test("beside the player, the queue's end closes both", async () => {
  await playAllAudio();
  expect(screen.queryByRole("button", { name: "Close player" })).toBeNull();
  await press("End queue");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Now playing" })).toBeNull());
  expect([queueText.read(), store.get(trackAtom)]).toEqual([null, null]);
});

test("a session's own page leaves a paused queue alone; playing another session or closing the player ends it", async () => {
  const { audio } = await playAllAudio();
  await act(async () => audio.pause());
  act(() => store.set(cueTrackAtom, OTHER));
  expect(played()).toBe("2026-05-14");
  await act(async () => void (await store.set(playTrackAtom, OTHER)));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Queue" })).toBeNull());
  expect([played(), queueText.read()]).toEqual([OTHER.date, null]);
  await press("Play all audio");
  expect(await place()).toContain("1 of 3");
  await press("End queue");
  await waitFor(() => expect(queueText.read()).toBeNull());
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { getDefaultStore, useAtomValue } from "jotai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PROFILE } from "#test/answers/profile.ts";
import { progressOf } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { asPhone } from "#test/web/viewport.ts";
import { ActionBar, Dock } from "../brand/dock.tsx";
import { sessionQuery } from "../features/account/session.query.ts";
import { audioAtom, closePlayerAtom, playTrackAtom, queueAtom, trackAtom } from "../features/player/player.atoms.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { PlayerHost } from "./player-host.tsx";

const DATE = "2026-05-12";
const TRACK = {
  date: DATE,
  title: "Light the Fuse",
  filename: "fuse.mp3",
  artworkFilename: null,
  duration: 120,
  href: `/content/${DATE}`,
  savesProgress: true,
};
const store = getDefaultStore();
let today: string;

beforeEach(() => {
  today = DATE;
  storeAuthToken("token");
  const progress = progressOf(DATE);
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: sessionUser({ today }) }),
    "GET /api/user/profile": () => Response.json(PROFILE),
    "GET /api/content": () => Response.json([]),
    [`GET /api/progress/${DATE}`]: () => Response.json(progress),
    [`POST /api/progress/${DATE}`]: () => Response.json(progress),
  });
});

afterEach(() => {
  act(() => store.set(closePlayerAtom));
  store.set(audioAtom, null);
});

function Host() {
  const track = useAtomValue(trackAtom);
  return track && <PlayerHost track={track} />;
}

/** A phone on the dashboard while a track plays. */
async function playBesideDashboard() {
  asPhone();
  const audio = document.createElement("audio");
  store.set(audioAtom, audio);
  const { queryClient } = renderAt(
    "/dashboard",
    <>
      <ActionBar label="Today">
        <p>Experience This Content</p>
      </ActionBar>
      <Host />
      <Dock />
    </>,
  );
  await act(async () => void (await store.set(playTrackAtom, TRACK)));
  return {
    audio,
    emit: (...names: string[]) => act(() => names.forEach((name) => void audio.dispatchEvent(new Event(name)))),
    /** Refetches the session, as when returning to the app after a while. */
    checkSession: async () => {
      await act(() => queryClient.refetchQueries(sessionQuery));
      expect(queryClient.getQueryData(sessionQuery.queryKey)?.today).toBe(today);
      // Observers are notified in a later turn.
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
  };
}

const miniPlayer = () => screen.queryByRole("region", { name: "Now playing" });
const actionBar = () => screen.queryByRole("region", { name: "Today" });

test("beside a page's action, the mini-player keeps to its picture, Play, and Close, below what plays", async () => {
  await playBesideDashboard();
  const player = within(miniPlayer() as HTMLElement);
  expect(player.getByRole("link", { name: /^Light the Fuse/ }).querySelector("img")).not.toBeNull();
  expect(player.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Pause",
    "Close player",
  ]);
  expect(actionBar()).not.toBeNull();
  expect(miniPlayer()?.textContent).toMatch(/^Light the Fuse0:00 \//);
  act(() => store.set(queueAtom, { tracks: [TRACK, TRACK], place: 1, failures: 0 }));
  expect(miniPlayer()?.textContent).toMatch(/^2 of 2 · Light the Fuse0:00 \//);
});

test("after playback ends on another page, the mini-player leaves until playback restarts", async () => {
  const { emit } = await playBesideDashboard();
  expect(miniPlayer()).not.toBeNull();
  emit("pause", "ended");
  expect(miniPlayer()).toBeNull();
  // Like undoing a completion, which plays nothing.
  emit("seeking", "seeked");
  expect(miniPlayer()).toBeNull();
  emit("play", "playing");
  expect(miniPlayer()).not.toBeNull();
});

test("on another page, a new day closes a paused player but leaves a playing one alone", async () => {
  const { audio, checkSession } = await playBesideDashboard();
  await checkSession();
  today = "2026-05-13";
  await checkSession();
  expect([miniPlayer() !== null, audio.paused]).toEqual([true, false]);
  audio.pause();
  await checkSession();
  expect(miniPlayer()).not.toBeNull();
  today = "2026-05-14";
  await checkSession();
  await waitFor(() => expect(miniPlayer()).toBeNull());
  expect(audio.getAttribute("src")).toBeNull();
});

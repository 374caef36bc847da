import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { artworkOf, squareArtworkOf } from "#domain/rules/artwork.ts";
import type { Track } from "./player.atoms.ts";
import { useMediaSession } from "./use-media-session.ts";

const TRACK: Track = {
  date: "2025-08-12",
  title: "Light the Fuse",
  filename: "fuse.mp3",
  artworkFilename: null,
  duration: null,
  href: "/content/2025-08-12",
  savesProgress: true,
};

const handlers = new Map<string, unknown>();
const session = {
  metadata: null as MediaMetadataInit | null,
  playbackState: "none",
  setActionHandler: (action: string, handler: unknown) => handlers.set(action, handler),
  setPositionState: vi.fn(),
};

beforeEach(() => {
  handlers.clear();
  session.metadata = null;
  vi.stubGlobal("navigator", Object.create(navigator, { mediaSession: { value: session } }));
  vi.stubGlobal(
    "MediaMetadata",
    class {
      constructor(init: MediaMetadataInit) {
        Object.assign(this, init);
      }
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("during playback, the lock screen shows title, brand, day, and picture, and is cleared afterward", () => {
  const audio = document.createElement("audio");
  const { unmount } = renderHook(() => useMediaSession(audio, TRACK));
  expect(session.metadata).toBeNull();
  act(() => void audio.dispatchEvent(new Event("play")));
  expect(session.metadata).toMatchObject({
    title: "Light the Fuse",
    artist: "Daybolt",
    album: "Tuesday, August 12, 2025",
    artwork: [
      { src: squareArtworkOf("2025-08-12"), sizes: "512x512", type: "image/jpeg" },
      { src: artworkOf("2025-08-12"), sizes: "1200x630", type: "image/jpeg" },
    ],
  });
  expect(handlers.get("play")).toBeTypeOf("function");
  unmount();
  expect(session.metadata).toBeNull();
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
});

test("the next day's track has its own picture", () => {
  const audio = document.createElement("audio");
  const next = { ...TRACK, date: "2025-08-13", title: "Open Road" };
  const { rerender } = renderHook(({ track }) => useMediaSession(audio, track), {
    initialProps: { track: TRACK },
  });
  rerender({ track: next });
  act(() => void audio.dispatchEvent(new Event("play")));
  const sources = session.metadata?.artwork?.map(({ src }) => src);
  expect(sources).toEqual([squareArtworkOf("2025-08-13"), artworkOf("2025-08-13")]);
  rerender({ track: { ...next, artworkFilename: "own-1f.jpg" } });
  act(() => void audio.dispatchEvent(new Event("play")));
  expect(session.metadata?.artwork).toEqual([{ src: "/media/own-1f.jpg" }]);
  expect(artworkOf("2025-08-13")).not.toBe(artworkOf("2025-08-12"));
});

test("a playing video takes over the lock screen's title and controls, until the audio plays again", () => {
  const [audio, video] = [document.createElement("audio"), document.createElement("video")];
  const openRoad = { date: "2025-08-13", title: "Open Road", artworkFilename: null };
  renderHook(() => useMediaSession(audio, TRACK));
  const stage = renderHook(() => useMediaSession(video, openRoad));
  act(() => void audio.dispatchEvent(new Event("play")));
  act(() => void video.dispatchEvent(new Event("play")));
  expect(session.metadata).toMatchObject({ title: "Open Road" });
  const [pausedAudio, pausedVideo] = [vi.spyOn(audio, "pause"), vi.spyOn(video, "pause")];
  (handlers.get("pause") as () => void)();
  expect([pausedAudio.mock.calls.length, pausedVideo.mock.calls.length]).toEqual([0, 1]);
  act(() => void audio.dispatchEvent(new Event("play")));
  stage.unmount();
  expect(session.metadata).toMatchObject({ title: "Light the Fuse" });
});

test("controls that the browser dropped are set again once playback continues, by the medium that holds them", () => {
  const [audio, video] = [document.createElement("audio"), document.createElement("video")];
  renderHook(() => useMediaSession(audio, TRACK));
  renderHook(() => useMediaSession(video, TRACK));
  act(() => void audio.dispatchEvent(new Event("play")));
  handlers.clear();
  act(() => void video.dispatchEvent(new Event("playing")));
  expect(handlers.size).toBe(0);
  act(() => void audio.dispatchEvent(new Event("playing")));
  const shown = ["play", "pause", "seekbackward", "seekforward", "seekto"];
  for (const action of shown) expect(handlers.get(action), action).toBeTypeOf("function");
});

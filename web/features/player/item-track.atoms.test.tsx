import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { cueTrackAtom } from "./item-track.atoms.ts";
import { audioAtom, isStartedAtom, type Track, trackAtom } from "./player.atoms.ts";

const TRACK: Track = {
  date: "2026-05-12",
  title: "Light the Fuse",
  filename: "fuse.mp3",
  artworkFilename: null,
  duration: 120,
  href: "/content/2026-05-12",
  savesProgress: true,
};

afterEach(() => window.history.replaceState(null, "", "/"));

test.for([
  ["?from=notification", "lets it", true],
  ["?from=notification", "refuses it", false],
  ["", "lets it", false],
] as const)("a session opened at %s in a browser that %s plays: %s", async ([search, _words, plays]) => {
  window.history.replaceState(null, "", `/content/2026-05-12${search}`);
  const store = createStore();
  const audio = document.createElement("audio");
  const refusal = new DOMException("", "NotAllowedError");
  const play = vi.spyOn(audio, "play").mockImplementation(async () => {
    if (!plays) throw refusal;
  });
  store.set(audioAtom, audio);
  store.set(cueTrackAtom, TRACK);
  await Promise.allSettled(play.mock.results.map(({ value }) => value));
  await Promise.resolve();
  expect([play.mock.calls.length, store.get(trackAtom), store.get(isStartedAtom)]).toEqual([
    search === "" ? 0 : 1,
    TRACK,
    plays,
  ]);
});

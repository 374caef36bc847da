import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { HostedMedia } from "./hosted-media.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const nothing = () => undefined;

/** Happy DOM's media have no text tracks. */
function mediaWith(tracks: { mode: string }[]): HTMLVideoElement {
  const list = Object.assign(new EventTarget(), {
    *[Symbol.iterator]() {
      yield* tracks;
    },
  });
  return Object.defineProperty(document.createElement("video"), "textTracks", { value: list });
}

function show(captions: string | null, media: HTMLVideoElement | null = null) {
  const props = { filename: "a b.mp4", title: "Rise", media, onMedia: nothing, onBroken: nothing };
  const { container } = render(<HostedMedia {...props} captions={captions} renewPass={vi.fn(async () => undefined)} />);
  return container.querySelector("track");
}

test("captions become a track at a path that the media pass covers; without captions, no track is added", () => {
  expect(show(null)).toBeNull();
  cleanup();
  const track = show("words 1f.vtt");
  expect(track?.getAttribute("src")).toBe("/video/words%201f.vtt");
  expect(track?.getAttribute("kind")).toBe("captions");
  expect(track?.getAttribute("srclang")).toBe("en");
  expect(track?.hasAttribute("default")).toBe(false);
});

test("captions switched on stay on for the next video, until they're switched off", () => {
  const tracks = [{ mode: "showing" }];
  const media = mediaWith(tracks);
  show("words.vtt", media);
  act(() => void media.textTracks.dispatchEvent(new Event("change")));
  cleanup();
  expect(show("words.vtt")?.hasAttribute("default")).toBe(true);
  cleanup();
  show("words.vtt", media);
  tracks[0] = { mode: "disabled" };
  act(() => void media.textTracks.dispatchEvent(new Event("change")));
  cleanup();
  expect(show("words.vtt")?.hasAttribute("default")).toBe(false);
});

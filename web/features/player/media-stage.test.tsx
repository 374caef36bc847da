import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createStore, Provider } from "jotai";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { artworkOf } from "#domain/rules/artwork.ts";
import { showVideoAtom } from "./active-medium.atoms.ts";
import { MediaStage, useShownMedium } from "./media-stage.tsx";
import { audioAtom } from "./player.atoms.ts";
import { useIsWatching } from "./use-media-state.ts";

afterEach(cleanup);

const ITEM = { date: "2026-05-12", artworkFilename: null };

/** A player that counts its presses, which shows whether it was hidden or unmounted. */
function Player({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

function Stage({ audio, video }: { audio: ReactNode; video: ReactNode }) {
  const [shown, show] = useShownMedium({ audioFilename: audio ? "fuse.mp3" : null });
  const isWatching = useIsWatching();
  return (
    <>
      <MediaStage item={ITEM} shown={shown} onShow={show} audio={audio} video={video} />
      <output>{isWatching ? "watching" : "free"}</output>
    </>
  );
}

function openStage(audio: ReactNode, video: ReactNode) {
  const store = createStore();
  render(
    <Provider store={store}>
      <Stage audio={audio} video={video} />
    </Provider>,
  );
  return store;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const heading = () => screen.getByRole("heading", { level: 2 }).textContent;

test("a day with both media opens with the audio, and loads the video only once it is chosen", async () => {
  openStage(<Player name="audio" />, <Player name="video" />);
  expect(heading()).toBe("Audio Power Session");
  expect(screen.queryByText("video 0")).toBeNull();
  await press("audio 0");
  await press("Video Power Session");
  expect(heading()).toBe("Video Power Session");
  expect(screen.getByRole("button", { name: "Video Power Session" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText("audio 1").closest(".hidden")).not.toBeNull();
  await press("video 0");
  await press("Audio Power Session");
  expect(screen.getByText("audio 1").closest(".hidden")).toBeNull();
  expect(screen.getByText("video 1").closest(".hidden")).not.toBeNull();
});

test("the stage has one picture, which loads eagerly with high priority", () => {
  openStage(<Player name="audio" />, <Player name="video" />);
  const pictures = [...document.querySelectorAll("img")].map((image) => [
    image.getAttribute("src"),
    image.getAttribute("loading"),
    image.getAttribute("fetchpriority"),
  ]);
  expect(pictures).toEqual([[artworkOf(ITEM.date), "eager", "high"]]);
});

test.each([
  ["Audio Power Session", <Player key="audio" name="audio" />, null],
  ["Video Power Session", null, <Player key="video" name="video" />],
])("a day with only one medium has no switch: %s", (name, audio, video) => {
  openStage(audio, video);
  expect(heading()).toBe(name);
  expect(screen.queryByRole("group", { name: "Medium" })).toBeNull();
  expect(screen.getByRole("button").closest(".hidden")).toBeNull();
});

test("without media, no stage is shown", () => {
  openStage(null, null);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("switching pauses playback, but choosing the medium already shown doesn't", async () => {
  const store = openStage(<Player name="audio" />, <Player name="video" />);
  const audio = document.createElement("audio");
  const video = document.createElement("video");
  store.set(audioAtom, audio);
  act(() => void store.set(showVideoAtom, video));
  await act(() => audio.play());
  await press("Audio Power Session");
  expect(audio.paused).toBe(false);
  await press("Video Power Session");
  expect(audio.paused).toBe(true);
  await act(() => video.play());
  await press("Audio Power Session");
  expect(video.paused).toBe(true);
});

test("the member counts as watching only while the page's video plays", async () => {
  const store = openStage(<Player name="audio" />, <Player name="video" />);
  const video = document.createElement("video");
  const words = () => screen.getByRole("status").textContent;
  let hide = vi.fn();
  act(() => {
    hide = vi.fn(store.set(showVideoAtom, video));
  });
  await act(() => video.play());
  act(() => void video.dispatchEvent(new Event("play")));
  expect(words()).toBe("watching");
  video.pause();
  act(() => void video.dispatchEvent(new Event("pause")));
  expect(words()).toBe("free");
  await act(() => video.play());
  act(() => void video.dispatchEvent(new Event("play")));
  act(() => hide());
  expect(words()).toBe("free");
  act(() => void store.set(showVideoAtom, document.createElement("video")));
  expect(words()).toBe("free");
});

import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useMediaRecovery } from "./use-media-recovery.ts";

let answer: (response: Response) => void;

beforeEach(() => {
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", () => answered);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const settle = (response: Response) => act(async () => answer(response));

function watch() {
  const media = document.createElement("audio");
  const load = vi.spyOn(media, "load").mockImplementation(() => undefined);
  const onCondition = vi.fn();
  const renewPass = vi.fn(async () => undefined);
  const { rerender, unmount } = renderHook((src) => useMediaRecovery(media, src, { renewPass, onCondition }), {
    initialProps: "/audio/fuse.mp3",
  });
  media.currentTime = 47;
  media.dispatchEvent(new Event("error"));
  onCondition.mockClear();
  return { media, load, onCondition, rerender, unmount };
}

test("a late check of a failed file isn't reported for the file playing now", async () => {
  const { onCondition, rerender } = watch();
  rerender("/audio/thunder.mp3");
  await settle(new Response(null, { status: 503 }));
  expect(onCondition).not.toHaveBeenCalled();
});

test("a media pass renewed after the player was closed loads nothing", async () => {
  const { load, unmount } = watch();
  unmount();
  await settle(new Response(null, { status: 401 }));
  expect(load).not.toHaveBeenCalled();
});

test("a file opened while another one reloads keeps its own position", async () => {
  const { media, load, rerender } = watch();
  await settle(new Response(null, { status: 401 }));
  await expect.poll(() => load.mock.calls.length).toBe(1);
  rerender("/audio/thunder.mp3");
  media.currentTime = 0;
  media.dispatchEvent(new Event("loadedmetadata"));
  expect(media.currentTime).toBe(0);
});

import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type MediaTrouble, useMediaRecovery } from "./use-media-recovery.ts";

/** Null is a lost connection. */
let answer: (response: Response | null) => void;

beforeEach(() => {
  const answered = new Promise<Response | null>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", async () => (await answered) ?? Promise.reject(new TypeError("Failed to fetch")));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const settle = (response: Response | null) => act(async () => answer(response));

function watch(code?: number) {
  const media = document.createElement("audio");
  const load = vi.spyOn(media, "load").mockImplementation(() => undefined);
  const onCondition = vi.fn();
  const renewPass = vi.fn(async () => undefined);
  const { rerender, unmount } = renderHook((src) => useMediaRecovery(media, src, { renewPass, onCondition }), {
    initialProps: "/audio/fuse.mp3",
  });
  media.currentTime = 47;
  if (code !== undefined) Object.defineProperty(media, "error", { value: { code, MEDIA_ERR_DECODE: 3 } });
  media.dispatchEvent(new Event("error"));
  onCondition.mockClear();
  return { media, load, onCondition, renewPass, rerender, unmount };
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

const failed = (trouble: MediaTrouble) => expect.objectContaining({ status: "failed", trouble });

test.for([
  [3, 206, failed("unplayable")],
  [4, 206, failed("unplayable")],
  [4, 200, failed("unplayable")],
  [2, 206, failed("unreachable")],
  [4, 404, failed("missing")],
  [4, 503, failed("broken")],
  [3, null, failed("unreachable")],
  [4, null, failed("unreachable")],
] as const)("after error %i, a first byte answered with %j says what is wrong", async ([code, status, condition]) => {
  const { onCondition, renewPass } = watch(code);
  await settle(status === null ? null : new Response(null, { status }));
  await expect.poll(() => onCondition.mock.calls).toEqual([[condition]]);
  expect(renewPass).not.toHaveBeenCalled();
});

test.for([3, 4])(
  "after error %i, a first byte answered with 401 renews the pass, and playback continues",
  async (code) => {
    const { media, load, onCondition, renewPass } = watch(code);
    await settle(new Response(null, { status: 401 }));
    await expect.poll(() => load.mock.calls.length).toBe(1);
    media.currentTime = 0;
    media.dispatchEvent(new Event("loadedmetadata"));
    expect([renewPass.mock.calls.length, media.currentTime]).toEqual([1, 47]);
    expect(onCondition).not.toHaveBeenCalled();
  },
);

import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useResume } from "./use-resume.ts";

function openAt(point: Parameters<typeof useResume>[1]) {
  const media = document.createElement("audio");
  const onResumed = vi.fn();
  Object.defineProperty(media, "duration", { value: Number.NaN, writable: true });
  const emit = (name: string, duration: number) => {
    Object.assign(media, { duration });
    act(() => void media.dispatchEvent(new Event(name)));
  };
  const { result, rerender } = renderHook((settled) => useResume(media, settled, onResumed), { initialProps: point });
  const isTakenUp = () => result.current;
  return { media, onResumed, emit, isTakenUp, settle: rerender };
}

const HALFWAY = { percent: 50 };
const AT_40 = { seconds: 40 };

test("media resume where they left off, and only once", () => {
  const { media, onResumed, emit } = openAt(HALFWAY);
  emit("loadedmetadata", 120);
  expect(media.currentTime).toBe(60);
  media.currentTime = 0;
  emit("durationchange", 121);
  expect(media.currentTime).toBe(0);
  expect(onResumed).toHaveBeenCalledExactlyOnceWith(60);
});

test("media that report their length only after their metadata, as Vimeo does, resume once it's known", () => {
  const { media, onResumed, emit } = openAt(AT_40);
  emit("loadedmetadata", Number.NaN);
  expect(onResumed).not.toHaveBeenCalled();
  emit("durationchange", 120);
  expect(media.currentTime).toBe(40);
});

test("media don't resume near their end, or after the member has already moved the position", () => {
  const ending = openAt({ seconds: 115 });
  ending.emit("loadedmetadata", 120);
  const moved = openAt(AT_40);
  moved.media.currentTime = 20;
  moved.emit("seeking", Number.NaN);
  moved.emit("loadedmetadata", 120);
  expect([ending.media.currentTime, moved.media.currentTime]).toEqual([0, 20]);
});

test("a saved position that loads late still applies in the first minute of playback, but not later", () => {
  const late = openAt(undefined);
  late.emit("loadedmetadata", 600);
  late.media.currentTime = 14;
  late.settle({ seconds: 300 });
  expect(late.media.currentTime).toBe(300);
  expect(late.onResumed).toHaveBeenCalledExactlyOnceWith(300);
  const tooLate = openAt(undefined);
  tooLate.emit("loadedmetadata", 600);
  tooLate.media.currentTime = 61;
  tooLate.settle({ seconds: 300 });
  expect(tooLate.media.currentTime).toBe(61);
});

test("a playback position is ignored until the saved position and the length are known", () => {
  const { emit, settle, isTakenUp } = openAt(undefined);
  expect(isTakenUp()).toBe(false);
  settle(AT_40);
  expect(isTakenUp()).toBe(false);
  emit("loadedmetadata", 120);
  expect(isTakenUp()).toBe(true);
  const again = openAt(null);
  again.emit("loadedmetadata", 120);
  expect([again.isTakenUp(), again.media.currentTime]).toEqual([true, 0]);
});

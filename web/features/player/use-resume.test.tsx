import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useResume } from "./use-resume.ts";

function openAt(point: Parameters<typeof useResume>[1]) {
  const media = document.createElement("audio");
  const onResumed = vi.fn();
  Object.defineProperty(media, "duration", { value: Number.NaN, writable: true });
  const tell = (name: string, duration: number) => {
    Object.assign(media, { duration });
    act(() => void media.dispatchEvent(new Event(name)));
  };
  const { result, rerender } = renderHook((settled) => useResume(media, settled, onResumed), { initialProps: point });
  const isTakenUp = () => result.current;
  return { media, onResumed, tell, isTakenUp, settle: rerender };
}

const HALFWAY = { percent: 50 };
const AT_40 = { seconds: 40 };

test("a medium goes on where it was left, once", () => {
  const { media, onResumed, tell } = openAt(HALFWAY);
  tell("loadedmetadata", 120);
  expect(media.currentTime).toBe(60);
  media.currentTime = 0;
  tell("durationchange", 121);
  expect(media.currentTime).toBe(0);
  expect(onResumed).toHaveBeenCalledExactlyOnceWith(60);
});

test("an element that knows its length only after its metadata, as Vimeo's does, is taken up then", () => {
  const { media, onResumed, tell } = openAt(AT_40);
  tell("loadedmetadata", Number.NaN);
  expect(onResumed).not.toHaveBeenCalled();
  tell("durationchange", 120);
  expect(media.currentTime).toBe(40);
});

test("near its end, or moved meanwhile, it stays where it is", () => {
  const ending = openAt({ seconds: 115 });
  ending.tell("loadedmetadata", 120);
  const moved = openAt(AT_40);
  moved.media.currentTime = 20;
  moved.tell("seeking", Number.NaN);
  moved.tell("loadedmetadata", 120);
  expect([ending.media.currentTime, moved.media.currentTime]).toEqual([0, 20]);
});

test("sound that began before the point was known is taken up all the same, but not what somebody has listened to", () => {
  const late = openAt(undefined);
  late.tell("loadedmetadata", 600);
  late.media.currentTime = 14;
  late.settle({ seconds: 300 });
  expect(late.media.currentTime).toBe(300);
  expect(late.onResumed).toHaveBeenCalledExactlyOnceWith(300);
  const tooLate = openAt(undefined);
  tooLate.tell("loadedmetadata", 600);
  tooLate.media.currentTime = 61;
  tooLate.settle({ seconds: 300 });
  expect(tooLate.media.currentTime).toBe(61);
});

test("until the point and the length are known, nothing that is heard is anybody's position", () => {
  const { tell, settle, isTakenUp } = openAt(undefined);
  expect(isTakenUp()).toBe(false);
  settle(AT_40);
  expect(isTakenUp()).toBe(false);
  tell("loadedmetadata", 120);
  expect(isTakenUp()).toBe(true);
  const anew = openAt(null);
  anew.tell("loadedmetadata", 120);
  expect([anew.isTakenUp(), anew.media.currentTime]).toEqual([true, 0]);
});

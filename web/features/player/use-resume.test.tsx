import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useResume } from "./use-resume.ts";

function openAt(point: Parameters<typeof useResume>[1]) {
  const media = document.createElement("audio");
  const onResumed = vi.fn();
  Object.defineProperty(media, "duration", { value: Number.NaN, writable: true });
  const tell = (name: string, duration: number) => {
    Object.assign(media, { duration });
    media.dispatchEvent(new Event(name));
  };
  renderHook(() => useResume(media, point, onResumed));
  return { media, onResumed, tell };
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
  moved.media.currentTime = 70;
  moved.tell("loadedmetadata", 120);
  expect([ending.media.currentTime, moved.media.currentTime]).toEqual([0, 70]);
});

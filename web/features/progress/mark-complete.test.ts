import { expect, test } from "vitest";
import { completionReport } from "./mark-complete.mutation.ts";

test("marking as complete names only the media that the item has", () => {
  expect(completionReport({ hasAudio: true, hasVideo: false })).toEqual({ totalWatched: true, audioCompleted: true });
  expect(completionReport({ hasAudio: false, hasVideo: true })).toEqual({ totalWatched: true, videoCompleted: true });
  expect(completionReport({ hasAudio: false, hasVideo: false })).toEqual({ totalWatched: true });
});

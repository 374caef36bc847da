import { expect, test } from "vitest";
import { endEpochRequest, saveProgressRequest } from "./progress.ts";

test("a progress report may have any of its fields", () => {
  for (const report of [
    {},
    { audioProgress: 79.5 },
    { videoCompleted: true },
    { totalWatched: true, audioCompleted: false },
    { audioPosition: 12.5, playback: 1, sequence: 0, at: "2026-05-20T17:00:00.000Z", epoch: 0 },
    { videoPosition: 0, at: "2026-05-20T12:00:00-05:00" },
  ]) {
    expect(saveProgressRequest.parse(report)).toEqual(report);
  }
});

test("progress must be a number from 0 to 100", () => {
  for (const audioProgress of [-1, 100.5, Number.NaN, Number.POSITIVE_INFINITY, "80", null]) {
    expect(saveProgressRequest.safeParse({ audioProgress }).error?.issues[0]?.message).toBe(
      "Progress must be 0 to 100",
    );
  }
});

test.for([
  [{ audioPosition: Number.NaN }, "Position must be in seconds, up to 24 hours"],
  [{ videoPosition: 86_401 }, "Position must be in seconds, up to 24 hours"],
  [{ playback: 0 }, "Something went wrong. Reload the page and try again."],
  [{ sequence: -1 }, "Something went wrong. Reload the page and try again."],
  [{ epoch: 0.5 }, "Something went wrong. Reload the page and try again."],
  [{ at: "2026-05-20" }, "Time must look like 2026-11-21T06:00:00Z"],
] as const)("%j is rejected with a readable message", ([report, message]) => {
  expect(saveProgressRequest.safeParse(report).error?.issues[0]?.message).toBe(message);
});

test("a request to end a progress epoch requires the epoch number", () => {
  expect(endEpochRequest.parse({ epoch: 2 })).toEqual({ epoch: 2 });
  expect(endEpochRequest.safeParse({}).success).toBe(false);
});

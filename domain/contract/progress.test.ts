import { expect, test } from "vitest";
import { saveProgressRequest } from "./progress.ts";

test("a report may hold any of its fields", () => {
  for (const report of [
    {},
    { audioProgress: 79.5 },
    { videoCompleted: true },
    { totalWatched: true, audioCompleted: false },
  ]) {
    expect(saveProgressRequest.parse(report)).toEqual(report);
  }
});

test("progress is a percentage", () => {
  for (const audioProgress of [-1, 100.5, Number.NaN, Number.POSITIVE_INFINITY, "80", null]) {
    expect(saveProgressRequest.safeParse({ audioProgress }).error?.issues[0]?.message).toBe("Progress is a percentage");
  }
});

import { afterEach, expect, test } from "vitest";
import { progressOf } from "#test/answers/progress.ts";
import { dropPositions, resumePointOf, storedPosition } from "./resume-point.ts";

const OWNER = { memberId: "ann", id: "2026-05-12" };
const NONE = progressOf(OWNER.id);
const SERVER = { ...NONE, audioPosition: 300, videoPosition: 20, at: "2026-05-12T06:00:00.000Z", epoch: 1 };

afterEach(() => localStorage.clear());

test("a position kept in this browser wins if it's newer than the server's", () => {
  storedPosition(OWNER, "audio").write({ seconds: 310, at: "2026-05-12T06:00:20.000Z", epoch: 1 });
  storedPosition(OWNER, "video").write({ seconds: 5, at: "2026-05-11T06:00:00.000Z", epoch: 1 });
  expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", SERVER)).toEqual({ seconds: 310 });
  expect(resumePointOf(storedPosition(OWNER, "video").read(), "video", SERVER)).toEqual({ seconds: 20 });
});

test("after the member starts over, earlier positions in this browser are ignored", () => {
  storedPosition(OWNER, "audio").write({ seconds: 310, at: "2026-05-12T09:00:00.000Z", epoch: 0 });
  expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", { ...SERVER, audioPosition: 0 })).toEqual({
    seconds: 0,
  });
});

test("without the server's answer, this browser's position is used, but only for its member and medium", () => {
  storedPosition(OWNER, "audio").write({ seconds: 42, at: "2026-05-12T06:00:00.000Z", epoch: 0 });
  expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", undefined)).toEqual({ seconds: 42 });
  expect(resumePointOf(storedPosition(OWNER, "video").read(), "video", undefined)).toBeNull();
  expect(resumePointOf(storedPosition({ ...OWNER, memberId: "bob" }, "audio").read(), "audio", undefined)).toBeNull();
  dropPositions(OWNER);
  expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", undefined)).toBeNull();
});

test("progress from before positions were saved resumes by its percent, unless it's completed", () => {
  expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", { ...NONE, audioProgress: 40 })).toEqual({
    percent: 40,
  });
  expect(
    resumePointOf(storedPosition(OWNER, "audio").read(), "audio", { ...NONE, audioProgress: 90, audioCompleted: true }),
  ).toBeNull();
  expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", NONE)).toBeNull();
});

test.each(["{not json", "null", '{"seconds":"3"}', "7"])(
  "stored text that isn't a position (%s) is ignored",
  (text) => {
    localStorage.setItem("position:ann:2026-05-12:audio", text);
    expect(resumePointOf(storedPosition(OWNER, "audio").read(), "audio", NONE)).toBeNull();
  },
);

import fc from "fast-check";
import { expect, test } from "vitest";
import { filesByDay } from "./files-of-days.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));
const daysOf = (...names: string[]) => filesByDay(named(...names)).days.map((day) => day.map(({ file }) => file.name));

test("files of one name are one day, whatever the case of its letters and the language of its captions", () => {
  expect(daysOf("Rise.mp3", "rise.en.srt", "RISE.mp4", "Rise.jpg", "Fall.mp3", "Fall.vtt")).toEqual([
    ["Fall.mp3", "Fall.vtt"],
    ["rise.en.srt", "Rise.jpg", "Rise.mp3", "RISE.mp4"],
  ]);
});

test("days are in the order of their names, with numbers by their value", () => {
  expect(daysOf("Day 10.mp3", "Day 9.mp3", "day 1.mp3").flat()).toEqual(["day 1.mp3", "Day 9.mp3", "Day 10.mp3"]);
});

test("a second file of a kind begins another day, and files that no session has are named", () => {
  expect(daysOf("Rise.m4a", "Rise.mp3", "Rise.vtt")).toEqual([["Rise.m4a", "Rise.vtt"], ["Rise.mp3"]]);
  expect(filesByDay(named("notes.txt", "Rise.mp3", "README")).unknown.map(({ name }) => name)).toEqual([
    "notes.txt",
    "README",
  ]);
});

const names = fc.tuple(
  fc.constantFrom("a", "B", "b 2", "b 10"),
  fc.constantFrom("mp3", "m4a", "MP4", "srt", "en.vtt", "png", "txt"),
);

test("each file is in one place, and no day has two of a kind, in whatever order they come", () => {
  fc.assert(
    fc.property(fc.uniqueArray(names.map(([stem, ending]) => `${stem}.${ending}`)), (list) => {
      const { days, unknown } = filesByDay(named(...list));
      const placed = [...days.flat().map(({ file }) => file.name), ...unknown.map(({ name }) => name)];
      expect(placed.sort()).toEqual([...list].sort());
      for (const day of days) expect(new Set(day.map(({ kind }) => kind)).size).toBe(day.length);
      expect(daysOf(...[...list].reverse())).toEqual(daysOf(...list));
    }),
  );
});

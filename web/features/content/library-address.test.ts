import { expect, test } from "vitest";
import { readFilter } from "./library.query.ts";
import { leavingLibrary } from "./session-row.tsx";
import { libraryLeft } from "./ways-back.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("the URL's filter keeps only values the API accepts, and cuts the search to the allowed length", () => {
  expect(read("")).toEqual({});
  expect(read("q=+thunder+&audio=1&notDone=1&favorites=yes&video=&other=1")).toEqual({
    q: "thunder",
    audio: "1",
    notDone: "1",
  });
  expect(read("q=+++")).toEqual({});
  expect(read(`q=${"x".repeat(99)}`).q).toHaveLength(80);
});

test("a session opened from the library links back to the same search, and one opened elsewhere doesn't", () => {
  expect(libraryLeft(leavingLibrary("?q=doubt&audio=1"))).toBe("/library?q=doubt&audio=1");
  expect(libraryLeft(leavingLibrary(""))).toBe("/library");
  for (const state of [null, undefined, "play", {}]) expect(libraryLeft(state)).toBeNull();
});

import { expect, test } from "vitest";
import { browseQuery } from "./browse.ts";

test("search text must be short, and may be omitted or empty", () => {
  expect(browseQuery.parse({ q: "  thunder " })).toEqual({ q: "thunder" });
  expect(browseQuery.parse({ q: "", audio: "1" })).toEqual({ q: "", audio: "1" });
  expect(browseQuery.parse({})).toEqual({});
  for (const q of ["x".repeat(81), "\u200b", "a\u0000b"]) expect(browseQuery.safeParse({ q }).success, q).toBe(false);
});

test("a library filter must be 1 or omitted", () => {
  for (const name of ["notDone", "started", "audio", "video", "favorites"]) {
    expect(browseQuery.parse({ [name]: "1" })).toEqual({ [name]: "1" });
    expect(browseQuery.safeParse({ [name]: "0" }).success, name).toBe(false);
  }
});

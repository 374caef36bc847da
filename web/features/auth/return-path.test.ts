import { expect, test } from "vitest";
import { returnPathOf, returnState } from "./return-path.ts";

test("a login leads to the page that was asked for, with its query", () => {
  expect(returnPathOf(returnState("/content/2026-11-20?rolodex=1"))).toBe("/content/2026-11-20?rolodex=1");
});

test.for([null, undefined, {}, { returnTo: 1 }, returnState("//evil.example"), returnState("https://evil.example/")])(
  "%j leads to the dashboard",
  (state) => {
    expect(returnPathOf(state)).toBe("/dashboard");
  },
);

test("neither the login itself nor a path that does not exist is somewhere to return to", () => {
  for (const path of ["/login", "/nowhere", "/", "/api/user/profile"]) {
    expect(returnPathOf(returnState(path)), path).toBe("/dashboard");
  }
});

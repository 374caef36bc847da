import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { watchPointing } from "./watch-pointing.ts";

const isPointing = () => document.documentElement.hasAttribute("data-pointing");

beforeEach(() => document.documentElement.removeAttribute("data-pointing"));

test("the document is marked at first, and from a touch or click until the next key, so that focus set by the program has a ring only after keys", () => {
  watchPointing();
  expect(isPointing()).toBe(true);
  fireEvent.keyDown(document.body, { key: "Tab" });
  expect(isPointing()).toBe(false);
  fireEvent.pointerDown(document.body);
  expect(isPointing()).toBe(true);
  fireEvent.keyDown(document.body, { key: "Tab" });
  expect(isPointing()).toBe(false);
});

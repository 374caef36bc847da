import { expect, test } from "vitest";
import { parsePreferences } from "./player-preferences.ts";

test("what was stored is used again", () => {
  expect(parsePreferences("0.3", "1.5")).toEqual({ volume: 0.3, speed: 1.5 });
});

test("missing or foreign values fall back to full volume and normal speed", () => {
  expect(parsePreferences(null, null)).toEqual({ volume: 1, speed: 1 });
  expect(parsePreferences("7", "13")).toEqual({ volume: 1, speed: 1 });
  expect(parsePreferences("loud", "NaN")).toEqual({ volume: 1, speed: 1 });
});

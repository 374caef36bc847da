import { expect, test } from "vitest";
import { clampIndex, dragToDegrees, placesAround, stepsBetween, stepsOfDrag, wrapIndex } from "./dial-geometry.ts";

test("a month of nineteen items draws eight cards around the selection", () => {
  const places = placesAround(0, 19);
  expect(places.map(({ index }) => index)).toEqual([16, 17, 18, 0, 1, 2, 3, 4]);
  expect(places.map(({ offset }) => offset)).toEqual([-3, -2, -1, 0, 1, 2, 3, 4]);
});

test("no item is drawn twice, whatever the count and selection", () => {
  for (let count = 1; count <= 31; count += 1) {
    for (let selected = 0; selected < count; selected += 1) {
      const places = placesAround(selected, count);
      expect(new Set(places.map(({ index }) => index)).size).toBe(Math.min(count, 8));
      expect(places.find(({ offset }) => offset === 0)?.index).toBe(selected);
    }
  }
});

test("a card that stays visible keeps its place when the dial wraps past the end of the month", () => {
  const before = placesAround(18, 19);
  const after = placesAround(19, 19);
  for (const { place, index } of after) expect(before.find((card) => card.place === place)?.index ?? index).toBe(index);
  expect(after.filter(({ place }) => before.some((card) => card.place === place))).toHaveLength(7);
});

test("an empty month draws no card", () => {
  expect(placesAround(0, 0)).toEqual([]);
});

test("the index wraps around at both ends", () => {
  expect(wrapIndex(19, 19)).toBe(0);
  expect(wrapIndex(-1, 19)).toBe(18);
  expect(wrapIndex(5, 0)).toBe(0);
});

test("an index from the address is clamped to the first and last item", () => {
  expect(clampIndex(99, 19)).toBe(18);
  expect(clampIndex(-4, 19)).toBe(0);
  expect(clampIndex(3, 0)).toBe(0);
});

test("going from the last item to the first is one step forward, not eighteen back", () => {
  expect(stepsBetween(18, 0, 19)).toBe(1);
  expect(stepsBetween(0, 18, 19)).toBe(-1);
  expect(stepsBetween(3, 7, 19)).toBe(4);
  expect(stepsBetween(0, 0, 0)).toBe(0);
});

test("a drag follows the finger and snaps to whole cards", () => {
  expect(dragToDegrees(0)).toBe(0);
  expect(Math.round(dragToDegrees(94.2))).toBe(45);
  expect(stepsOfDrag(50)).toBe(-1);
  expect(stepsOfDrag(-95)).toBe(2);
  expect(stepsOfDrag(-16)).toBe(1);
  expect(stepsOfDrag(8)).toBe(0);
});

import { expect, test } from "vitest";
import { cardsAround, clampIndex, dragToDegrees, nearestTurn, stepsOfDrag, wrapIndex } from "./dial-geometry.ts";

test("a month of nineteen items draws eight cards around the selection", () => {
  const cards = cardsAround(0, 19);
  expect(cards.map((card) => card.index)).toEqual([16, 17, 18, 0, 1, 2, 3, 4]);
  expect(cards.map((card) => card.offset)).toEqual([-3, -2, -1, 0, 1, 2, 3, 4]);
});

test("no item is drawn twice, whatever the count and selection", () => {
  for (let count = 1; count <= 31; count += 1) {
    for (let selected = 0; selected < count; selected += 1) {
      const cards = cardsAround(selected, count);
      expect(new Set(cards.map((card) => card.index)).size).toBe(Math.min(count, 8));
      expect(cards.find((card) => card.offset === 0)?.index).toBe(selected);
    }
  }
});

test("an empty month draws no card", () => {
  expect(cardsAround(0, 0)).toEqual([]);
});

test("the index moves circularly", () => {
  expect(wrapIndex(19, 19)).toBe(0);
  expect(wrapIndex(-1, 19)).toBe(18);
  expect(wrapIndex(5, 0)).toBe(0);
});

test("an index of the address is clamped between the first and the last item", () => {
  expect(clampIndex(99, 19)).toBe(18);
  expect(clampIndex(-4, 19)).toBe(0);
  expect(clampIndex(3, 0)).toBe(0);
});

test("a card that crosses the bottom turns on instead of back", () => {
  expect(nearestTurn(180, -135)).toBe(-180);
  expect(nearestTurn(-135, 180)).toBe(225);
  expect(nearestTurn(45, undefined)).toBe(45);
});

test("a drag follows the finger and snaps to whole cards", () => {
  expect(dragToDegrees(0)).toBe(0);
  expect(Math.round(dragToDegrees(94.2))).toBe(45);
  expect(stepsOfDrag(50)).toBe(-1);
  expect(stepsOfDrag(-95)).toBe(2);
  expect(stepsOfDrag(-16)).toBe(1);
  expect(stepsOfDrag(8)).toBe(0);
});

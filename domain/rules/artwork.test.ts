import fc from "fast-check";
import { expect, test } from "vitest";
import { ARTWORK_COUNT, artworkOf, squareArtworkOf } from "./artwork.ts";
import { addDays } from "./calendar-days.ts";

const days = fc
  .date({ min: new Date("1960-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("any 32 days in a row show all 32 pictures, without repeats", () => {
  fc.assert(
    fc.property(days, (first) => {
      const row = Array.from({ length: ARTWORK_COUNT }, (_, index) => artworkOf(addDays(first, index)));
      expect(new Set(row).size).toBe(32);
      for (const path of row) expect(path).toMatch(/^\/artwork\/(0[1-9]|[12]\d|3[0-2])\.jpg$/);
    }),
  );
});

test("a day's square artwork matches its picture", () => {
  fc.assert(
    fc.property(days, (date) => {
      expect(squareArtworkOf(date).replace("square/", "")).toBe(artworkOf(date));
    }),
  );
});

test("a day always has the same picture, and an item's own picture overrides it", () => {
  expect(artworkOf("2025-08-12")).toBe(artworkOf("2025-08-12"));
  expect(artworkOf("1970-01-01")).toBe("/artwork/01.jpg");
  expect(artworkOf("1970-02-01")).toBe("/artwork/32.jpg");
  expect(artworkOf("1970-01-01", null)).toBe("/artwork/01.jpg");
  expect(artworkOf("1970-01-01", "summer-1f.jpg")).toBe("/media/summer-1f.jpg");
});

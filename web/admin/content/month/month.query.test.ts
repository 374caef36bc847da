import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_ROWS } from "#domain/contract/content/create-many.ts";
import { piecesOf } from "./month.query.ts";

test("rows are sent in order, in as few calls as the server's limits allow", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 250 }), (lengths) => {
      const rows = lengths.map((length) => ({ description: "ü".repeat(length) }));
      const pieces = piecesOf(rows);
      expect(pieces.flat()).toEqual(rows);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(MOST_ROWS);
        expect(
          new TextEncoder().encode(JSON.stringify({ requestId: crypto.randomUUID(), rows: piece })).length,
        ).toBeLessThan(64 * 1024);
      }
    }),
  );
  expect(piecesOf(Array.from({ length: 101 }, () => ({ title: "Day" }))).map(({ length }) => length)).toEqual([100, 1]);
});

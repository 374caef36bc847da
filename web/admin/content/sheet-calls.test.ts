import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_ITEMS_A_PAGE } from "#domain/contract/content/library.ts";
import { callsFor } from "./sheet-calls.ts";

test("rows are sent in order, in as few calls as the server's limits allow", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 250 }), (lengths) => {
      const rows = lengths.map((length) => ({ date: "2031-03-10", description: "ü".repeat(length), version: null }));
      const calls = callsFor(rows);
      expect(calls.flatMap((call) => call.rows)).toEqual(rows);
      for (const call of calls) {
        expect(call.rows.length).toBeLessThanOrEqual(MOST_ITEMS_A_PAGE);
        expect(new TextEncoder().encode(JSON.stringify(call)).length).toBeLessThan(64 * 1024);
      }
    }),
  );
  const days = Array.from({ length: 101 }, () => ({ date: "2031-03-10", version: null }));
  expect(callsFor(days).map(({ rows }) => rows.length)).toEqual([100, 1]);
});

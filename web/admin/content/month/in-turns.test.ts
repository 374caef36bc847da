import fc from "fast-check";
import { expect, test } from "vitest";
import { inTurns } from "./in-turns.ts";

test("results are in the list's order, and no more than the limit are worked on at a time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 4 }), async (pauses, most) => {
      let working = 0;
      let highest = 0;
      const results = await inTurns([...pauses.entries()], most, async ([index, pause]) => {
        working += 1;
        highest = Math.max(highest, working);
        for (let tick = 0; tick < pause; tick += 1) await null;
        working -= 1;
        return index;
      });
      expect(results).toEqual([...pauses.keys()]);
      expect(highest).toBeLessThanOrEqual(most);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { limitTo } from "./limit-to.ts";

test("works begin in order, all end, and no more than the limit run at a time, even if some fail", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 4 }), async (pauses, most) => {
      const [inTurn, begun] = [limitTo(most), [] as number[]];
      let running = 0;
      let highest = 0;
      const works = pauses.map((pause, index) =>
        inTurn(async () => {
          begun.push(index);
          running += 1;
          highest = Math.max(highest, running);
          for (let tick = 0; tick < pause; tick += 1) await null;
          running -= 1;
          if (pause === 3) throw new Error("Failed");
          return index;
        }),
      );
      const results = await Promise.allSettled(works);
      expect(begun).toEqual([...pauses.keys()]);
      expect(results.map(({ status }) => status === "rejected")).toEqual(pauses.map((pause) => pause === 3));
      expect(highest).toBeLessThanOrEqual(most);
      if (!pauses.includes(0)) expect(highest).toBe(Math.min(most, pauses.length));
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimeLeft, TransferRate } from "./transfer-rate.ts";

test("the rate covers the last few seconds, and needs two samples", () => {
  const rate = new TransferRate();
  expect(rate.add({ at: 0, sent: 0 })).toBeNull();
  expect(rate.add({ at: 1000, sent: 2000 })).toBe(2000);
  expect(rate.add({ at: 20_000, sent: 2000 })).toBeNull();
  expect(rate.add({ at: 21_000, sent: 2500 })).toBe(500);
});

test("a part that has to be resent isn't counted twice or subtracted", () => {
  const rate = new TransferRate();
  rate.add({ at: 0, sent: 8_000_000 });
  rate.add({ at: 1000, sent: 4_000_000 });
  expect(rate.add({ at: 2000, sent: 5_000_000 })).toBe(1_000_000);
});

test("the rate is never negative, whatever is sent", () => {
  const steps = fc.array(fc.record({ after: fc.nat(20_000), sent: fc.nat(2 ** 31) }));
  fc.assert(
    fc.property(steps, (list) => {
      const rate = new TransferRate();
      let at = 0;
      for (const { after, sent } of list) {
        at += after;
        expect(rate.add({ at, sent }) ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("the time left is shown in plain words", () => {
  expect([3, 61, 3540, 7200].map(formatTimeLeft)).toEqual([
    "less than a minute left",
    "about 1 minute left",
    "about 59 minutes left",
    "about 2 hours left",
  ]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { refundCents, refundEffect } from "./refunds.ts";

test.for([
  ["4", 400],
  ["4.5", 450],
  [" $4.05 ", 405],
  ["9.99", 999],
  ["0.01", 1],
  ["10", null],
  ["9.990", null],
  ["0", null],
  ["0.00", null],
  ["-1", null],
  ["1e2", null],
  ["4,50", null],
  ["", null],
] as const)("the amount %o refunds %o cents of 9.99", ([text, cents]) => {
  expect(refundCents(text, 999)).toBe(cents);
});

test("any amount up to what's left is read as written, and any higher amount is rejected", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 99_999_999 }), (cents, left) => {
      expect(refundCents((cents / 100).toFixed(2), left)).toBe(cents <= left ? cents : null);
    }),
  );
});

test("refunding ends access only for the last payment of an open subscription", () => {
  expect(refundEffect({ isLast: true, isOpen: true })).toBe("ends_access");
  expect(refundEffect({ isLast: true, isOpen: false })).toBe("over");
  expect(refundEffect({ isLast: false, isOpen: true })).toBe("keeps_access");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./calendar-days.ts";
import { firstGiftDay, GIFT_HOUR, giftDayText, waitsForDay } from "./gift-delivery.ts";
import { instantAt } from "./instants.ts";

const ZONES = ["America/Chicago", "America/Los_Angeles", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Kiritimati"];
const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });

test("the first gift delivery day offered is the first whose delivery hour hasn't passed", () => {
  expect(firstGiftDay("America/Chicago", instantAt("2026-11-24", 6, "America/Chicago") - 1)).toBe("2026-11-24");
  expect(firstGiftDay("America/Chicago", instantAt("2026-11-24", 6, "America/Chicago"))).toBe("2026-11-25");
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instants, (zone, now) => {
      const first = firstGiftDay(zone, now);
      expect(instantAt(first, GIFT_HOUR, zone)).toBeGreaterThan(now);
      expect(instantAt(addDays(first, -1), GIFT_HOUR, zone)).toBeLessThanOrEqual(now);
    }),
  );
});

test("a delivery day is shown with its hour and zone", () => {
  expect(giftDayText("2026-12-25", "America/Chicago")).toBe("Friday, December 25, 2026 at 6:00 AM Central");
});

test("a gift waits for its delivery day only if that day is after the payment and any address fix", () => {
  fc.assert(
    fc.property(instants, instants, fc.option(instants), (deliverAt, paidAt, correctedAt) => {
      const nextMailAt = correctedAt === null ? Math.max(deliverAt, paidAt) : Math.max(deliverAt, correctedAt);
      const isLast = deliverAt > paidAt && deliverAt >= (correctedAt ?? paidAt);
      expect(waitsForDay({ deliverAt, paidAt, nextMailAt })).toBe(isLast);
      // A refunded gift has no next email.
      expect(waitsForDay({ deliverAt, paidAt, nextMailAt: null })).toBe(deliverAt > paidAt);
      expect(waitsForDay({ deliverAt, paidAt: deliverAt, nextMailAt: deliverAt })).toBe(false);
    }),
  );
});

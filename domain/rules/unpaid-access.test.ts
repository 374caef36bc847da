import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { isForeignStart, isPaidUpTo, type Ordered, unpaidAccess } from "./unpaid-access.ts";

const NOW = Date.UTC(2026, 0, 31);

const instant = fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + 400 * DAY_MS });
const ordered: fc.Arbitrary<Ordered> = fc
  .record({ createdAt: instant, waits: fc.option(fc.integer({ min: 0, max: 400 * DAY_MS }), { nil: null }) })
  .map(({ createdAt, waits }) => ({ createdAt, startsAt: waits === null ? null : createdAt + waits }));
const facts = (order: Ordered) =>
  fc.record({
    readAt: fc.integer({ min: order.createdAt, max: order.createdAt + 400 * DAY_MS }),
    paidEnd: fc.option(instant, { nil: null }),
    isRepeated: fc.boolean(),
  });

test("a start counts as foreign only if it's more than a day after both the ordered start and now", () => {
  const atOnce = { startsAt: null, createdAt: NOW };
  expect(isForeignStart(NOW + DAY_MS, atOnce, NOW)).toBe(false);
  expect(isForeignStart(NOW + DAY_MS + 1, atOnce, NOW)).toBe(true);
  expect(isForeignStart(NOW + 10 * DAY_MS, atOnce, NOW + 10 * DAY_MS)).toBe(false);
  const inAYear = { startsAt: NOW + 365 * DAY_MS, createdAt: NOW };
  expect(isForeignStart(inAYear.startsAt, inAYear, NOW)).toBe(false);
  expect(isForeignStart(Date.UTC(2036, 0, 1), inAYear, NOW)).toBe(true);
});

test("a start that PayPal moved to the approval time isn't foreign, however late the approval", () => {
  fc.assert(
    fc.property(
      ordered,
      fc.integer({ min: 0, max: 400 * DAY_MS }),
      fc.nat({ max: 7 * DAY_MS }),
      (order, late, delay) => {
        const approvedAt = order.createdAt + late;
        const startsAt = Math.max(order.startsAt ?? approvedAt, approvedAt);
        expect(isForeignStart(startsAt, order, approvedAt + delay)).toBe(false);
      },
    ),
  );
});

test("unpaid access ends 48 hours after the ordered start or first reading, and a repeat gets none", () => {
  fc.assert(
    fc.property(
      ordered.chain((order) => facts(order).map((known) => ({ order, known }))),
      ({ order, known }) => {
        const { from, until } = unpaidAccess(order, known);
        const due = Math.max(order.startsAt ?? order.createdAt, known.readAt) + 48 * HOUR_MS;
        expect(until).toBe(known.isRepeated ? from : due);
        expect(from).toBeGreaterThanOrEqual(order.createdAt);
        // Only a plan that follows unpaid time opens with its start.
        const isBehindUnpaid = order.startsAt !== null && !isPaidUpTo(order.startsAt, known.paidEnd);
        expect(from).toBe(isBehindUnpaid && !known.isRepeated ? order.startsAt : order.createdAt);
      },
    ),
  );
});

test("time up to a start counts as paid if the paid time ends at most a day before it", () => {
  expect(isPaidUpTo(NOW, NOW - DAY_MS)).toBe(true);
  expect(isPaidUpTo(NOW, NOW - DAY_MS - 1)).toBe(false);
  expect(isPaidUpTo(NOW, null)).toBe(false);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../durations.ts";
import { eventsToRemindOf, LIVE_EVENT_REMINDERS, reminderWindow } from "./live-events.ts";

const startsAt = fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2036-01-01") });
const reminder = fc.constantFrom(...LIVE_EVENT_REMINDERS);

function isWritten(name: (typeof LIVE_EVENT_REMINDERS)[number], now: number, start: number): boolean {
  const { after, upTo } = eventsToRemindOf(name, now);
  return start > after && start <= upTo;
}

test("two hourly runs can write each reminder before its send window, so one run may be missed", () => {
  fc.assert(
    fc.property(startsAt, reminder, fc.integer({ min: 0, max: 59 }), (start, name, minute) => {
      const { from } = reminderWindow(name, start);
      const last = Math.floor((from - minute * MINUTE_MS) / HOUR_MS) * HOUR_MS + minute * MINUTE_MS;
      expect(last).toBeLessThanOrEqual(from);
      expect([isWritten(name, last, start), isWritten(name, last - HOUR_MS, start)]).toEqual([true, true]);
    }),
  );
});

test("no reminder is written after its window ends or more than three hours before the window starts", () => {
  fc.assert(
    fc.property(startsAt, reminder, fc.integer({ min: 0 }), (start, name, later) => {
      const { from, until } = reminderWindow(name, start);
      expect(isWritten(name, until - 1, start)).toBe(true);
      expect(isWritten(name, until + later, start)).toBe(false);
      expect(isWritten(name, from - 3 * HOUR_MS - later, start)).toBe(false);
    }),
  );
});

test("a reminder is sent seven to six days before an event, or 90 to 30 minutes before", () => {
  const start = Date.parse("2027-03-12T00:00:00Z");
  expect(reminderWindow("soon", start)).toEqual({ from: start - 90 * MINUTE_MS, until: start - 30 * MINUTE_MS });
  expect(reminderWindow("week", start)).toEqual({ from: start - 168 * HOUR_MS, until: start - 144 * HOUR_MS });
});

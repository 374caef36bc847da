import { expect, test } from "vitest";
import { skippedMorning } from "./skipped-morning.ts";

const CHICAGO = "America/Chicago";
const TOKYO = "Asia/Tokyo";
const at = (instant: string) => Date.parse(instant);
const OLD = at("2026-01-01T00:00:00Z");
const member: Parameters<typeof skippedMorning>[0] = {
  deletedAt: null,
  emailEnabled: true,
  suppressedAt: null,
  pausedUntil: null,
  wakeUpSince: OLD,
  accessEndsAt: at("2027-01-01T00:00:00Z"),
  wakeUpHour: 7,
  timezone: CHICAGO,
};
/** 06:30 in Chicago. */
const HALF_PAST_SIX = at("2026-11-20T12:30:00Z");
const skippedAt = (before: typeof member, after: { wakeUpHour: number; timezone: string }, now: number) =>
  skippedMorning(before, after, { now, cutOffMs: 3 * 3_600_000 });
const hour = (wakeUpHour: number, timezone = CHICAGO) => ({ wakeUpHour, timezone });

test.for([
  ["to an hour that has passed, before the mail", hour(6), "2026-11-20"],
  ["to an hour still to come", hour(8), null],
  // In Tokyo it is half past nine in the evening, and the day's mail was to come in Chicago.
  ["to a zone where the hour has passed", hour(7, TOKYO), "2026-11-20"],
  // In Kiritimati the next day has begun, at half past two in the morning.
  ["to a zone where the hour of another day is to come", hour(7, "Pacific/Kiritimati"), null],
] as const)("a change %s", ([, after, skipped]) => {
  expect(skippedAt(member, after, HALF_PAST_SIX)).toBe(skipped);
});

test("at the very instant of the new hour it has passed: who changes then counts from the next slot", () => {
  const seven = at("2026-11-20T13:00:00Z");
  expect(skippedAt({ ...member, wakeUpHour: 8 }, hour(7), seven)).toBe("2026-11-20");
  expect(skippedAt({ ...member, wakeUpHour: 8 }, hour(7), seven - 1)).toBeNull();
});

test("a mail that is late is taken away too, one that can no longer go out is not", () => {
  const late = { ...member, wakeUpHour: 6 };
  expect(skippedAt(late, hour(5), HALF_PAST_SIX)).toBe("2026-11-20");
  expect(skippedAt(late, hour(5), at("2026-11-20T15:00:00Z"))).toBe("2026-11-20");
  expect(skippedAt(late, hour(5), at("2026-11-20T15:00:01Z"))).toBeNull();
});

test.for([
  { emailEnabled: false },
  { suppressedAt: OLD },
  { pausedUntil: at("2026-11-21T06:00:00Z") },
  { accessEndsAt: HALF_PAST_SIX },
  // Today's seven o'clock was none of theirs before, either.
  { wakeUpSince: at("2026-11-20T13:00:01Z") },
])("who was to get none anyway loses none: %o", (change) => {
  expect(skippedAt({ ...member, ...change }, hour(6), HALF_PAST_SIX)).toBeNull();
});

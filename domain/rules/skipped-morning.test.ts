import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "../durations.ts";
import { instantAt } from "./instants.ts";
import { skippedMornings } from "./skipped-morning.ts";

const CHICAGO = "America/Chicago";
const KIRITIMATI = "Pacific/Kiritimati";
const TOKYO = "Asia/Tokyo";
const at = (instant: string) => Date.parse(instant);
const OLD = at("2026-01-01T00:00:00Z");
const member: Parameters<typeof skippedMornings>[0] = {
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
  skippedMornings(before, after, { now, cutOffMs: 3 * 3_600_000 });
const hour = (wakeUpHour: number, timezone = CHICAGO) => ({ wakeUpHour, timezone });

test.for([
  ["to an hour that has passed, before the mail", hour(6), ["2026-11-20"]],
  ["to an hour still to come", hour(8), []],
  // It's 9:30 PM in Tokyo, and the day's email was still due in Chicago.
  ["to a zone where the hour has passed", hour(7, TOKYO), ["2026-11-20"]],
  // It's 2:30 AM the next day in Kiritimati: that day's email is still due there, the previous day's isn't.
  ["to a zone where the next day has begun", hour(7, KIRITIMATI), ["2026-11-20"]],
  ["to a zone where the next day's hour has passed too", hour(2, KIRITIMATI), ["2026-11-20", "2026-11-21"]],
] as const)("a change %s", ([, after, skipped]) => {
  expect(skippedAt(member, after, HALF_PAST_SIX)).toEqual(skipped);
});

test("at the very instant of the new hour it has passed: who changes then counts from the next slot", () => {
  const seven = at("2026-11-20T13:00:00Z");
  expect(skippedAt({ ...member, wakeUpHour: 8 }, hour(7), seven)).toEqual(["2026-11-20"]);
  expect(skippedAt({ ...member, wakeUpHour: 8 }, hour(7), seven - 1)).toEqual([]);
});

test("who comes back over the date line loses none: the day begins there anew", () => {
  // 02:30 on the 21st in Kiritimati, where the 20th has passed; 06:30 on the 20th in Chicago.
  expect(skippedAt({ ...member, timezone: KIRITIMATI }, hour(6), HALF_PAST_SIX)).toEqual([]);
  expect(skippedAt({ ...member, timezone: KIRITIMATI }, hour(7), HALF_PAST_SIX)).toEqual([]);
});

test("whatever the change, each day from the last mail on has one by the old hours, one by the new, or is named", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const hours = fc.integer({ min: 0, max: 23 });
  const choice = fc.record({ wakeUpHour: hours, timezone: zones });
  const someTime = fc.integer({ min: OLD + 10 * DAY_MS, max: OLD + 300 * DAY_MS });
  fc.assert(
    fc.property(choice, choice, someTime, (before, after, now) => {
      const skipped = skippedAt({ ...member, ...before }, after, now);
      const today = Math.floor(now / DAY_MS);
      for (let day = today - 3; day <= today + 3; day += 1) {
        const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
        const isOver = instantAt(date, before.wakeUpHour, before.timezone) < now - 3 * 3_600_000;
        const isToCome = instantAt(date, after.wakeUpHour, after.timezone) > now;
        expect(skipped.includes(date), date).toBe(!isOver && !isToCome);
      }
    }),
  );
});

test("a mail that is late is taken away too, one that can no longer go out is not", () => {
  const late = { ...member, wakeUpHour: 6 };
  expect(skippedAt(late, hour(5), HALF_PAST_SIX)).toEqual(["2026-11-20"]);
  expect(skippedAt(late, hour(5), at("2026-11-20T15:00:00Z"))).toEqual(["2026-11-20"]);
  expect(skippedAt(late, hour(5), at("2026-11-20T15:00:01Z"))).toEqual([]);
});

test.for([
  { emailEnabled: false },
  { suppressedAt: OLD },
  { pausedUntil: at("2026-11-21T06:00:00Z") },
  { accessEndsAt: HALF_PAST_SIX },
  // The previous setting didn't include today's 7 AM either.
  { wakeUpSince: at("2026-11-20T13:00:01Z") },
])("who was to get none anyway loses none: %o", (change) => {
  expect(skippedAt({ ...member, ...change }, hour(6), HALF_PAST_SIX)).toEqual([]);
});

/** November 20 is a Friday. */
const PLAN = { weekdayHour: 7, weekendHour: 9, nextChangeAt: at("2026-11-21T02:00:00Z") };

test.for([
  // In Tokyo it's Saturday, 10 AM: the weekend hour has passed there but not in Chicago.
  ["to a weekend that has begun", { ...hour(9, TOKYO), plan: { ...PLAN, nextChangeAt: null } }, ["2026-11-21"]],
  ["to a weekend without email", { ...hour(7, TOKYO), plan: { ...PLAN, weekendHour: null } }, []],
] as const)("a move %s", ([, after, skipped]) => {
  const before = { ...member, plan: PLAN };
  expect(skippedMornings(before, after, { now: at("2026-11-21T01:00:00Z"), cutOffMs: 3 * 3_600_000 })).toEqual(skipped);
});

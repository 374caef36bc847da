import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "../durations.ts";
import { instantAt } from "./instants.ts";
import { losesOpenSlots } from "./open-dates.ts";
import { skippedMornings } from "./skipped-morning.ts";
import { hourOn, NO_HOUR, type Waking } from "./week-hours.ts";

const CHICAGO = "America/Chicago";
const KIRITIMATI = "Pacific/Kiritimati";
const TOKYO = "Asia/Tokyo";
const at = (instant: string) => Date.parse(instant);
const OLD = at("2026-01-01T00:00:00Z");
const member: Parameters<typeof skippedMornings>[0] = {
  deletedAt: null,
  emailEnabled: true,
  suppressedAt: null,
  fullBounces: 0,
  pausedUntil: null,
  wakeUpSince: OLD,
  accessEndsAt: at("2027-01-01T00:00:00Z"),
  wakeUpHour: 7,
  weekendHour: null,
  timezone: CHICAGO,
};
/** 06:30 in Chicago. */
const HALF_PAST_SIX = at("2026-11-20T12:30:00Z");
const CUT_OFF_MS = 3 * 3_600_000;
const skippedAt = (before: typeof member, after: Waking, now: number) =>
  skippedMornings(before, after, { now, cutOffMs: CUT_OFF_MS });
const hour = (wakeUpHour: number, timezone = CHICAGO): Waking => ({ wakeUpHour, weekendHour: null, timezone });

test.for([
  ["to an hour that has passed, before the mail", hour(6), ["2026-11-20"]],
  ["to an hour still to come", hour(8), []],
  // It's 9:30 PM in Tokyo, and the day's email was still due in Chicago.
  ["to a zone where the hour has passed", hour(7, TOKYO), ["2026-11-20"]],
  // It's 2:30 AM the next day in Kiritimati: that day's email is still due there, the previous day's isn't.
  ["to a zone where the next day has begun", hour(7, KIRITIMATI), ["2026-11-20"]],
  ["to a zone where the next day's hour has passed too", hour(2, KIRITIMATI), ["2026-11-20", "2026-11-21"]],
] as const)("a change %s skips the expected mornings", ([, after, skipped]) => {
  expect(skippedAt(member, after, HALF_PAST_SIX)).toEqual(skipped);
});

test("a change at the exact instant of the new hour counts from the next slot", () => {
  const seven = at("2026-11-20T13:00:00Z");
  expect(skippedAt({ ...member, wakeUpHour: 8 }, hour(7), seven)).toEqual(["2026-11-20"]);
  expect(skippedAt({ ...member, wakeUpHour: 8 }, hour(7), seven - 1)).toEqual([]);
});

test("moving back across the date line loses no email, because the date repeats there", () => {
  // 02:30 on the 21st in Kiritimati, where the 20th has passed; 06:30 on the 20th in Chicago.
  expect(skippedAt({ ...member, timezone: KIRITIMATI }, hour(6), HALF_PAST_SIX)).toEqual([]);
  expect(skippedAt({ ...member, timezone: KIRITIMATI }, hour(7), HALF_PAST_SIX)).toEqual([]);
});

test("a change skips a day exactly if its old hour is still open and its new hour isn't ahead", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const hours = fc.integer({ min: 0, max: 23 });
  const weekends = fc.option(fc.oneof(hours, fc.constant(NO_HOUR)));
  const choice = fc.record({ wakeUpHour: hours, weekendHour: weekends, timezone: zones });
  /** From one choice to another, or of one kind's hour alone. */
  const changes = fc
    .tuple(choice, choice, fc.constantFrom("wakeUpHour", "weekendHour", null))
    .map(([before, other, one]) => [before, one === null ? other : { ...before, [one]: other[one] }] as const);
  const someTime = fc.integer({ min: OLD + 10 * DAY_MS, max: OLD + 300 * DAY_MS });
  fc.assert(
    fc.property(changes, someTime, ([before, after], now) => {
      const skipped = skippedAt({ ...member, ...before }, after, now);
      const isKept = !losesOpenSlots(before, after, { now, cutOffMs: CUT_OFF_MS });
      const today = Math.floor(now / DAY_MS);
      for (let day = today - 3; day <= today + 3; day += 1) {
        const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
        const [hour, newHour] = [hourOn(before, date), hourOn(after, date)];
        const isOver = hour === null || instantAt(date, hour, before.timezone) < now - CUT_OFF_MS;
        const isToCome = newHour === null || instantAt(date, newHour, after.timezone) > now;
        // A change that keeps the open slots leaves these days as they were.
        if (isKept && !isOver && instantAt(date, hour, before.timezone) <= now) expect(newHour, date).toBe(hour);
        expect(skipped.includes(date), date).toBe(!isKept && !isOver && !isToCome);
      }
    }),
    { numRuns: 500 },
  );
});

test("changing the hour also skips an email that's running late, unless its cutoff has passed", () => {
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
])("a member who wasn't due an email loses none: %o", (change) => {
  expect(skippedAt({ ...member, ...change }, hour(6), HALF_PAST_SIX)).toEqual([]);
});

/** November 20 is a Friday. In Tokyo it's Saturday, 10 AM: 9 AM has passed there but not in Chicago. */
test.for([
  ["to a weekend that has begun", 9, ["2026-11-21"]],
  ["to a weekend without email", NO_HOUR, []],
] as const)("a move %s skips the expected mornings", ([, weekendHour, skipped]) => {
  const before = { ...member, weekendHour };
  expect(skippedAt(before, { ...before, timezone: TOKYO }, at("2026-11-21T01:00:00Z"))).toEqual(skipped);
});

const SATURDAY_NOON = at("2026-11-21T18:00:00Z");

test.for([
  ["the weekday hour on a Saturday", { wakeUpHour: 5 }, SATURDAY_NOON, []],
  ["the weekend hour on a Saturday", { weekendHour: 10 }, SATURDAY_NOON, ["2026-11-21"]],
  ["the weekend hour on a Friday", { weekendHour: 5 }, at("2026-11-20T15:00:00Z"), []],
  // Friday's 11 PM is within the cutoff.
  ["the weekday hour just after midnight", { wakeUpHour: 5 }, at("2026-11-21T07:00:00Z"), ["2026-11-20"]],
] as const)("a change of %s skips only mornings whose email might still have been sent", ([, change, now, skipped]) => {
  const before = { ...member, wakeUpHour: now === SATURDAY_NOON ? 7 : 23, weekendHour: 11 };
  expect(skippedAt(before, { ...before, ...change }, now)).toEqual(skipped);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations.ts";
import { addDays } from "./calendar-days.ts";
import { nextWakeUpAt } from "./mail-blocker.ts";
import { LATEST_HOUR, plannedHour, type WeekHours, wakingDay } from "./week-hours.ts";
import { changeDue, heldAt, hourOn, nextPlannedSlot, planFrom, type WakeUpPlan } from "./weekends.ts";

const QUARTER_MS = 15 * MINUTE_MS;
const CHICAGO = "America/Chicago";
const ZONES = Intl.supportedValuesOf("timeZone");
const hourOfDay = fc.integer({ min: 0, max: LATEST_HOUR });
const weeks = fc.record({ weekdayHour: hourOfDay, weekendHour: fc.option(hourOfDay, { freq: 3 }) });

// The oracle: what a clock on the wall shows at each quarter of an hour, worked out without the rules.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string, at: number): { date: string; hour: number } {
  const two = "2-digit";
  const parts = { timeZone: zone, hourCycle: "h23", year: "numeric", month: two, day: two, hour: two } as const;
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", parts);
  clocks.set(zone, clock);
  const [date = "", hour] = clock.format(at).split(" ");
  return { date, hour: Number(hour) };
}

const slots = new Map<string, number | null>();

/** The first quarter of a date at which the clock shows the hour or, if that is skipped, a later one. */
function slotOf(zone: string, hour: number, date: string): number | null {
  const name = `${zone} ${hour} ${date}`;
  if (!slots.has(name)) {
    const noon = Date.parse(`${date}T12:00Z`);
    const quarters = Array.from({ length: 217 }, (_, index) => noon - 27 * HOUR_MS + index * QUARTER_MS);
    const found = quarters.find((at) => {
      const clock = clockIn(zone, at);
      return clock.date === date && clock.hour >= hour;
    });
    slots.set(name, found ?? null);
  }
  return slots.get(name) ?? null;
}

const isSaturdayOrSunday = (date: string) =>
  /^S/.test(new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" }).format(new Date(date)));

type Woken = { date: string; at: number };
type Member = { wakeUpHour: number; wakeUpSince: number; timezone: string; plan: WakeUpPlan };

/** A member's row and plan as the tick leaves them at an instant. */
function ticked({ plan, ...member }: Member, now: number): Member {
  if ((plan.nextChangeAt ?? now + 1) > now) return { ...member, plan };
  const { nextChangeAt, restsUntil, ...held } = changeDue(plan, member, now);
  const wakeUpSince = Math.max(held.wakeUpHour === member.wakeUpHour ? member.wakeUpSince : now, restsUntil ?? 0);
  return { ...member, ...held, wakeUpSince, plan: { ...plan, nextChangeAt } };
}

function chosen(hours: WeekHours, timezone: string, now: number): Member {
  const { restsUntil, ...held } = planFrom(hours, timezone, now);
  return { ...held, timezone, wakeUpSince: Math.max(now, restsUntil ?? 0) };
}

/** Runs a member's days as the dispatcher would: at each quarter of an hour the slot, three minutes later the plan. */
function wokenBetween(hours: WeekHours, timezone: string, from: number, until: number): Woken[] {
  let member = chosen(hours, timezone, from);
  const woken: Woken[] = [];
  for (let at = Math.ceil(from / QUARTER_MS) * QUARTER_MS; at < until; at += QUARTER_MS) {
    const { date } = clockIn(timezone, at);
    if (slotOf(timezone, member.wakeUpHour, date) === at && member.wakeUpSince <= at) woken.push({ date, at });
    member = ticked(member, at + 3 * MINUTE_MS);
  }
  return woken;
}

function expectedBetween({ weekdayHour, weekendHour }: WeekHours, zone: string, from: number, until: number): Woken[] {
  const first = addDays(clockIn(zone, from).date, -1);
  const dates = Array.from({ length: Math.ceil((until - from) / DAY_MS) + 3 }, (_, day) => addDays(first, day));
  return dates.flatMap((date): Woken[] => {
    const hour = isSaturdayOrSunday(date) ? weekendHour : weekdayHour;
    const at = hour === null ? null : slotOf(zone, hour, date);
    return at !== null && at >= from && at < until ? [{ date, at }] : [];
  });
}

function expectRightWeeks(hours: WeekHours, zone: string, from: number): void {
  const until = from + 9 * DAY_MS;
  const name = `${zone} ${JSON.stringify(hours)} ${new Date(from).toISOString()}`;
  expect(wokenBetween(hours, zone, from, until), name).toEqual(expectedBetween(hours, zone, from, until));
}

/** Noons of 2026 after which a zone's clocks change, with the UTC offset before. */
function clockChanges(zone: string): { at: number; offset: string }[] {
  const offsets = Array.from({ length: 366 }, (_, day) => {
    const at = Date.UTC(2026, 0, day, 12);
    return { at, offset: `${at - Date.parse(`${clockIn(zone, at).date}T00:00Z`)} ${clockIn(zone, at).hour}` };
  });
  return offsets.filter(({ offset }, day) => day === 0 || offset !== offsets[day + 1]?.offset);
}

test("in every zone, each date has its own hour, even when clocks change", { timeout: 120_000 }, () => {
  // One zone is enough for all whose clocks agree all year.
  const kinds = new Map(ZONES.map((zone) => [JSON.stringify(clockChanges(zone)), zone]));
  expect(kinds.size).toBeGreaterThan(50);
  for (const [index, zone] of [...kinds.values()].entries()) {
    const hours = { weekdayHour: index % (LATEST_HOUR + 1), weekendHour: index % 3 === 0 ? null : (index * 7) % 17 };
    for (const { at } of clockChanges(zone)) expectRightWeeks(hours, zone, at - 5 * DAY_MS - (index % 24) * HOUR_MS);
  }
});

const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2032, 0) });

test("whenever a plan is made, its dates have their hours from then on", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(weeks, fc.constantFrom(...ZONES), instants, (hours, zone, from) => expectRightWeeks(hours, zone, from)),
    { numRuns: 60 },
  );
});

test("what a page says about coming dates is what happens, whenever it's asked", () => {
  const liveDates = new Set(Array.from({ length: 3000 }, (_, day) => addDays("2024-12-01", day)));
  const others = { deletedAt: null, emailEnabled: true, suppressedAt: null, pausedUntil: null };
  const delays = fc.integer({ min: 0, max: 6 * DAY_MS });
  fc.assert(
    fc.property(weeks, fc.constantFrom(...ZONES), instants, delays, (hours, zone, from, delay) => {
      const now = from + delay;
      let member = chosen(hours, zone, from);
      while ((member.plan.nextChangeAt ?? now) < now) member = ticked(member, member.plan.nextChangeAt ?? now);
      const expected = expectedBetween(hours, zone, now + 1, now + 6 * DAY_MS)[0];
      const receiver = { ...others, ...member, accessEndsAt: Number.MAX_SAFE_INTEGER };
      expect(nextWakeUpAt(receiver, liveDates, now)).toBe(expected?.at);
      expect(nextPlannedSlot(hours, zone, now)).toBe(expected?.at);
    }),
    { numRuns: 200 },
  );
});

const PLAN = { weekdayHour: 6, weekendHour: 9 };
const at = (iso: string) => Date.parse(iso);
/** Friday, November 27, 2026, 8 PM in Chicago. */
const FRIDAY_EVENING = at("2026-11-28T02:00:00Z");
const SATURDAY_EVENING = FRIDAY_EVENING + DAY_MS;
const SUNDAY_EVENING = FRIDAY_EVENING + 2 * DAY_MS;
const MONDAY = at("2026-11-30T06:00:00Z");
const own = { wakeUpHour: 6, timezone: CHICAGO };

test("an hour changes on the evening before a Saturday or Monday", () => {
  expect(heldAt(PLAN, CHICAGO, FRIDAY_EVENING - 1)).toEqual({
    ...{ wakeUpHour: 6, restsUntil: null, nextChangeAt: FRIDAY_EVENING },
  });
  const weekend = { wakeUpHour: 9, restsUntil: null, nextChangeAt: SUNDAY_EVENING };
  expect(heldAt(PLAN, CHICAGO, FRIDAY_EVENING)).toEqual(weekend);
  expect(heldAt(PLAN, CHICAGO, SUNDAY_EVENING - 1)).toEqual(weekend);
  const week = { wakeUpHour: 6, restsUntil: null, nextChangeAt: FRIDAY_EVENING + 7 * DAY_MS };
  expect(heldAt(PLAN, CHICAGO, SUNDAY_EVENING)).toEqual(week);
  const rest = { ...weekend, wakeUpHour: 6, restsUntil: MONDAY };
  expect(heldAt({ ...PLAN, weekendHour: null }, CHICAGO, SATURDAY_EVENING)).toEqual(rest);
});

test.for([
  [PLAN, "2026-11-28T11:44:59Z", 9],
  // A quarter of an hour before 6 AM, the old hour's slot.
  [PLAN, "2026-11-28T11:45:00Z", 6],
  [{ ...PLAN, weekendHour: 5 }, "2026-11-28T10:44:59Z", 5],
  [{ ...PLAN, weekendHour: 5 }, "2026-11-28T10:45:00Z", 6],
] as const)("a late change is made before the date's first slot or not at all: %j at %s", ([hours, now, hour]) => {
  const due = changeDue(hours, own, at(now));
  expect(due.wakeUpHour).toBe(hour);
  // A change that was left out is made in the evening.
  expect(due.nextChangeAt).toBe(hour === 6 ? SATURDAY_EVENING : SUNDAY_EVENING);
  const plan = { ...hours, nextChangeAt: due.nextChangeAt };
  expect(hourOn({ ...own, wakeUpHour: due.wakeUpHour, plan }, "2026-11-28")).toBe(hour);
  expect(hourOn({ ...own, wakeUpHour: due.wakeUpHour, plan }, "2026-11-29")).toBe(hours.weekendHour);
});

test("a weekend without email that comes too late begins in the evening", () => {
  const hours = { weekdayHour: 6, weekendHour: null };
  expect(changeDue(hours, own, at("2026-11-28T11:44:59Z")).restsUntil).toBe(MONDAY);
  const late = changeDue(hours, own, at("2026-11-28T12:30:00Z"));
  expect(late).toEqual({ wakeUpHour: 6, restsUntil: null, nextChangeAt: SATURDAY_EVENING });
  expect(changeDue(hours, own, SATURDAY_EVENING).restsUntil).toBe(MONDAY);
});

test("until the next change a date has the member's own hour", () => {
  expect(hourOn(own, "2026-11-28")).toBe(6);
  expect(hourOn({ ...own, plan: { ...PLAN, nextChangeAt: null } }, "2026-11-28")).toBe(6);
  const plan = { ...PLAN, nextChangeAt: FRIDAY_EVENING };
  const hours = ["2026-11-27", "2026-11-28", "2026-11-30"].map((date) => hourOn({ ...own, plan }, date));
  expect(hours).toEqual([6, 9, 6]);
});

test("weekends are Saturdays and Sundays, and without email the next morning is Monday's", () => {
  const hours = { weekdayHour: 6, weekendHour: null };
  const dates = ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"];
  expect(dates.map((date) => plannedHour(hours, date))).toEqual([6, null, null, 6]);
  expect(dates.map((date) => wakingDay(hours, date))).toEqual([dates[0], dates[3], dates[3], dates[3]]);
});

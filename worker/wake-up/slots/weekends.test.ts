import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { nextWakeUpAt } from "#domain/rules/mail-blocker.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { hourOn, NO_HOUR, type WeekHours } from "#domain/rules/week-hours.ts";
import { zoneHoursAt } from "./slots.ts";

const QUARTER_MS = 15 * MINUTE_MS;
const ZONES = Intl.supportedValuesOf("timeZone");
const hourOfDay = fc.integer({ min: 0, max: 23 });
const weekendHours = fc.oneof(hourOfDay, fc.constant(NO_HOUR), fc.constant(null));
const weeks: fc.Arbitrary<WeekHours> = fc.record({ wakeUpHour: hourOfDay, weekendHour: weekendHours });

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

/** Runs a member's days as the dispatcher would: at each quarter of an hour, the hours that begin then. */
function wokenBetween(hours: WeekHours, timezone: string, from: number, until: number): Woken[] {
  const woken: Woken[] = [];
  for (let at = Math.ceil(from / QUARTER_MS) * QUARTER_MS; at < until; at += QUARTER_MS) {
    const begun = zoneHoursAt(at, [timezone]).filter(({ hour, localDate }) => hourOn(hours, localDate) === hour);
    woken.push(...begun.map(({ localDate: date }) => ({ date, at })));
  }
  return woken;
}

function expectedBetween({ wakeUpHour, weekendHour }: WeekHours, zone: string, from: number, until: number): Woken[] {
  const first = addDays(clockIn(zone, from).date, -1);
  const dates = Array.from({ length: Math.ceil((until - from) / DAY_MS) + 3 }, (_, day) => addDays(first, day));
  return dates.flatMap((date): Woken[] => {
    const hour = isSaturdayOrSunday(date) ? (weekendHour ?? wakeUpHour) : wakeUpHour;
    const at = hour === NO_HOUR ? null : slotOf(zone, hour, date);
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
    const weekendHour = [NO_HOUR, null, (index * 7) % 24][index % 3] ?? null;
    const hours = { wakeUpHour: index % 24, weekendHour };
    for (const { at } of clockChanges(zone)) expectRightWeeks(hours, zone, at - 5 * DAY_MS - (index % 24) * HOUR_MS);
  }
});

const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2032, 0) });

test("each date has its own hour, whatever hours are chosen", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(weeks, fc.constantFrom(...ZONES), instants, (hours, zone, from) => expectRightWeeks(hours, zone, from)),
    { numRuns: 60 },
  );
});

test("the next wake-up a page shows is the one that happens, whenever it's requested", () => {
  const liveDates = new Set(Array.from({ length: 3000 }, (_, day) => addDays("2024-12-01", day)));
  const others = {
    deletedAt: null,
    emailEnabled: true,
    suppressedAt: null,
    fullBounces: 0,
    pausedUntil: null,
    wakeUpSince: 0,
  };
  fc.assert(
    fc.property(weeks, fc.constantFrom(...ZONES), instants, (hours, zone, now) => {
      const expected = expectedBetween(hours, zone, now + 1, now + 6 * DAY_MS)[0];
      const receiver = { ...others, ...hours, timezone: zone, accessEndsAt: Number.MAX_SAFE_INTEGER };
      expect(nextWakeUpAt(receiver, liveDates, now)).toBe(expected?.at);
      expect(nextSlot((date) => hourOn(hours, date), zone, now)).toBe(expected?.at);
    }),
    { numRuns: 200 },
  );
});

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { wallClockIn } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { zoneHoursAt } from "#worker/wake-up/slots/slots.ts";

const IS_LONG = process.env.LARGE_HOUSE !== undefined;
const ZONES = Intl.supportedValuesOf("timeZone");
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Days with clock changes somewhere, leap days, and the ends of a year, in addition to ordinary days. */
const NOTABLE = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2028-02-29"];
const DATES = [...NOTABLE, "2026-04-24", "2026-10-29", "2026-12-31", "2027-01-01"];
const days = fc.oneof(
  fc.constantFrom(...DATES),
  fc.integer({ min: 0, max: 1500 }).map((count) => addDays("2025-08-12", count)),
);

test("a minute-by-minute search of the wall clock agrees on when each hour starts", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), days, (zone, date) => {
      const noon = Date.parse(`${date}T12:00:00Z`);
      const found = new Map<number, number>();
      for (let at = noon - 27 * HOUR_MS; at <= noon + 28 * HOUR_MS; at += MINUTE_MS) {
        const clock = wallClockIn(zone, at);
        if (clock.date !== date) continue;
        for (const hour of HOURS) if (clock.hour >= hour && !found.has(hour)) found.set(hour, at);
      }
      for (const hour of HOURS) {
        const at = instantAt(date, hour, zone);
        const first = found.get(hour);
        // A day that ends within a skipped hour doesn't have that hour.
        if (first === undefined) continue;
        const clock = wallClockIn(zone, first);
        const isSkipped = clock.hour !== hour || clock.minute !== 0;
        // A skipped hour, or one whose start is skipped, comes later by the clock's change.
        const latest = isSkipped ? first + HOUR_MS : first;
        expect(at >= first && at <= latest, `${zone} ${date} ${hour}`).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

const QUARTER_MS = 15 * MINUTE_MS;
/** All zones in the long test, a random selection otherwise. */
const CHECKED = IS_LONG ? ZONES : fc.sample(fc.constantFrom(...ZONES), 15);

test("each notable day's slots cover every hour exactly once, when the wall clock reaches it", {
  timeout: HOUR_MS,
}, () => {
  for (const zone of CHECKED) {
    for (const date of DATES) {
      const noon = Date.parse(`${date}T12:00:00Z`);
      const grid = Array.from({ length: 4 * 56 }, (_, index) => noon - 28 * HOUR_MS + index * QUARTER_MS);
      const brought = grid.flatMap((at) => zoneHoursAt(at, [zone]).map((zoneHour) => ({ at, ...zoneHour })));
      const clocks = grid.map((at) => ({ at, ...wallClockIn(zone, at) })).filter((clock) => clock.date === date);
      const ofDay = brought.filter(({ localDate }) => localDate === date);
      for (const hour of HOURS) {
        const first = clocks.find((clock) => clock.hour >= hour);
        const found = ofDay.filter((zoneHour) => zoneHour.hour === hour).map(({ at }) => at);
        const name = `${zone} ${date} ${hour}`;
        if (!first) continue;
        const isSkipped = first.hour !== hour || first.minute !== 0;
        expect(found, name).toHaveLength(1);
        expect((found[0] ?? 0) - first.at, name).toBeGreaterThanOrEqual(0);
        expect((found[0] ?? 0) - first.at, name).toBeLessThanOrEqual(isSkipped ? HOUR_MS : 0);
      }
    }
  }
});

type Span = { from: number; offsetMs: number };

/** A zone's offsets over some years from the zone compiler's own tool; null if it isn't installed. */
function spansOf(zone: string): Span[] | null {
  let text: string;
  try {
    text = execFileSync("zdump", ["-v", "-c", "2025,2029", zone], { encoding: "utf8" });
  } catch (error) {
    // The long test must have something to compare with.
    if (IS_LONG) throw error;
    return null;
  }
  const lines = text.matchAll(/ {2}(\w{3} \w{3} +\d+ [\d:]+ \d+) UT = .* gmtoff=(-?\d+)$/gm);
  const seen = [...lines].map(([, instant, offset]) => ({
    from: Date.parse(`${instant} UTC`),
    offsetMs: Number(offset) * 1000,
  }));
  const spans = seen.filter(({ offsetMs }, index) => offsetMs !== seen[index - 1]?.offsetMs);
  return spans.map((span, index) => (index === 0 ? { ...span, from: Number.NEGATIVE_INFINITY } : span));
}

/** Whether this runtime and zdump agree on the zone: each has its own zone database, and versions may differ. */
function isSameZone(zone: string, spans: Span[]): boolean {
  return spans.every(({ from, offsetMs }) => {
    const at = Math.max(from, Date.parse("2025-01-01T00:00:00Z"));
    const { date, hour, minute } = wallClockIn(zone, at);
    return (
      Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS + minute * MINUTE_MS ===
      Math.floor((at + offsetMs) / MINUTE_MS) * MINUTE_MS
    );
  });
}

/** The start of an hour on a date, from offsets alone: the first of two, and a skipped one by the previous offset. */
function beginningOf(date: string, hour: number, spans: Span[]): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS;
  const endOf = (index: number) => spans[index + 1]?.from ?? Number.POSITIVE_INFINITY;
  const shown = spans.findIndex(
    ({ from, offsetMs }, index) => wall - offsetMs >= from && wall - offsetMs < endOf(index),
  );
  if (shown >= 0) return wall - (spans[shown]?.offsetMs ?? 0);
  const before = spans.findLastIndex(({ offsetMs }, index) => wall - offsetMs >= endOf(index));
  return wall - (spans[before]?.offsetMs ?? 0);
}

const ZDUMPED = [
  "America/Chicago",
  "America/St_Johns",
  "Europe/London",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Asia/Jerusalem",
  "America/Santiago",
  "Pacific/Chatham",
  "Asia/Beirut",
];
const hasZdump = (spansOf("Europe/London")?.length ?? 0) > 0;

test.skipIf(!hasZdump)("every hour on and around each clock change agrees with zdump", () => {
  const others: string[] = [];
  for (const zone of IS_LONG ? ZONES : ZDUMPED) {
    const spans = spansOf(zone) ?? [];
    if (!ZDUMPED.includes(zone) && !isSameZone(zone, spans)) {
      others.push(zone);
      continue;
    }
    const changes = spans.map(({ from }) => from).filter((from) => from > Date.parse("2025-02-01"));
    if (ZDUMPED.includes(zone)) expect(changes.length, zone).toBeGreaterThan(4);
    for (const change of changes) {
      for (const shift of [-1, 0, 1]) {
        const date = addDays(new Date(change).toISOString().slice(0, 10), shift);
        for (const hour of HOURS) {
          const begins = beginningOf(date, hour, spans);
          expect(instantAt(date, hour, zone), `${zone} ${date} ${hour}`).toBe(begins);
          expect(zoneHoursAt(begins, [zone]), `${zone} ${date}`).toContainEqual({
            timezone: zone,
            hour,
            localDate: date,
          });
        }
        const [first, second] = [6, 7].map((hour) => beginningOf(date, hour, spans));
        expect(nextSlot(7, zone, (first ?? 0) - 1), `${zone} ${date}`).toBe(second);
      }
    }
  }
  // A few differ between versions of the database, but no more.
  expect(others.length, others.join()).toBeLessThanOrEqual(ZONES.length / 20);
});

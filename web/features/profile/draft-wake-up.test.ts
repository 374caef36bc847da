import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn, localTimeIn } from "#domain/rules/local-time.ts";
import { nextWakeUpAt } from "#domain/rules/mail-blocker.ts";
import { US_ZONES } from "#domain/rules/time-zones.ts";
import { NO_HOUR, timesOf, type Waking } from "#domain/rules/week-hours.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { draftWakeUp } from "./wake-up-form.tsx";

const NOON = Date.parse("2025-11-20T18:00:00Z");
const SAVED = { emailTime: "06:00", weekendTime: null, timezone: "America/Chicago", emailEnabled: true };

const isoOrNull = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
const localOrNull = (zone: string, instant: number | null) => (instant === null ? null : localTimeIn(zone, instant));

test("without changes, the server's next wake-up is shown, whatever this device's clock says", () => {
  expect(draftWakeUp(PROFILE, SAVED, NOON + 9 * 86_400_000)).toBe(PROFILE.nextWakeUpLocal);
});

test("a drafted hour or zone shows its own next wake-up", () => {
  expect(draftWakeUp(PROFILE, { ...SAVED, emailTime: "17:00" }, NOON)).toBe("2025-11-20T17:00");
  expect(draftWakeUp(PROFILE, { ...SAVED, emailTime: "05:00" }, NOON)).toBe("2025-11-21T05:00");
  expect(draftWakeUp(PROFILE, { ...SAVED, timezone: "America/Los_Angeles" }, NOON)).toBe("2025-11-21T06:00");
});

test("without emails or access, no wake-up is drafted, unless a device shows it; turning emails back on drafts one", () => {
  const withDevice = { ...PROFILE, hasDevices: true };
  expect(draftWakeUp(withDevice, { ...SAVED, emailEnabled: false }, NOON)).toBe(PROFILE.nextWakeUpLocal);
  expect(draftWakeUp(withDevice, { ...SAVED, emailEnabled: false, emailTime: "17:00" }, NOON)).toBe("2025-11-20T17:00");
  expect(draftWakeUp(PROFILE, { ...SAVED, emailEnabled: false }, NOON)).toBeNull();
  expect(draftWakeUp({ ...PROFILE, hasAccess: false }, { ...SAVED, emailTime: "05:00" }, NOON)).toBeNull();
  const off = { ...PROFILE, emailEnabled: false, nextWakeUpAt: null, nextWakeUpLocal: null };
  expect(draftWakeUp(off, SAVED, NOON)).toBe("2025-11-21T06:00");
});

test("if this browser doesn't know the old or new zone, only the hour is shown until the server answers", () => {
  const there = { ...PROFILE, timezone: "Mars/Olympus" };
  expect(draftWakeUp(there, { ...SAVED, timezone: "Mars/Olympus" }, NOON)).toBe("2025-11-21T06:00");
  expect(draftWakeUp(there, { ...SAVED, timezone: "Mars/Olympus", emailTime: "07:00" }, NOON)).toBe("07:00");
  expect(draftWakeUp(there, SAVED, NOON)).toBe("06:00");
  expect(draftWakeUp(PROFILE, { ...SAVED, timezone: "Mars/Olympus" }, NOON)).toBe("06:00");
  expect(draftWakeUp(PROFILE, { ...SAVED, timezone: "Mars/Olympus", emailEnabled: false }, NOON)).toBeNull();
});

test("if the server sees no next morning, another hour doesn't promise one", () => {
  expect(
    draftWakeUp({ ...PROFILE, nextWakeUpAt: null, nextWakeUpLocal: null }, { ...SAVED, emailTime: "05:00" }, NOON),
  ).toBeNull();
});

test("the drafted wake-up matches the server's after saving, even during a pause or after empty mornings", () => {
  const zones = fc.constantFrom(...US_ZONES.map(({ id }) => id), "Asia/Tokyo", "Pacific/Kiritimati");
  const hours = fc.integer({ min: 0, max: 23 });
  const weekendHour = fc.oneof(hours, fc.constant(NO_HOUR), fc.constant(null));
  const wakeUps: fc.Arbitrary<Waking> = fc.record({ wakeUpHour: hours, weekendHour, timezone: zones });
  const scenes = fc.record({
    saved: wakeUps,
    draft: wakeUps,
    pausedDays: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    now: fc.integer({ min: NOON, max: NOON + 86_400_000 }),
  });
  fc.assert(
    fc.property(scenes, ({ saved, draft, pausedDays, now }) => {
      const dates = new Set(Array.from({ length: 30 }, (_, day) => addDays("2025-11-15", day)));
      const date = pausedDays === null ? null : addDays(dateIn(saved.timezone, now), pausedDays);
      const answerTo = (waking: Waking, wakeUpSince: number) => {
        const pausedUntil = date === null ? null : instantAt(date, 0, waking.timezone);
        const state = {
          deletedAt: null,
          emailEnabled: true,
          suppressedAt: null,
          fullBounces: 0,
          pausedUntil,
          wakeUpSince,
        };
        return nextWakeUpAt({ ...state, accessEndsAt: Number.MAX_SAFE_INTEGER, ...waking }, dates, now);
      };
      const profile = {
        ...PROFILE,
        ...timesOf(saved),
        timezone: saved.timezone,
        pausedUntil: date,
        nextWakeUpAt: isoOrNull(answerTo(saved, 0)),
        nextWakeUpLocal: localOrNull(saved.timezone, answerTo(saved, 0)),
      };
      const asked = { ...timesOf(draft), timezone: draft.timezone, emailEnabled: true };
      expect(draftWakeUp(profile, asked, now)).toBe(localOrNull(draft.timezone, answerTo(draft, now)));
    }),
    { numRuns: 300 },
  );
});

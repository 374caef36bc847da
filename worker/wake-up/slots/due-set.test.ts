import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { losesOpenSlots, openDates } from "#domain/rules/open-dates.ts";
import { hourOn, NO_HOUR, type Waking } from "#domain/rules/week-hours.ts";
import { createMember, db } from "#test/worker/factories.ts";
import type { Member } from "../../account/member/member.ts";
import { changeProfile, selectMember } from "../../account/member/members.queries.ts";
import { endOfMorning } from "../send-again/send-again.ts";
import { selectDueMembers } from "./due-members.queries.ts";
import { CUT_OFF_MS, slotsBetween, type ZoneHour, zoneHoursAt } from "./slots.ts";

const ZONES = Intl.supportedValuesOf("timeZone");
/** Zones at both sides of the date line, and those whose clocks change at midnight or by half an hour. */
const ODD_ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Cairo", "America/Havana", "Australia/Lord_Howe"];
const zones = fc.oneof(fc.constantFrom(...ZONES), fc.constantFrom(...ODD_ZONES));
/** Often around midnight, where a date's slots are still open on the next. */
const hours = fc.oneof(fc.integer({ min: 0, max: 23 }), fc.constantFrom(21, 22, 23, 0, 1));
const weekendHours = fc.oneof(hours, fc.constant(NO_HOUR), fc.constant(null));

/** Minutes after the midnight that begins a Saturday or Monday in the member's zone, or any other. */
const moments = fc.record({
  date: fc
    .tuple(fc.nat(150), fc.oneof(fc.constantFrom(0, 2), fc.nat(6)))
    .map(([week, day]) => addDays("2025-01-04", 7 * week + day)),
  minutes: fc.oneof(fc.integer({ min: -120, max: 200 }), fc.integer({ min: 0, max: 24 * 60 })),
});

const scenes = fc.record({
  before: fc.record({ wakeUpHour: hours, weekendHour: weekendHours, timezone: zones }),
  change: fc.oneof(
    fc.record({ wakeUpHour: hours }),
    fc.record({ weekendHour: weekendHours }),
    fc.record({ wakeUpHour: hours, weekendHour: weekendHours }),
    fc.record({ wakeUpHour: hours, timezone: zones }),
  ),
  moment: moments,
});

type Slot = ZoneHour & { slotAt: number };

/** The slots that have begun and may still be sent, within the cutoff or again. */
const openSlots = (timezones: string[], now: number): Slot[] =>
  slotsBetween(now - 28 * HOUR_MS, now).flatMap((slotAt) =>
    zoneHoursAt(slotAt, [...new Set(timezones)])
      .map((zoneHour) => ({ ...zoneHour, slotAt }))
      .filter((zoneHour) => slotAt >= now - CUT_OFF_MS || endOfMorning(zoneHour) > now),
  );

async function dueSlots({ id }: Member, slots: Slot[], now: number): Promise<Slot[]> {
  const [first, ...others] = slots.map((slot) =>
    selectDueMembers(db, { zoneHour: slot, afterId: "" }, { slotAt: slot.slotAt, now, limit: 1000 }),
  );
  if (!first) return [];
  const found = await db.batch([first, ...others]);
  return slots.filter((_, index) => found[index]?.some((row) => row.id === id));
}

const isOf = (waking: Waking) => (slot: Slot) =>
  slot.timezone === waking.timezone && hourOn(waking, slot.localDate) === slot.hour;

test("no change by a member adds a sendable slot, or drops one unless that day's hour changes", async () => {
  const counts = { kept: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(scenes, async ({ before, change, moment: { date, minutes } }) => {
      const now = instantAt(date, 0, before.timezone) + minutes * MINUTE_MS;
      const member = await createMember({ ...before, wakeUpSince: now - 9 * DAY_MS, accessEndsAt: now + DAY_MS });
      const slots = openSlots([before.timezone, { ...before, ...change }.timezone], now);
      const due = await dueSlots(member, slots, now);
      expect(due).toEqual(slots.filter(isOf(before)));

      const at = { now, cutOffMs: CUT_OFF_MS };
      await changeProfile(db, member.id, { ...change, openDates: openDates(before.timezone, at) }, now);
      const after = await selectMember(db, member.id).get();
      const isLost = losesOpenSlots(before, { ...before, ...change }, at);
      counts[isLost ? "lost" : "kept"] += 1;
      expect(after?.wakeUpSince).toBe(isLost ? now : member.wakeUpSince);
      // A slot at this very instant counts as the next one.
      expect(await dueSlots(member, slots, now)).toEqual(
        isLost ? slots.filter(isOf({ ...before, ...change })).filter(({ slotAt }) => slotAt === now) : due,
      );
    }),
    { numRuns: 150 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(10);
});

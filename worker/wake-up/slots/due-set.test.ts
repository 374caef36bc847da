import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
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
const hours = fc.integer({ min: 0, max: 23 });
const weekendHours = fc.oneof(hours, fc.constant(NO_HOUR), fc.constant(null));

/** Within two hours of the midnights around weekends, and at any time. */
const instants = fc.oneof(
  fc.tuple(fc.nat(150), fc.integer({ min: -14, max: 14 }), fc.nat(240)).map(([week, hour, minutes]) => {
    return Date.UTC(2025, 0, 4) + week * 7 * DAY_MS + hour * HOUR_MS + (minutes - 120) * 60_000;
  }),
  fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
);

const scenes = fc.record({
  before: fc.record({ wakeUpHour: hours, weekendHour: weekendHours, timezone: zones }),
  change: fc.oneof(
    fc.record({ wakeUpHour: hours }),
    fc.record({ weekendHour: weekendHours }),
    fc.record({ wakeUpHour: hours, weekendHour: weekendHours }),
    fc.record({ wakeUpHour: hours, timezone: zones }),
  ),
  now: instants,
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

test("whatever a member changes and when, no slot that may still be sent becomes theirs, and it stays theirs unless its day's hour changes", async () => {
  const counts = { kept: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(scenes, async ({ before, change, now }) => {
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

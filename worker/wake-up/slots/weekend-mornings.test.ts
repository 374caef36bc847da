import { beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { createItem, createMember, db, deliveryOf, rowsOf, slotRow } from "#test/worker/factories.ts";
import { contextAt, tickThrough } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { FRIDAY, MONDAY, on, SATURDAY, SUNDAY } from "#test/worker/weekends.ts";
import type { NewMember } from "../../account/member/member.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { closeLateBatches } from "../batches/open-batches.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { startResending } from "../send-again/resends.ts";
import { runResends } from "../send-again/run-resends.ts";
import { sendAgain } from "../send-again/send-again.ts";
import { dispatchSlot } from "./dispatch-slot.ts";
import { selectZoneHoursInUse } from "./due-members.queries.ts";
import { countMissed, insertMissedSlots } from "./slots.queries.ts";
import { CUT_OFF_MS, zoneHoursAt } from "./slots.ts";

const HONOLULU = "Pacific/Honolulu";
const AUCKLAND = "Pacific/Auckland";

// A slot covers the whole database, so each test starts with an empty one.
beforeEach(async () => {
  const batches = ["wake_up_batches", "wake_up_counts", "wake_up_mails", "deliveries", "wake_up_slots", "dispatcher"];
  for (const table of [...batches, "content_revisions", "content", "access_grants", "members"])
    await rowsOf(`delete from ${table}`);
  for (const date of [FRIDAY, SATURDAY, SUNDAY, MONDAY]) await createItem(date);
});

const sleeper = (wakeUpHour: number, weekendHour: number | null, overrides: Partial<NewMember> = {}) =>
  createMember({ wakeUpHour, weekendHour, accessEndsAt: on(MONDAY, 23) + HOUR_MS, ...overrides });

/** The dates and hours of a member's emails, oldest first. */
async function mailsOf({ email }: { email: string }) {
  const mails = (await outboxOf(email)).toReversed();
  return mails.map(({ tags, text }) => {
    const [hour] = /^\d+:00 [AP]M/m.exec(text) ?? [];
    return `${tags?.find(({ name }) => name === "date")?.value} ${hour}`;
  });
}

async function sendOpen(now: number): Promise<void> {
  for (const { id } of await rowsOf("select id from wake_up_batches where state = 'open'"))
    await sendBatch(contextAt(now), { batchId: String(id), tickAt: now });
}

test("from Friday to Monday, every wake-up email arrives once, at its own day's hour, even late in the evening", async () => {
  const [later, resting, same, evening] = [
    await sleeper(6, 9),
    await sleeper(6, NO_HOUR),
    await sleeper(6, null),
    await sleeper(21, 23),
  ];
  for (const date of [FRIDAY, SATURDAY, SUNDAY, MONDAY])
    for (const hour of [6, 9, 21, 23]) await tickThrough(on(date, hour));
  const [friday, monday] = [`${FRIDAY} 6:00 AM`, `${MONDAY} 6:00 AM`];
  expect(await mailsOf(later)).toEqual([friday, `${SATURDAY} 9:00 AM`, `${SUNDAY} 9:00 AM`, monday]);
  expect(await mailsOf(resting)).toEqual([friday, monday]);
  expect(await mailsOf(same)).toEqual([friday, `${SATURDAY} 6:00 AM`, `${SUNDAY} 6:00 AM`, monday]);
  expect(await mailsOf(evening)).toEqual([
    `${FRIDAY} 9:00 PM`,
    `${SATURDAY} 11:00 PM`,
    `${SUNDAY} 11:00 PM`,
    `${MONDAY} 9:00 PM`,
  ]);
  const [first] = (await outboxOf(later.email)).toReversed();
  expect(first?.text).toContain("Wake me at 7:00 AM on weekdays");
  expect((await outboxOf(same.email))[0]?.text).toContain("Wake me at 7:00 AM starting tomorrow");
});

/** When it's 6 AM on Saturday in Auckland, it's Friday in Honolulu. */
const ACROSS = instantAt(SATURDAY, 6, AUCKLAND);
const hawaiianHour = zoneHoursAt(ACROSS, [HONOLULU])[0]?.hour ?? Number.NaN;

test("a slot that is both Friday and Saturday wakes each side of the date line by its own day", async () => {
  const west = (hours: [number, number | null]) => sleeper(...hours, { timezone: HONOLULU });
  const east = (hours: [number, number | null]) => sleeper(...hours, { timezone: AUCKLAND });
  const woken = [await west([hawaiianHour, 1]), await east([1, 6]), await east([6, null])];
  await west([1, hawaiianHour]);
  await east([6, 1]);
  await east([6, NO_HOUR]);
  const zoneHours = zoneHoursAt(ACROSS, [HONOLULU, AUCKLAND]);
  expect(await selectZoneHoursInUse(db, zoneHours)).toEqual([{ index: 0 }, { index: 1 }]);

  await insertMissedSlots(db, [ACROSS], ACROSS + CUT_OFF_MS + 1);
  await countMissed(db, ACROSS, zoneHours);
  expect(await slotRow(ACROSS)).toMatchObject({ outcome: "missed", due_count: 3 });
  await rowsOf("delete from wake_up_slots");

  await dispatchSlot(contextAt(ACROSS), { slotAt: ACROSS, zones: [HONOLULU, AUCKLAND] });
  await sendOpen(ACROSS);
  const sent = await rowsOf("select member_id as id from wake_up_deliveries where state = 'sent'");
  expect(sent.map(({ id }) => id).toSorted()).toEqual(woken.map(({ id }) => id).toSorted());
});

test("an hour used only on weekdays isn't in use on weekends, and vice versa", async () => {
  await sleeper(6, 9);
  const inUse = (localDate: string) =>
    selectZoneHoursInUse(
      db,
      [6, 9].map((hour) => ({ timezone: CHICAGO, hour, localDate })),
    );
  expect(await inUse(FRIDAY)).toEqual([{ index: 0 }]);
  expect(await inUse(SATURDAY)).toEqual([{ index: 1 }]);
});

test("after batching, a new weekend hour takes a member out of Saturday's batch; a weekday hour doesn't", async () => {
  const [moved, weekday] = [await sleeper(6, 9), await sleeper(6, 9)];
  const slotAt = on(SATURDAY, 9);
  await dispatchSlot(contextAt(slotAt), { slotAt, zones: [CHICAGO] });
  await updateMember(db, moved.id, { weekendHour: 8 });
  await updateMember(db, weekday.id, { wakeUpHour: 5 });
  await sendOpen(slotAt);
  expect([await mailsOf(moved), await mailsOf(weekday)]).toEqual([[], [`${SATURDAY} 9:00 AM`]]);
});

test("a batch sent too late records its weekend members, and resending reaches them until the day ends", async () => {
  const [member, moved] = [await sleeper(6, 9), await sleeper(6, 9)];
  const slotAt = on(SATURDAY, 9);
  await dispatchSlot(contextAt(slotAt), { slotAt, zones: [CHICAGO] });
  await closeLateBatches(contextAt(slotAt + CUT_OFF_MS + 1));
  expect(await deliveryOf(member.id, SATURDAY)).toMatchObject({ state: "missed" });
  await updateMember(db, moved.id, { weekendHour: 8 });
  const [batch] = await rowsOf("select id from wake_up_batches");
  const late = on(SUNDAY, 0) - MINUTE_MS;
  expect(await sendAgain(contextAt(late), { id: String(batch?.id), mayRepeat: false })).toMatchObject({
    outcome: "queued",
  });
  await sendOpen(late);
  expect([await mailsOf(member), await mailsOf(moved)]).toEqual([[`${SATURDAY} 9:00 AM`], []]);
});

test("after 8 PM on Friday, an undispatched hour still reaches members whose weekends differ", async () => {
  const [member, resting] = [await sleeper(6, 9), await sleeper(6, NO_HOUR)];
  const slotAt = on(FRIDAY, 6);
  await insertMissedSlots(db, [slotAt], slotAt + CUT_OFF_MS + 1);
  await countMissed(db, slotAt, zoneHoursAt(slotAt, [CHICAGO]));
  const ctx = contextAt(on(FRIDAY, 21));
  await startResending(ctx, { date: FRIDAY, mayRepeat: false });
  await runResends(ctx);
  await sendOpen(ctx.now);
  for (const one of [member, resting]) expect(await mailsOf(one)).toEqual([`${FRIDAY} 6:00 AM`]);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf, slotRow } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { updateMember } from "../members/members.queries.ts";
import { closeLateBatches } from "./open-batches.ts";
import { readDelivery } from "./read-delivery.ts";
import { sendBatch } from "./send-batch.ts";
import { sendMissedSlot } from "./send-missed-slot.ts";
import { countMissed, insertMissedSlots } from "./slots.queries.ts";
import { zoneHoursAt } from "./slots.ts";

const HOUR_MS = 3_600_000;
const DAY = 700;
const slotAt = slotAhead(DAY, 6);
const late = slotAt + 5 * HOUR_MS;

// The slot is the whole house's: each test begins with an empty one.
beforeEach(async () => {
  const batches = ["wake_up_batches", "wake_up_counts", "wake_up_mails", "deliveries", "wake_up_slots"];
  const tables = [...batches, "content_revisions", "progress", "content", "access_grants", "members"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
});

const woken = (overrides = {}) => createMember({ accessEndsAt: slotAt + 48 * HOUR_MS, ...overrides });

async function missTheSlot(): Promise<void> {
  await insertMissedSlots(db, [slotAt], slotAt + 4 * HOUR_MS);
  await countMissed(db, slotAt, zoneHoursAt(slotAt, [CHICAGO]));
}

async function sendOpen(now: number): Promise<void> {
  for (const { id } of await rowsOf("select id from wake_up_batches where state = 'open'")) {
    await sendBatch(contextAt(now), { batchId: String(id), tickAt: now });
  }
}

test("a slot that nobody dispatched is sent once past the cut-off, however often it is asked for", async () => {
  await createItem(dayAhead(DAY));
  const [ana, bea] = [await woken(), await woken()];
  await woken({ wakeUpHour: 7 });
  await missTheSlot();
  expect(await slotRow(slotAt)).toMatchObject({ outcome: "missed", due_count: 2 });
  await updateMember(db, bea.id, { emailEnabled: false });

  const answers = await Promise.all([1, 2, 3].map(() => sendMissedSlot(contextAt(late), slotAt)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["queued", "under_way", "under_way"]);
  const recorded = await rowsOf("select actor, action from audit where subject = ?", `slot.${slotAt}`);
  expect(recorded).toEqual([{ actor: "admin", action: "batch.send-again" }]);
  // A tick that closes what is late leaves it alone.
  await closeLateBatches(contextAt(late));
  await sendOpen(late);
  expect((await sendMissedSlot(contextAt(late + HOUR_MS), slotAt)).outcome).toBe("under_way");
  await sendOpen(late + HOUR_MS);
  expect(await outboxOf(ana.email)).toHaveLength(1);
  expect(await outboxOf(bea.email)).toEqual([]);
  const { slots } = await readDelivery(contextAt(late), { date: dayAhead(DAY) });
  expect(slots).toMatchObject([{ due: 1, sent: 1, onTime: 0, missed: 0, canSendWhole: false }]);
});

test("the tab shows a missed slot with who was due, and the button until the day ends", async () => {
  await createItem(dayAhead(DAY));
  await woken();
  await missTheSlot();
  const midnight = instantAt(addDays(dayAhead(DAY), 1), 0, CHICAGO);
  const read = async (now: number) => (await readDelivery(contextAt(now), { date: dayAhead(DAY) })).slots;
  expect(await read(midnight - 1)).toMatchObject([{ due: 1, missed: 1, sent: 0, canSendWhole: true }]);
  expect(await read(midnight)).toMatchObject([{ canSendWhole: false }]);
  await expect(sendMissedSlot(contextAt(midnight), slotAt)).rejects.toThrow(/morning is over/);
});

test("the button stays as long as the day of anybody whose hour it was goes on", async () => {
  const zone = "America/Los_Angeles";
  await createItem(dayAhead(DAY));
  await woken({ timezone: zone, wakeUpHour: 4 });
  await insertMissedSlots(db, [slotAt], slotAt + 4 * HOUR_MS);
  await countMissed(db, slotAt, zoneHoursAt(slotAt, [zone]));
  const read = async (now: number) => (await readDelivery(contextAt(now), { date: dayAhead(DAY) })).slots;
  const midnightIn = (where: string) => instantAt(addDays(dayAhead(DAY), 1), 0, where);
  expect(await read(midnightIn(CHICAGO))).toMatchObject([{ due: 1, canSendWhole: true }]);
  expect(await read(midnightIn(zone) - 1)).toMatchObject([{ canSendWhole: true }]);
  expect(await read(midnightIn(zone))).toMatchObject([{ canSendWhole: false }]);
});

test("without content nobody was due, and there is nothing to send", async () => {
  await woken();
  await missTheSlot();
  expect(await slotRow(slotAt)).toMatchObject({ due_count: 0 });
  await expect(sendMissedSlot(contextAt(late), slotAt)).rejects.toThrow(/no content/);
});

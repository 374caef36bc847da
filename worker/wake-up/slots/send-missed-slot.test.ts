import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { deliveryResponse } from "#domain/contract/wake-up.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf, slotRow } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { createContext } from "../../kernel/context.ts";
import { closeLateBatches } from "../batches/open-batches.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { readDelivery } from "../deliveries/read-delivery.ts";
import { sendMissedSlot } from "./send-missed-slot.ts";
import { countMissed, insertMissedSlots } from "./slots.queries.ts";
import { zoneHoursAt } from "./slots.ts";

const DAY = 700;
const slotAt = slotAhead(DAY, 6);
const late = slotAt + 5 * HOUR_MS;

// The slot covers the whole database, so each test starts with an empty one.
beforeEach(async () => {
  const batches = ["wake_up_batches", "wake_up_counts", "wake_up_mails", "deliveries", "wake_up_slots", "audit"];
  const items = ["fallback_mornings", "content_revisions", "progress", "content"];
  const tables = [...batches, ...items, "access_grants", "members"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
});

/** Clicks: returns the response and the work after it. `beforeBatches` runs before that work's first D1 call. */
async function click(now: number, beforeBatches: () => Promise<void> = async () => undefined) {
  const deferred: Promise<unknown>[] = [];
  let calls = 0;
  const DB = wrappedD1(async (run) => {
    calls += 1;
    // The response waits only for the zones and the lease.
    if (calls === 3) await beforeBatches();
    return run();
  });
  const origin = { now, requestId: "click", defer: (work: Promise<unknown>) => deferred.push(work) };
  const answer = await sendMissedSlot(createContext({ ...env, DB }, origin), { slotAt });
  return { ...answer, afterwards: () => Promise.all(deferred) };
}

async function sendMissed(now: number) {
  const { afterwards, ...answer } = await click(now);
  await afterwards();
  return answer;
}

async function readSlots(now: number) {
  const answer = await request(`/api/admin/delivery?date=${dayAhead(DAY)}`, { admin: true, now });
  return deliveryResponse.parse(await answer.json()).slots;
}

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

test("a slot that nobody dispatched is sent once past the cutoff, however often it is asked for", async () => {
  await createItem(dayAhead(DAY));
  const [ana, bea] = [await woken(), await woken()];
  await woken({ wakeUpHour: 7 });
  await missTheSlot();
  expect(await slotRow(slotAt)).toMatchObject({ outcome: "missed", due_count: 2 });
  await updateMember(db, bea.id, { emailEnabled: false });

  const answers = await Promise.all([1, 2, 3].map(() => sendMissed(late)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["queued", "under_way", "under_way"]);
  const recorded = await rowsOf("select actor, action from audit where subject = ?", `slot.${slotAt}`);
  expect(recorded).toEqual([{ actor: "admin", action: "batch.send-again" }]);
  // A tick that closes late batches leaves it alone.
  await closeLateBatches(contextAt(late));
  await sendOpen(late);
  expect((await sendMissed(late + HOUR_MS)).outcome).toBe("under_way");
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
  await expect(sendMissedSlot(contextAt(midnight), { slotAt })).rejects.toThrow(/morning has ended/);
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

test("the answer does not wait for the batches: until they are made the hour is being sent, and has no button", async () => {
  await createItem(dayAhead(DAY));
  await woken();
  await missTheSlot();
  const hold = Promise.withResolvers<void>();
  const { outcome, afterwards } = await click(late, () => hold.promise);
  expect(outcome).toBe("queued");
  expect(await readSlots(late)).toMatchObject([{ due: 1, missed: 1, canSendWhole: false, isBeingSent: true }]);
  hold.resolve();
  await afterwards();
  expect(await readSlots(late)).toMatchObject([{ missed: 0, open: 1, canSendWhole: false, isBeingSent: false }]);
});

test("what fails after the answer is logged, and the hour can be sent again at once", async () => {
  await createItem(dayAhead(DAY));
  const ana = await woken();
  await missTheSlot();
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { outcome, afterwards } = await click(late, async () => {
    throw new Error("D1_ERROR: the database is overloaded");
  });
  await afterwards();
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)));
  written.mockRestore();
  expect(outcome).toBe("queued");
  expect(lines).toMatchObject([{ event: "deferred_work_failed", message: expect.stringMatching(/overloaded/) }]);
  expect(await readSlots(late)).toMatchObject([{ missed: 1, canSendWhole: true, isBeingSent: false }]);
  expect((await sendMissed(late)).outcome).toBe("queued");
  await sendOpen(late);
  expect(await outboxOf(ana.email)).toHaveLength(1);
});

test("a click that died gives the hour back when its lease is over", async () => {
  await createItem(dayAhead(DAY));
  await woken();
  await missTheSlot();
  const death = Promise.withResolvers<void>();
  const { afterwards } = await click(late, () => death.promise);
  expect((await sendMissed(late)).outcome).toBe("under_way");
  const [before, after] = [late + 119_999, late + 120_000];
  expect(await readSlots(before)).toMatchObject([{ canSendWhole: false, isBeingSent: true }]);
  expect(await readSlots(after)).toMatchObject([{ canSendWhole: true, isBeingSent: false }]);
  expect((await sendMissed(after)).outcome).toBe("queued");
  death.reject(new Error("Network connection lost."));
  await afterwards();
  expect(await readSlots(after)).toMatchObject([{ missed: 0, open: 1 }]);
});

test("what stands for a morning without content is sent, too", async () => {
  await woken();
  await createItem(addDays(dayAhead(DAY), -60), { title: "Kept for such days", mayBeSentAgain: true });
  await missTheSlot();
  await env.DB.prepare("update wake_up_slots set due_count = 1").run();
  expect((await sendMissed(late)).outcome).toBe("queued");
  expect(await readSlots(late)).toMatchObject([{ missed: 0, open: 1 }]);
});

test("without content nobody was due, and there is nothing to send", async () => {
  await woken();
  await missTheSlot();
  expect(await slotRow(slotAt)).toMatchObject({ due_count: 0 });
  await expect(sendMissedSlot(contextAt(late), { slotAt })).rejects.toThrow(/no session/);
});

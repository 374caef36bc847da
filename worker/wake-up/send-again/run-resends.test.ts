import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { deliveryResponse, sendAgainResponse } from "#domain/contract/wake-up.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf } from "#test/worker/factories.ts";
import { catchQueued, contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { missedBatch, missedBatches, type Stored, separateDay, unknownBatch } from "#test/worker/troubled-batches.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { resumeSending, setPause } from "../../mail/pauses.queries.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { readDelivery } from "../deliveries/read-delivery.ts";
import { insertMissedSlots } from "../slots/slots.queries.ts";
import { runResends } from "./run-resends.ts";

beforeEach(async () => {
  await resumeSending(db, Number.MAX_SAFE_INTEGER);
  await env.DB.batch(["wake_up_resends", "wake_up_slots"].map((table) => env.DB.prepare(`delete from ${table}`)));
  await rowsOf("update content set may_be_sent_again = 0");
});

const routeOf = (date: string) => `/api/admin/mornings/${date}/send-again`;

/** Presses "Resend all". */
async function press(date: string, now: number, mayRepeat = false) {
  const response = await request(routeOf(date), { admin: true, json: { mayRepeat }, now });
  return sendAgainResponse.parse(await response.json()).outcome;
}

const stop = (date: string, now: number) => request(routeOf(date), { admin: true, method: "DELETE", now });

/** A tick's part, on any database; what it hands out is sent right away. */
async function tick(now: number, d1: D1Database = env.DB): Promise<void> {
  const ctx = { ...contextAt(now), db: createDb(d1) };
  const queued = catchQueued(ctx);
  await runResends(ctx);
  for (const { body } of queued) await sendBatch(contextAt(now), { batchId: body.batchId, tickAt: now });
}

async function progress(date: string, now: number) {
  const response = await request(`/api/admin/delivery?date=${date}`, { admin: true, now });
  return deliveryResponse.parse(await response.json()).resend;
}

/** An hour that no one dispatched, and a member of it. */
async function missHour(day: number, hour: number, { due = 1, timezone = CHICAGO, at = hour } = {}) {
  const slotAt = slotAhead(day, at);
  const member = await createMember({ timezone, wakeUpHour: hour, accessEndsAt: slotAhead(day + 2, 6) });
  await insertMissedSlots(db, [slotAt], slotAt + 4 * HOUR_MS);
  await rowsOf("update wake_up_slots set due_count = ? where slot_at = ?", due, slotAt);
  return member;
}

const copiesOf = (batches: Stored[]) =>
  Promise.all(batches.flatMap(({ members }) => members).map(async ({ email }) => (await outboxOf(email)).length));
const all = (count: number, copies: number) => Array.from({ length: count }, () => copies);

const late = (day: number) => slotAhead(day, 12);
const auditOf = (date: string) =>
  rowsOf("select actor, action, details from audit where subject = ? order by id", date);

test("two administrators and overlapping ticks resend every batch once, 20 per tick, with one audit entry", async () => {
  const day = separateDay();
  const batches = await missedBatches(23, 1, { day });
  const [{ localDate: date }] = batches as [Stored];
  const now = late(day);
  expect((await Promise.all([press(date, now), press(date, now)])).toSorted()).toEqual(["queued", "under_way"]);
  expect(await progress(date, now)).toMatchObject({ state: "running", resent: 0, left: 23 });
  await Promise.all([tick(now), tick(now)]);
  expect(await progress(date, now)).toMatchObject({ state: "running", resent: 20, left: 3 });
  await tick(now + MINUTE_MS);
  expect(await progress(date, now)).toMatchObject({ state: "done", resent: 23, left: 0, doubtful: 0, tooLate: 0 });
  await tick(now + 2 * MINUTE_MS);
  expect(await copiesOf(batches)).toEqual(all(23, 1));
  expect(await auditOf(date)).toEqual([{ actor: "admin", action: "resend.start", details: null }]);
  expect(await rowsOf("select id from audit where action = 'batch.send-again'")).toEqual([]);
});

test.for(["before", "after"] as const)(
  "a tick that dies %s any of its calls skips no one and repeats nothing",
  async (when) => {
    for (let nth = 1; ; nth += 1) {
      const day = separateDay();
      const batches = await missedBatches(2, 2, { day });
      const [{ localDate: date }] = batches as [Stored];
      const now = late(day);
      await press(date, now);
      let calls = 0;
      const dying = wrappedD1(async (run) => {
        calls += 1;
        if (calls > nth || (calls === nth && when === "before")) throw new Error("Network connection lost.");
        const answer = await run();
        if (calls === nth) throw new Error("Network connection lost.");
        return answer;
      });
      await tick(now, dying).catch(() => undefined);
      // The next one also hands out what the first made.
      for (const minutes of [1, 2]) await tick(now + minutes * MINUTE_MS);
      const open = await rowsOf("select id from wake_up_batches where local_date = ? and state = 'open'", date);
      for (const { id } of open) await sendBatch(contextAt(now), { batchId: String(id), tickAt: now });
      expect([nth, await copiesOf(batches)]).toEqual([nth, all(4, 1)]);
      expect(await progress(date, now)).toMatchObject({ state: "done", resent: 2 });
      if (calls < nth) break;
    }
  },
);

test("stopping between two batches leaves the rest, and a second press resends it", async () => {
  const day = separateDay();
  const batches = await missedBatches(3, 1, { day });
  const [{ localDate: date }] = batches as [Stored];
  const now = late(day);
  await press(date, now);
  const stopping = wrappedD1(async (run) => {
    const answer = await run();
    const [row] = await rowsOf("select resent from wake_up_resends");
    if (row?.resent === 2) await stop(date, now);
    return answer;
  });
  await tick(now, stopping);
  await tick(now + MINUTE_MS);
  expect(await progress(date, now)).toMatchObject({ state: "stopped", resent: 2, left: 1 });
  expect(await copiesOf(batches)).toEqual([1, 1, 0]);
  await stop(date, now);
  expect(await press(date, now + 2 * MINUTE_MS)).toBe("queued");
  await tick(now + 2 * MINUTE_MS);
  expect(await copiesOf(batches)).toEqual([1, 1, 1]);
  expect(await progress(date, now)).toMatchObject({ state: "done", resent: 1 });
  expect((await auditOf(date)).map(({ action }) => action)).toEqual(["resend.start", "resend.stop", "resend.start"]);
});

test("members who have left or been suspended get nothing, and a batch without anyone else isn't counted", async () => {
  const day = separateDay();
  const batches = await missedBatches(2, 2, { day });
  const [first, second] = batches as [Stored, Stored];
  for (const { id } of [first.member, ...second.members]) await updateMember(db, id, { emailEnabled: false });
  await press(first.localDate, late(day));
  await tick(late(day));
  expect(await copiesOf(batches)).toEqual([0, 1, 0, 0]);
  expect(await progress(first.localDate, late(day))).toMatchObject({ state: "done", resent: 1, left: 0 });
});

test("nothing is resent during a pause; once it ends, one batch is resent before the rest", async () => {
  const day = separateDay();
  const batches = await missedBatches(3, 1, { day });
  const [{ localDate: date }] = batches as [Stored];
  const now = late(day);
  await press(date, now);
  await setPause(db, now + 5 * MINUTE_MS, "quota");
  await tick(now);
  expect(await progress(date, now)).toMatchObject({ state: "paused", resent: 0, left: 3 });
  await tick(now + 6 * MINUTE_MS);
  expect(await progress(date, now)).toMatchObject({ state: "paused", resent: 1, left: 2 });
  await resumeSending(db, now + 6 * MINUTE_MS);
  await tick(now + 7 * MINUTE_MS);
  expect(await progress(date, now)).toMatchObject({ state: "done", resent: 3 });
});

test("a resend ends with the members' day, even in a pause, and reports what was too late", async () => {
  const day = separateDay();
  const batches = await missedBatches(2, 1, { day });
  const [{ localDate: date }] = batches as [Stored];
  const midnight = slotAhead(day + 1, 0);
  await press(date, midnight - 3 * MINUTE_MS);
  await setPause(db, midnight + HOUR_MS, "quota");
  await tick(midnight - 2 * MINUTE_MS);
  await tick(midnight);
  expect(await progress(date, midnight)).toMatchObject({ state: "done", resent: 0, left: 0, tooLate: 2 });
  expect(await copiesOf(batches)).toEqual([0, 0]);
});

test("unknown emails are retried under their key, and possible second copies need the confirmed mode", async () => {
  const day = separateDay();
  const repeated = await unknownBatch("drop_after_accept", 2, { day, hour: 6 });
  const doubtful = await unknownBatch("drop_after_accept", 2, { day, hour: 7 });
  const [leaves, stays] = doubtful.members;
  await updateMember(db, String(leaves?.id), { emailEnabled: false });
  const { localDate: date } = repeated;
  const now = late(day);
  await press(date, now);
  await tick(now);
  expect(await copiesOf([repeated])).toEqual([1, 1]);
  expect(await copiesOf([doubtful])).toEqual([1, 1]);
  expect(await progress(date, now)).toMatchObject({ state: "done", resent: 1, doubtful: 1 });
  expect(await press(date, now + MINUTE_MS, true)).toBe("queued");
  await tick(now + MINUTE_MS);
  expect(await copiesOf([repeated])).toEqual([1, 1]);
  expect(await outboxOf(String(stays?.email))).toHaveLength(2);
  expect(await outboxOf(String(leaves?.email))).toHaveLength(1);
  expect(await progress(date, now)).toMatchObject({ state: "done", resent: 1, doubtful: 0 });
  expect((await auditOf(date)).map(({ details }) => details)).toEqual([null, '{"mayRepeat":true}']);
});

test("a batch that fails again waits for the next press", async () => {
  const day = separateDay();
  const stored = await missedBatch(1, { day });
  const now = late(day);
  await press(stored.localDate, now);
  const refusing = async (at: number) => {
    const ctx = contextAt(at);
    catchQueued(ctx);
    await runResends(ctx);
    const refused = async () => ({ kind: "refused", message: "Domain isn't verified" }) as const;
    for (const { id } of await rowsOf("select id from wake_up_batches where state = 'open'"))
      await sendBatch({ ...ctx, mailer: { ...ctx.mailer, sendBatch: refused } }, { batchId: String(id), tickAt: at });
  };
  await refusing(now);
  await refusing(now + MINUTE_MS);
  const batchIds = () =>
    rowsOf("select id, state from wake_up_batches where local_date = ? order by id", stored.localDate);
  expect(await batchIds()).toMatchObject([{ state: "closed" }, { id: `${stored.id}.again`, state: "failed" }]);
  await press(stored.localDate, now + 2 * MINUTE_MS);
  await tick(now + 2 * MINUTE_MS);
  expect(await batchIds()).toMatchObject([{}, {}, { id: `${stored.id}.again.again`, state: "sent" }]);
  expect(await outboxOf(stored.member.email)).toHaveLength(1);
});

test("an hour that was never dispatched is resent, and offered until the day has ended for every member", async () => {
  const day = separateDay();
  const zone = "America/Los_Angeles";
  const item = await createItem(dayAhead(day));
  const [ana, left] = [await missHour(day, 4, { timezone: zone, at: 6 }), await missHour(day, 6)];
  await updateMember(db, left.id, { emailEnabled: false });
  const resendable = async (now: number) => (await readDelivery(contextAt(now), { date: item.date })).resendable;
  const midnight = instantAt(addDays(item.date, 1), 0, zone);
  expect(await resendable(midnight - 1)).toEqual({ batches: 1, members: 1 });
  expect(await resendable(midnight)).toEqual({ batches: 0, members: 0 });
  await press(item.date, midnight - MINUTE_MS);
  expect(await progress(item.date, midnight - MINUTE_MS)).toMatchObject({ state: "running", left: 1 });
  await tick(midnight - MINUTE_MS);
  await tick(midnight - MINUTE_MS);
  expect(await progress(item.date, midnight)).toMatchObject({ state: "done", resent: 1, left: 0 });
  expect([(await outboxOf(ana.email)).length, (await outboxOf(left.email)).length]).toEqual([1, 0]);
  const { slots } = await readDelivery(contextAt(midnight), { date: item.date });
  expect(slots).toMatchObject([{ due: 1, sent: 1, onTime: 0, missed: 0 }]);
});

test("resending a morning without a session sends a fallback that may be sent again", async () => {
  const day = separateDay();
  const again = await createItem(dayAhead(day - 300), { mayBeSentAgain: true });
  const ana = await missHour(day, 9);
  await press(dayAhead(day), late(day));
  await tick(late(day));
  expect((await outboxOf(ana.email)).map(({ subject }) => subject)).toEqual([`Wake up: ${again.title}`]);
});

test("an hour whose session was removed doesn't hold up the others", async () => {
  const day = separateDay();
  const nobody = await missHour(day, 5, { due: 3000 });
  const stored = await missedBatch(1, { day });
  await rowsOf("update content set deleted_at = 1 where date = ?", stored.localDate);
  await press(stored.localDate, late(day));
  await tick(late(day));
  expect(await outboxOf(stored.member.email)).toHaveLength(1);
  expect(await outboxOf(nobody.email)).toEqual([]);
  expect(await progress(stored.localDate, late(day))).toMatchObject({ state: "done", resent: 1 });
});

test("a tick reads one row while no resend is open, and 20 rows per email for a batch of 100", async () => {
  const day = separateDay();
  const stored = await missedBatch(100, { day });
  const counted = async () => {
    const { d1, cost } = countingD1(env.DB);
    await runResends({ ...contextAt(late(day)), db: createDb(d1) });
    return cost;
  };
  expect(await counted()).toMatchObject({ calls: 1, rowsRead: 1, rowsWritten: 0 });
  await press(stored.localDate, late(day));
  const { calls, rowsRead, rowsWritten } = await counted();
  // Two calls for the batch, two to find it, one to end, and two to hand out.
  expect(calls).toBe(7);
  expect(rowsRead / 100).toBeLessThanOrEqual(20);
  expect(rowsWritten / 100).toBeLessThanOrEqual(1.5);
});

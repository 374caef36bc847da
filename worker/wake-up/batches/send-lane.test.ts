import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt, deliver } from "#test/worker/jobs.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { selectContent } from "../../content/content.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { slowDown } from "../../mail/starts.queries.ts";
import { insertWakeUpMail } from "../slots/slots.queries.ts";
import { renderWakeUpMail } from "../slots/wake-up-mail.ts";
import { insertBatch } from "./batches.queries.ts";
import { type LaneMessage, sendLane } from "./send-lane.ts";

// Time passes only by waiting, and waits end right away, so the machine's speed doesn't matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }).setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

let nextDay = 800;

/** Stored batches of one member each, on a day that no other test uses. */
async function storedBatches(count: number) {
  nextDay += 1;
  const [localDate, slotAt] = [dayAhead(nextDay), slotAhead(nextDay, 6)];
  await createItem(localDate);
  const item = await selectContent(db, localDate).get();
  if (!item) throw new Error("The item was not stored.");
  await insertWakeUpMail(db, {
    ...renderWakeUpMail(contextAt(slotAt).config, { date: item.date, item, tomorrow: undefined }),
    slotAt,
    contentId: item.id,
    createdAt: slotAt,
  });
  const ids = Array.from({ length: count }, (_, index) => `lane.${localDate}.${index}`);
  for (const id of ids) {
    const member = await createMember({ accessEndsAt: slotAt + 3_600_000 });
    const of = { id, slotAt, localDate, timezone: member.timezone, hour: member.wakeUpHour };
    await insertBatch(db, { ...of, memberIds: JSON.stringify([member.id]), nextAttemptAt: slotAt, createdAt: slotAt });
  }
  return { ids, slotAt, localDate };
}

type Lane = { rate: number; until?: Promise<unknown>; stall?: { at: number; ms: number } };

/**
 * A lane at this rate, on a clock that starts at an instant and may jump once, with a provider that responds right away
 * or after `until`. Records its calls.
 */
function laneAt(now: number, { rate, until, stall = { at: 0, ms: 0 } }: Lane) {
  const startedAt = performance.now();
  const running = () => Math.round(now + performance.now() - startedAt);
  const clock = () => running() + (running() >= stall.at ? stall.ms : 0);
  const base = contextAt(now);
  const calls: { key: string; at: number }[] = [];
  const under = { now: 0, most: 0 };
  const deferred: Promise<unknown>[] = [];
  const ctx: Ctx = {
    ...base,
    clock,
    defer: (work) => void deferred.push(work),
    config: { ...base.config, resendRate: rate },
    mailer: {
      ...base.mailer,
      async sendBatch(_mails, key) {
        calls.push({ key, at: clock() });
        under.now += 1;
        under.most = Math.max(under.most, under.now);
        await until;
        under.now -= 1;
        return { kind: "accepted", rejected: [] };
      },
    },
  };
  const answered = () => Promise.all(deferred);
  /** Waits until the last response. */
  const send = async (messages: LaneMessage[], db = ctx.db) => {
    await sendLane({ ...ctx, db }, messages);
    await answered();
  };
  return { ctx, calls, under, send, answered };
}

function messagesOf(ids: string[], startOf: (index: number) => number, slowedMs = 0) {
  const log: string[] = [];
  const messages = ids.map(
    (batchId, index): LaneMessage => ({
      body: { batchId, tickAt: 0, startAt: startOf(index), slowedMs },
      done: () => void log.push("done"),
      later: (seconds) => void log.push(`later ${seconds}`),
      failed: (error) => void log.push(`failed ${error}`),
    }),
  );
  return { messages, log };
}

/** A database whose `claimed` resolves once this many batches are claimed, each in a transaction. */
function claimingDb(count: number) {
  const claimed = Promise.withResolvers<void>();
  let claims = 0;
  const d1 = wrappedD1((run, statements) => {
    if (statements > 1) claims += 1;
    if (claims === count) claimed.resolve();
    return run();
  });
  return { db: createDb(d1), claimed: claimed.promise };
}

test("calls begin at their assigned starts, in parallel, at most five at a time", async () => {
  const { ids, slotAt, localDate } = await storedBatches(12);
  const answers = Promise.withResolvers<void>();
  const { calls, under, send } = laneAt(slotAt, { rate: 1000, until: answers.promise });
  const startOf = (index: number) => slotAt + 300 + index * 20;
  const { messages, log } = messagesOf(ids, startOf);
  const { db: own, claimed } = claimingDb(7);
  // Queues deliver in any order.
  const sent = send(messages.toReversed(), own);
  // The seventh claim means the sixth is ready. Its start passes, but it still waits for a response.
  await claimed;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4].map(startOf));
  answers.resolve();
  await sent;
  expect(log).toEqual(Array(12).fill("done"));
  expect(under.most).toBe(5);
  expect(calls.map(({ key }) => key)).toEqual(ids.map((id) => `wake-up/${id}/1`));
  for (const [index, { at }] of calls.entries()) expect(at).toBeGreaterThanOrEqual(startOf(index));
  const states = await rowsOf("select distinct state from wake_up_batches where local_date = ?", localDate);
  expect(states).toEqual([{ state: "sent" }]);
});

test("a lane is free for new messages while its last responses are pending, and those are still recorded", async () => {
  const { ids, slotAt, localDate } = await storedBatches(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ctx, calls, answered } = laneAt(slotAt, { rate: 1000, until: promise });
  const { messages, log } = messagesOf(ids, () => slotAt);
  await sendLane(ctx, messages);
  expect([calls.length, log]).toEqual([3, []]);
  resolve();
  await answered();
  expect(log).toEqual(Array(3).fill("done"));
  const states = await rowsOf("select distinct state from wake_up_batches where local_date = ?", localDate);
  expect(states).toEqual([{ state: "sent" }]);
});

test("the next batch is claimed while another one waits for its start", async () => {
  const { ids, slotAt } = await storedBatches(2);
  const { calls, send } = laneAt(slotAt, { rate: 5 });
  let transactions = 0;
  const d1 = wrappedD1((run, statements) => {
    if (statements > 1 && calls.length === 0) transactions += 1;
    return run();
  });
  await send(messagesOf(ids, (index) => slotAt + 2000 + index * 1000).messages, createDb(d1));
  expect([calls.length, transactions]).toEqual([2, 2]);
});

test("calls whose starts have passed move to the lane's next steps, one call each", async () => {
  const { ids, slotAt } = await storedBatches(4);
  const { calls, send } = laneAt(slotAt, { rate: 20 });
  const stepMs = 4 * 52;
  const startOf = (index: number) => slotAt - 60_000 + index * stepMs;
  await send(messagesOf(ids, startOf).messages);
  const steps = calls.map(({ at }) => Math.floor((at - startOf(0)) / stepMs));
  expect(new Set(steps).size).toBe(4);
  for (const { at } of calls) expect(at).toBeGreaterThanOrEqual(slotAt);
});

test("a timer that fires late skips its step, and the call waits for its lane's next one", async () => {
  const { ids, slotAt } = await storedBatches(2);
  const stepMs = 4 * 208;
  const startOf = (index: number) => slotAt + 1000 + index * stepMs;
  // The stalled timer fires during another lane's start.
  const { calls, send } = laneAt(slotAt, { rate: 5, stall: { at: startOf(0), ms: 208 } });
  await send(messagesOf(ids, startOf).messages);
  const [first, second] = calls.map(({ at }) => Math.floor((at - startOf(0)) / stepMs));
  expect(first).toBeGreaterThanOrEqual(1);
  expect(second).toBeGreaterThan(Number(first));
});

test("a call waits for a start that was moved, and goes back to the queue if it's far ahead", async () => {
  const { ids, slotAt } = await storedBatches(3);
  const { calls, send } = laneAt(slotAt, { rate: 1000 });
  await db.run("delete from dispatcher");
  await slowDown(db, { now: slotAt, waitMs: 700, step: 100 });
  const soon = messagesOf(ids.slice(0, 1), () => slotAt);
  await send(soon.messages);
  expect(calls[0]?.at).toBeGreaterThanOrEqual(slotAt + 700);

  const { messages, log } = messagesOf(ids.slice(1, 2), () => slotAt + 100_000, 700);
  await send(messages);
  expect(log.join()).toMatch(/^later 9\d$/);

  // Moved further than a consumer may wait: the batch is returned for a later tick, without a claim.
  await slowDown(db, { now: slotAt + 1000, waitMs: 120_000, step: 100 });
  await send(messagesOf(ids.slice(2), () => slotAt, 700).messages);
  expect(calls).toHaveLength(1);
  const [row] = await rowsOf(
    "select state, key_version, key_attempts, next_attempt_at from wake_up_batches where id = ?",
    ids[2],
  );
  expect(row).toEqual({ state: "open", key_version: 2, key_attempts: 0, next_attempt_at: slotAt + 120_000 });
  await db.run("delete from dispatcher");
});

test("a failing batch doesn't hold up the others, and goes back to the queue", async () => {
  vi.useRealTimers();
  const { ids, localDate } = await storedBatches(2);
  await db.run(`update wake_up_batches set member_ids = '["' where id = '${ids[0]}'`);
  const result = await deliver(ids.map((batchId) => ({ batchId, tickAt: 0 })));
  expect([result.retryMessages.length, result.explicitAcks.length]).toEqual([1, 1]);
  expect(await rowsOf("select id, state from wake_up_batches where local_date = ? order by id", localDate)).toEqual([
    { id: ids[0], state: "open" },
    { id: ids[1], state: "sent" },
  ]);
  await db.run(`delete from wake_up_batches where id = '${ids[0]}'`);
});

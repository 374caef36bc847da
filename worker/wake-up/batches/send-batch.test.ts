import { expect, test, vi } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { db, deliveryOf, rowsOf } from "#test/worker/factories.ts";
import { catchQueued, contextAt, deliver } from "#test/worker/jobs.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { storedBatch } from "#test/worker/stored-batch.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { resumeSending, selectPauses, setPause } from "../../mail/pauses.queries.ts";
import { pauseOf } from "../../mail/sending-state.ts";
import { handOutBatches } from "../slots/hand-out-batches.ts";
import { CUT_OFF_MS } from "../slots/slots.ts";
import { insertBatch } from "./batches.queries.ts";
import { closeLateBatches } from "./open-batches.ts";
import { finishAttempt, prepareAttempt, sendBatch } from "./send-batch.ts";

async function pausedUntil() {
  return pauseOf(await selectPauses(db), "all")?.until ?? null;
}

async function batchOf(batchId: string) {
  const [batch] = await rowsOf("select * from wake_up_batches where id = ?", batchId);
  return batch;
}

test("a message delivered twice, together or later, sends one email", async () => {
  const { member, message, localDate, batchId } = await storedBatch();
  const result = await deliver([message, message]);
  await Promise.all([deliver([message]), deliver([message])]);
  expect(result.retryMessages).toEqual([]);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "sent", batch_id: batchId });
  expect(await batchOf(batchId)).toMatchObject({ state: "sent" });
});

test("two batches with the same member send one email, because the delivery row decides", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  const twin = `${batchId}.twin`;
  await insertBatch(db, {
    id: twin,
    slotAt,
    timezone: member.timezone,
    hour: member.wakeUpHour,
    localDate,
    memberIds: JSON.stringify([member.id]),
    nextAttemptAt: slotAt,
    createdAt: slotAt,
  });
  await Promise.all([deliver([message]), deliver([{ ...message, batchId: twin }])]);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("a response lost after acceptance is retried with the same key and bytes: one email, marked sent", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  await updateMember(db, member.id, { currentStreak: 12, lastCompletedDate: addDays(localDate, -1) });
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendBatch(contextAt(slotAt), message);
  expect(await batchOf(batchId)).toMatchObject({ state: "open", key_version: 1, key_attempts: 1 });
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "claimed" });

  await updateMember(db, member.id, { firstName: "Renamed", email: `moved.${member.email}`, currentStreak: 99 });
  await sendBatch(contextAt(slotAt + MINUTE_MS), message);
  const [mail, ...more] = await outboxOf(member.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("6:00 AM · 12 days in a row");
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "sent" });
  const [row] = await rowsOf("select last_error from wake_up_batches where id = ?", batchId);
  expect(row).toEqual({ last_error: null });
});

test("a server error leaves the batch open with a backoff, and a later tick requeues it and sends it once", async () => {
  const { member, message, batchId, slotAt } = await storedBatch();
  await armFault({ kind: "server_error", to: member.email });
  await sendBatch(contextAt(slotAt), message);
  expect(await batchOf(batchId)).toMatchObject({ state: "open", next_attempt_at: slotAt + 10_000 });

  const later = contextAt(slotAt + MINUTE_MS);
  const queued = catchQueued(later);
  await handOutBatches(later);
  expect(queued.map(({ body }) => body)).toContainEqual(expect.objectContaining({ batchId, tickAt: later.now }));
  await sendBatch(later, message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("a short rate limit leaves the batch for a later tick, which sends it once", async () => {
  const { member, message, batchId, slotAt } = await storedBatch();
  await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 1 });
  const ctx = contextAt(slotAt);
  const calls = vi.spyOn(ctx.mailer, "sendBatch");
  await sendBatch(ctx, message);
  expect(calls).toHaveBeenCalledTimes(1);
  expect(await batchOf(batchId)).toMatchObject({ state: "open", key_version: 2, next_attempt_at: slotAt + 10_000 });
  await sendBatch(contextAt(slotAt + MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("a long rate limit releases the recipients, and the next key version rechecks who is due", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 120 });
  await sendBatch(contextAt(slotAt), message);
  expect(await deliveryOf(member.id, localDate)).toBeUndefined();
  expect(await batchOf(batchId)).toMatchObject({ state: "open", key_version: 2, next_attempt_at: slotAt + 120_000 });

  await updateMember(db, member.id, { emailEnabled: false });
  await sendBatch(contextAt(slotAt + 3 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await batchOf(batchId)).toMatchObject({ state: "empty" });
});

test("a half-hour wait pauses all sending for that long, despite other waits, without moving start times", async () => {
  const [first, second] = [await storedBatch(), await storedBatch()];
  const ctx = contextAt(second.slotAt);
  const until = ctx.now + 30 * MINUTE_MS;
  const starts = () => rowsOf("select slowed_ms, last_start_at from dispatcher");
  const before = await starts();
  for (const { member } of [first, second])
    await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 1800 });
  const attempts = [
    await prepareAttempt(contextAt(first.slotAt), first.message),
    await prepareAttempt(ctx, second.message),
  ];
  for (const attempt of attempts) if (attempt) await finishAttempt(ctx, attempt);
  expect(await selectPauses(db)).toEqual([{ kind: "all", until, reason: "The email provider asked us to slow down." }]);
  expect(await starts()).toEqual(before);
  expect(await batchOf(second.batchId)).toMatchObject({ state: "open", key_version: 2, next_attempt_at: until });
  await sendBatch(contextAt(until - 1), second.message);
  expect(await outboxOf(second.member.email)).toEqual([]);
  await sendBatch(contextAt(until), second.message);
  expect(await outboxOf(second.member.email)).toHaveLength(1);
  expect(await pausedUntil()).toBeNull();
});

test("a refusal after an unclear attempt proves nothing: recipients stay bound to the key version", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendBatch(contextAt(slotAt), message);
  await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 120 });
  await sendBatch(contextAt(slotAt + MINUTE_MS), message);
  expect(await batchOf(batchId)).toMatchObject({ state: "open", key_version: 1 });
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  await sendBatch(contextAt(slotAt + 4 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("an attempt whose batch was taken over by another attempt releases no recipients", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  const slow = contextAt(slotAt);
  vi.spyOn(slow.mailer, "sendBatch").mockImplementation(async () => {
    // The slow attempt's lease has expired; another one takes the batch, and its response is lost.
    await armFault({ kind: "drop_after_accept", to: member.email });
    await sendBatch(contextAt(slotAt + 5 * MINUTE_MS), message);
    return { kind: "rate_limited", retryAfterSeconds: 120 };
  });
  await sendBatch(slow, message);
  expect(await batchOf(batchId)).toMatchObject({ state: "open", key_version: 1 });
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  await sendBatch(contextAt(slotAt + 10 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("a refusal after an in-progress response proves nothing: recipients stay bound", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  for (const [minutes, outcome, reason] of [
    [0, { kind: "in_flight" }, "in_flight"],
    [1, { kind: "rate_limited", retryAfterSeconds: 1 }, "rate_limited"],
  ] as const) {
    const ctx = contextAt(slotAt + minutes * MINUTE_MS);
    const calls = vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValueOnce(outcome);
    await sendBatch(ctx, message);
    expect(calls).toHaveBeenCalledTimes(1);
    expect(await batchOf(batchId)).toMatchObject({ state: "open", key_version: 1, last_error: reason });
    expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  }
});

test("a refusal of our account pauses sending, and the first batch that gets through resumes it", async () => {
  const { member, message, batchId, slotAt } = await storedBatch();
  await armFault({ kind: "unauthorized", to: member.email });
  await sendBatch(contextAt(slotAt), message);
  expect(await pausedUntil()).toBe(slotAt + 5 * MINUTE_MS);
  expect(await batchOf(batchId)).toMatchObject({
    state: "open",
    key_version: 2,
    next_attempt_at: slotAt + 5 * MINUTE_MS,
  });
  await sendBatch(contextAt(slotAt + 6 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await pausedUntil()).toBeNull();
});

test("a used-up daily quota waits for the next UTC day", async () => {
  const { member, message, slotAt } = await storedBatch();
  await armFault({ kind: "daily_quota", to: member.email });
  await sendBatch(contextAt(slotAt), message);
  const until = (await pausedUntil()) ?? 0;
  expect(new Date(until).toISOString()).toMatch(/T00:00:00\.000Z$/);
  expect(until - slotAt).toBeGreaterThan(0);
  expect(until - slotAt).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
  for (const table of ["dispatcher", "pauses"]) await db.run(`delete from ${table}`);
});

test("a rejected address fails alone, with the provider's reason", async () => {
  const { member, message, localDate, batchId } = await storedBatch({
    email: `x.${crypto.randomUUID()}@rejected.test`,
  });
  await deliver([message]);
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "failed", reason: expect.any(String) });
  expect(await batchOf(batchId)).toMatchObject({ state: "sent" });
});

test("a member who unsubscribes between batching and sending gets nothing", async () => {
  const { member, message, localDate } = await storedBatch();
  await updateMember(db, member.id, { emailEnabled: false });
  await deliver([message]);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await deliveryOf(member.id, localDate)).toBeUndefined();
});

test("nothing is sent past the cutoff, and recipients never attempted are missed", async () => {
  const { member, message, localDate, batchId, slotAt } = await storedBatch();
  await sendBatch(contextAt(slotAt + CUT_OFF_MS + 1), message);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "missed" });
  expect(await batchOf(batchId)).toMatchObject({ state: "closed" });
});

test("a member who moves to a later hour before the write-off isn't missed and can still be woken then", async () => {
  const { member, message, localDate, slotAt } = await storedBatch();
  await updateMember(db, member.id, { wakeUpHour: 9, wakeUpSince: slotAt + MINUTE_MS });
  await sendBatch(contextAt(slotAt + CUT_OFF_MS + 1), message);
  expect(await deliveryOf(member.id, localDate)).toBeUndefined();
});

test("a message queued before a pause sends nothing during the pause and causes no error", async () => {
  const { member, message, batchId, slotAt, localDate } = await storedBatch();
  await setPause(db, slotAt + MINUTE_MS, "quota");
  await sendBatch(contextAt(slotAt), message);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await deliveryOf(member.id, localDate)).toBeUndefined();
  expect(await batchOf(batchId)).toMatchObject({ state: "open", attempts: 0 });
  await sendBatch(contextAt(slotAt + MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await pausedUntil()).toBeNull();
});

test("a call in progress when a pause began doesn't end it, and a refusal doesn't shorten it", async () => {
  const [accepted, refused] = [await storedBatch(), await storedBatch()];
  const ctx = contextAt(refused.slotAt);
  const attempts = [await prepareAttempt(contextAt(accepted.slotAt), accepted.message)];
  await armFault({ kind: "unauthorized", to: refused.member.email });
  attempts.push(await prepareAttempt(ctx, refused.message));
  const until = refused.slotAt + 24 * 60 * MINUTE_MS;
  await setPause(db, until, "20 complaints within 7 days");
  for (const attempt of attempts) {
    if (!attempt) throw new Error("The batch was not claimed.");
    await finishAttempt(ctx, attempt);
    expect(await selectPauses(db)).toEqual([{ kind: "all", until, reason: "20 complaints within 7 days" }]);
  }
  expect(await batchOf(accepted.batchId)).toMatchObject({ state: "sent" });
  expect(await batchOf(refused.batchId)).toMatchObject({ state: "open" });
  await resumeSending(db, until);
  expect(await pausedUntil()).toBeNull();
});

test("past the cutoff, recipients that may have been accepted are unknown, never missed", async () => {
  const { member, message, localDate, slotAt } = await storedBatch();
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendBatch(contextAt(slotAt), message);
  await closeLateBatches(contextAt(slotAt + CUT_OFF_MS));
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  await closeLateBatches(contextAt(slotAt + CUT_OFF_MS + 1));
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "unknown" });
});

test("a batch that can't be written off doesn't hold up the others", async () => {
  const [broken, other] = [await storedBatch(), await storedBatch()];
  await db.run(`update wake_up_batches set member_ids = '["' where id = '${broken.batchId}'`);
  await closeLateBatches(contextAt(other.slotAt + CUT_OFF_MS + 1));
  expect(await batchOf(other.batchId)).toMatchObject({ state: "closed" });
  expect(await deliveryOf(other.member.id, other.localDate)).toMatchObject({ state: "missed" });
  expect(await batchOf(broken.batchId)).toMatchObject({ state: "open" });
  // Keeps other tests' ticks from queuing it.
  await db.run(`delete from wake_up_batches where id = '${broken.batchId}'`);
});

test("the consumer uses the later clock, so a batch from an early tick isn't late", async () => {
  const { member, message } = await storedBatch();
  await deliver([message]);
  expect(await outboxOf(member.email)).toHaveLength(1);
  const late = await storedBatch();
  await deliver([{ ...late.message, tickAt: late.slotAt + CUT_OFF_MS + 1 }]);
  expect(await outboxOf(late.member.email)).toEqual([]);
});

test("an unreadable message is dropped, and a dead letter leaves its batch open with a note", async () => {
  const unreadable = await deliver([{ batchId: "", tickAt: 1 }]);
  expect(unreadable.explicitAcks).toHaveLength(1);
  const { batchId, message } = await storedBatch();
  await deliver([message], "daybolt-wake-up-dead");
  expect(await batchOf(batchId)).toMatchObject({ state: "open", last_error: "dead_letter" });
});

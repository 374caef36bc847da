import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { deliveryResponse, sendAgainResponse } from "#domain/contract/wake-up.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, slotAhead } from "#test/support/fixtures.ts";
import { db, deliveryOf, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { missedBatch, type Stored, storedBatch, unknownBatch } from "#test/worker/troubled-batches.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../../account/member/member.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { resumeSending, selectPauses, setPause } from "../../mail/pauses.queries.ts";
import { pauseOf } from "../../mail/sending-state.ts";
import { dayOf } from "../../statistics/count-days.ts";
import { insertDailyStats } from "../../statistics/daily-stats.queries.ts";
import { listTroubledBatches } from "../batches/list-troubled-batches.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { readDelivery } from "../deliveries/read-delivery.ts";
import { sendAgain } from "./send-again.ts";

beforeEach(() => resumeSending(db, Number.MAX_SAFE_INTEGER).execute());

async function countsOf(id: string) {
  const [row] = await rowsOf(
    "select state, due_count as due, sent_count as sent, failed_count as failed, missed_count as missed, unknown_count as unknown from wake_up_batches where id = ?",
    id,
  );
  return row;
}

/** Clicks Resend several times at once, then sends every open batch of the morning twice. */
async function clickAndSend(
  { id, localDate }: Stored,
  { now, clicks = 1, mayRepeat = false }: { now: number; clicks?: number; mayRepeat?: boolean },
) {
  const answers = await Promise.all(Array.from({ length: clicks }, () => sendAgain(contextAt(now), { id, mayRepeat })));
  const open = await rowsOf("select id from wake_up_batches where local_date = ? and state = 'open'", localDate);
  const messages = open.map((row) => ({ batchId: String(row.id), tickAt: now }));
  await Promise.all([...messages, ...messages].map((message) => sendBatch(contextAt(now), message)));
  return answers.map(({ outcome }) => outcome);
}

const auditOf = (subject: string) => rowsOf("select actor, action, details from audit where subject = ?", subject);

test("missed emails go out once past the cutoff, however many windows and clicks request it", async () => {
  const stored = await missedBatch(3);
  expect(await countsOf(stored.id)).toMatchObject({ state: "closed", due: 3, missed: 3 });
  const outcomes = await clickAndSend(stored, { now: stored.slotAt + 5 * HOUR_MS, clicks: 6 });
  expect(outcomes.filter((outcome) => outcome === "queued")).toHaveLength(1);
  await clickAndSend(stored, { now: stored.slotAt + 6 * HOUR_MS, clicks: 3 });
  for (const member of stored.members) {
    expect(await outboxOf(member.email)).toHaveLength(1);
    expect(await deliveryOf(member.id, stored.localDate)).toMatchObject({
      state: "sent",
      batch_id: `${stored.id}.again`,
    });
  }
  expect(await countsOf(stored.id)).toMatchObject({ due: 0, missed: 0 });
  expect(await countsOf(`${stored.id}.again`)).toMatchObject({ state: "sent", due: 3, sent: 3 });
  expect(await auditOf(stored.id)).toEqual([{ actor: "admin", action: "batch.send-again", details: null }]);
});

test("a failed batch's members still due get their email, and those who left keep the failure on record", async () => {
  const stored = await storedBatch(2);
  const [, left] = stored.members as [Member, Member];
  await sendBatch(
    {
      ...contextAt(stored.slotAt),
      mailer: { ...contextAt(stored.slotAt).mailer, sendBatch: async () => ({ kind: "refused", message: "Nonsense" }) },
    },
    stored.message,
  );
  expect(await countsOf(stored.id)).toMatchObject({ state: "failed", due: 2, failed: 2 });
  await updateMember(db, left.id, { emailEnabled: false });
  await clickAndSend(stored, { now: stored.slotAt + MINUTE_MS });
  expect(await outboxOf(stored.member.email)).toHaveLength(1);
  expect(await outboxOf(left.email)).toEqual([]);
  expect(await deliveryOf(left.id, stored.localDate)).toMatchObject({ state: "failed", reason: "Nonsense" });
  expect(await countsOf(stored.id)).toMatchObject({ due: 1, failed: 1 });
  expect(await countsOf(`${stored.id}.again`)).toMatchObject({ due: 1, sent: 1 });
});

test.for(["drop_after_accept", "cut"] as const)(
  "unknown emails (%s) are retried under their key: everyone gets one, accepted before or not",
  async (kind) => {
    const stored = await unknownBatch(kind, 2);
    expect(await countsOf(stored.id)).toMatchObject({ state: "closed", due: 2, unknown: 2 });
    const outcomes = await clickAndSend(stored, { now: stored.slotAt + 5 * HOUR_MS, clicks: 4 });
    expect(outcomes.filter((outcome) => outcome === "queued")).toHaveLength(1);
    for (const member of stored.members) expect(await outboxOf(member.email)).toHaveLength(1);
    expect(await countsOf(stored.id)).toEqual({ state: "sent", due: 2, sent: 2, failed: 0, missed: 0, unknown: 0 });
    expect(await rowsOf("select id from wake_up_batches where local_date = ?", stored.localDate)).toHaveLength(1);
    expect(await auditOf(stored.id)).toMatchObject([{ action: "batch.send-again", details: '{"sameKey":true}' }]);
  },
);

test("if a member of an unknown batch has left, resending asks first, then sends a new batch to the others", async () => {
  const stored = await unknownBatch("drop_after_accept", 2);
  const [stays, leaves] = stored.members as [Member, Member];
  await updateMember(db, leaves.id, { emailEnabled: false });
  const now = stored.slotAt + 5 * HOUR_MS;
  expect(await clickAndSend(stored, { now })).toEqual(["ask"]);
  expect(await outboxOf(stays.email)).toHaveLength(1);
  expect(await countsOf(stored.id)).toMatchObject({ unknown: 2 });
  expect(await clickAndSend(stored, { now, mayRepeat: true })).toEqual(["queued"]);
  expect(await outboxOf(stays.email)).toHaveLength(2);
  expect(await outboxOf(leaves.email)).toHaveLength(1);
  expect(await deliveryOf(leaves.id, stored.localDate)).toMatchObject({ state: "unknown" });
});

test("a member with a corrected address counts as having left, since the old email must not go out again", async () => {
  const stored = await unknownBatch("cut");
  await updateMember(db, stored.member.id, { email: `new.${stored.member.email}` });
  expect(await clickAndSend(stored, { now: stored.slotAt + 5 * HOUR_MS })).toEqual(["ask"]);
});

test("when the members' day ends, resending is refused and a queued resend isn't sent", async () => {
  const stored = await missedBatch();
  const midnight = instantAt(addDays(stored.localDate, 1), 0, CHICAGO);
  await expect(sendAgain(contextAt(midnight), { id: stored.id, mayRepeat: false })).rejects.toThrow(
    /morning has ended/,
  );
  await sendAgain(contextAt(midnight - MINUTE_MS), { id: stored.id, mayRepeat: false });
  await sendBatch(contextAt(midnight), { batchId: `${stored.id}.again`, tickAt: midnight });
  expect(await outboxOf(stored.member.email)).toEqual([]);
  expect(await countsOf(`${stored.id}.again`)).toMatchObject({ state: "closed", due: 1, missed: 1 });
});

test("after a resend past midnight in Chicago, yesterday's morning shows the updated result", async () => {
  const stored = await missedBatch(2);
  const elsewhere = { timezone: "Pacific/Honolulu", wakeUpHour: 6 };
  for (const { id } of stored.members) await updateMember(db, id, elsewhere);
  await env.DB.prepare("update wake_up_batches set timezone = ? where id = ?")
    .bind(elsewhere.timezone, stored.id)
    .run();
  const now = slotAhead(stored.dayNumber + 1, 1);
  await insertDailyStats(db, dayOf(stored.localDate), now);
  const listed = async () =>
    (await readDelivery(contextAt(now), {})).mornings.find(({ date }) => date === stored.localDate);
  const nothing = { sent: 0, onTime: 0, failed: 0, unknown: 0 };
  expect(await listed()).toEqual({ date: stored.localDate, ...nothing, due: 2, missed: 2 });
  expect(await clickAndSend(stored, { now })).toEqual(["queued"]);
  expect(await listed()).toEqual({ date: stored.localDate, ...nothing, due: 2, missed: 0, sent: 2 });
});

test("resending reports no one due, a batch that reached everyone, or an unknown ID", async () => {
  const stored = await missedBatch();
  await updateMember(db, stored.member.id, { emailEnabled: false });
  expect(await clickAndSend(stored, { now: stored.slotAt + 5 * HOUR_MS })).toEqual(["nobody_due"]);
  const sent = await storedBatch();
  await sendBatch(contextAt(sent.slotAt), sent.message);
  await expect(sendAgain(contextAt(sent.slotAt), { id: sent.id, mayRepeat: false })).rejects.toThrow(/Everyone/);
  expect((await request("/api/admin/batches/none/send-again", { admin: true, method: "POST" })).status).toBe(404);
});

test("once no one is left to resend to, the case is closed: no button, no alarm, one audit entry", async () => {
  const stored = await storedBatch(2);
  const refused = async () => ({ kind: "refused", message: "Domain isn't verified" }) as const;
  const { mailer } = contextAt(stored.slotAt);
  await sendBatch({ ...contextAt(stored.slotAt), mailer: { ...mailer, sendBatch: refused } }, stored.message);
  const now = stored.slotAt + MINUTE_MS;
  // What the alarm counts (worker/health/checks/).
  const alarming = () =>
    rowsOf("select id from wake_up_batches where state = 'failed' and sent_again_as is null and id = ?", stored.id);
  expect(await alarming()).toHaveLength(1);
  const morning = () => readDelivery(contextAt(now), { date: stored.localDate });
  expect(await morning()).toMatchObject({ troubledBatches: 1, resendable: { batches: 1, members: 2 } });
  const midnight = instantAt(addDays(stored.localDate, 1), 0, CHICAGO);
  const late = await readDelivery(contextAt(midnight), { date: stored.localDate });
  expect(late.resendable).toEqual({ batches: 0, members: 0 });
  for (const { id } of stored.members) await updateMember(db, id, { emailEnabled: false });
  for (const _ of [1, 2]) expect(await clickAndSend(stored, { now })).toEqual(["nobody_due"]);
  expect(await morning()).toMatchObject({ troubledBatches: 0, resendable: { batches: 0, members: 0 } });
  expect(await alarming()).toEqual([]);
  const { batches } = await listTroubledBatches(contextAt(now), { date: stored.localDate });
  expect(batches).toMatchObject([
    { failed: 2, reason: "Domain isn't verified", canSendAgain: false, wasSentAgain: false, hasNobodyLeft: true },
  ]);
  expect(await auditOf(stored.id)).toEqual([
    { actor: "admin", action: "batch.send-again", details: '{"change":"no one left"}' },
  ]);
});

test("if a member leaves just before unknown emails are retried, the next click still asks to confirm", async () => {
  const stored = await unknownBatch("cut", 2);
  const now = stored.slotAt + 5 * HOUR_MS;
  const ctx = contextAt(now);
  const leave = () => updateMember(db, stored.member.id, { emailEnabled: false });
  let batches = 0;
  const batch: typeof ctx.db.batch = async (statements) => {
    batches += 1;
    if (batches === 2) await leave();
    return ctx.db.batch(statements);
  };
  const between = new Proxy(ctx.db, { get: (of, name) => (name === "batch" ? batch : Reflect.get(of, name)) });
  await sendAgain({ ...ctx, db: between }, { id: stored.id, mayRepeat: false });
  expect(await clickAndSend(stored, { now })).toEqual(["ask"]);
});

test("a partly accepted batch shows the provider's reason for the first email it rejected", async () => {
  const stored = await storedBatch(2);
  const [first] = stored.members.map(({ id }) => id).sort();
  const { mailer } = contextAt(stored.slotAt);
  const inPart: typeof mailer.sendBatch = async (...batch) => {
    const result = await mailer.sendBatch(...batch);
    return result.kind === "accepted" ? { ...result, rejected: [{ index: 0, message: "Invalid `to` field" }] } : result;
  };
  await sendBatch({ ...contextAt(stored.slotAt), mailer: { ...mailer, sendBatch: inPart } }, stored.message);
  expect(await deliveryOf(String(first), stored.localDate)).toMatchObject({ state: "failed" });
  const { batches } = await listTroubledBatches(contextAt(stored.slotAt), { date: stored.localDate });
  expect(batches).toMatchObject([{ failed: 1, reason: "Invalid `to` field" }]);
});

test("the delivery tab shows due, on-time, and late counts by slot, and which batches can be resent", async () => {
  const stored = await missedBatch(2);
  const late = stored.slotAt + 5 * HOUR_MS;
  await clickAndSend(stored, { now: late });
  const answer = await request(`/api/admin/delivery?date=${stored.localDate}`, { admin: true, now: late });
  const { slots, troubledBatches } = deliveryResponse.parse(await answer.json());
  expect(slots).toEqual([
    {
      at: new Date(stored.slotAt).toISOString(),
      due: 2,
      sent: 2,
      onTime: 0,
      failed: 0,
      missed: 0,
      unknown: 0,
      open: 0,
    },
  ]);
  expect(troubledBatches).toBe(0);
  const { batches } = await listTroubledBatches(contextAt(late), { date: stored.localDate });
  expect(batches).toMatchObject([{ id: stored.id, wasSentAgain: true, canSendAgain: false }]);
  const punctual = await storedBatch();
  await sendBatch(contextAt(punctual.slotAt + 10 * MINUTE_MS), punctual.message);
  const { d1, cost } = countingD1(env.DB);
  const morning = await readDelivery({ ...contextAt(late), db: createDb(d1) }, { date: punctual.localDate });
  expect(morning.slots).toMatchObject([{ due: 1, sent: 1, onTime: 1 }]);
  expect(cost.calls).toBe(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(20);
});

test("a pause is shown with its reason, and Try now ends it by sending one batch first", async () => {
  const stored = await storedBatch();
  await armFault({ kind: "unauthorized", to: stored.member.email });
  await sendBatch(contextAt(stored.slotAt), stored.message);
  const read = async () => {
    const answer = await request("/api/admin/delivery", { admin: true, now: stored.slotAt + MINUTE_MS });
    return deliveryResponse.parse(await answer.json()).pause;
  };
  expect(await read()).toMatchObject({ until: new Date(stored.slotAt + 5 * MINUTE_MS).toISOString() });
  const tried = await request("/api/admin/delivery/try", {
    admin: true,
    method: "POST",
    now: stored.slotAt + MINUTE_MS,
  });
  expect(tried.status).toBe(200);
  expect(pauseOf(await selectPauses(db), "all")?.until).toBe(stored.slotAt + MINUTE_MS);
  expect((await auditOf("sending")).at(-1)).toEqual({ actor: "admin", action: "sending.try", details: null });
  await sendBatch(contextAt(stored.slotAt + MINUTE_MS), stored.message);
  expect(await outboxOf(stored.member.email)).toHaveLength(1);
  expect(await read()).toBeNull();
});

test("a batch resent while sending is paused waits for the pause to end", async () => {
  const stored = await missedBatch();
  const now = stored.slotAt + 5 * HOUR_MS;
  await setPause(db, now + MINUTE_MS, "quota");
  const response = await request(`/api/admin/batches/${stored.id}/send-again`, { admin: true, json: {}, now });
  const { outcome, message } = sendAgainResponse.parse(await response.json());
  expect([outcome, message]).toEqual(["queued", expect.stringContaining("paused")]);
  await sendBatch(contextAt(now), { batchId: `${stored.id}.again`, tickAt: now });
  expect(await outboxOf(stored.member.email)).toEqual([]);
  await resumeSending(db, Number.MAX_SAFE_INTEGER);
  await sendBatch(contextAt(now + 2 * MINUTE_MS), { batchId: `${stored.id}.again`, tickAt: now });
  expect(await outboxOf(stored.member.email)).toHaveLength(1);
});

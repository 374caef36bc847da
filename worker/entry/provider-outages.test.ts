import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, deliveryOf, rowsOf, slotRow, tokenFor } from "#test/worker/factories.ts";
import { losingD1, refusingQueue, UNREACHABLE } from "#test/worker/faulty-bindings.ts";
import { catchQueued } from "#test/worker/jobs.ts";
import { eventQueues, signed } from "#test/worker/mail-events.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { requestWith } from "#test/worker/request.ts";
import { type Ctx, createContext } from "../kernel/context.ts";
import type { BatchMessage } from "../kernel/queue-messages.ts";
import { consume } from "./consume.ts";
import { runJobs } from "./jobs.ts";

const LANES = ["WAKE_UP_QUEUE", "WAKE_UP_QUEUE_2", "WAKE_UP_QUEUE_3", "WAKE_UP_QUEUE_4"];

// The dispatcher works on the whole database, so each test starts with one where no one else is due.
beforeEach(async () => {
  const tables = [
    "wake_up_batches",
    "wake_up_mails",
    "deliveries",
    "wake_up_slots",
    "dispatcher",
    "pauses",
    "transactional_mails",
  ];
  await env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`delete from ${table}`)),
    env.DB.prepare("update members set email_enabled = 0"),
  ]);
});
afterEach(() => void vi.useRealTimers());

type Bindings = Record<string, unknown>;

function contextOf(bindings: Bindings, now: number, defer: Ctx["defer"] = () => undefined): Ctx {
  return createContext({ ...env, ...bindings }, { now, requestId: crypto.randomUUID(), defer });
}

/** A minute of the product: its tick, and the messages it put on the lanes. @returns whether the tick failed */
async function minute(now: number, bindings: Bindings = {}, tickAt = now): Promise<boolean> {
  const ctx = contextOf(bindings, now);
  const queued = LANES.some((lane) => lane in bindings) ? [] : catchQueued(ctx);
  const hasFailed = await runJobs(ctx, "tick", tickAt).then(
    () => false,
    () => true,
  );
  const messages = queued.map(({ body }) => ({
    id: crypto.randomUUID(),
    timestamp: new Date(),
    attempts: 1,
    body: { ...body, startAt: 0 },
  }));
  const batch = createMessageBatch<BatchMessage>("daybolt-wake-up", messages);
  const answers: Promise<unknown>[] = [];
  const onLane = contextOf(bindings, now, (awaited) => void answers.push(awaited));
  if (messages.length > 0) await consume(onLane, batch);
  await Promise.all(answers);
  return hasFailed;
}

async function minutes(from: number, to: number, bindings: Bindings = {}): Promise<void> {
  for (let now = from; now < to; now += MINUTE_MS) await minute(now, bindings);
}

/** Members due at the same slot, on a day that no other test uses. */
async function dueAt(days: number, count = 3) {
  const slotAt = slotAhead(days, 6);
  await createItem(dayAhead(days));
  const due = await Promise.all(
    Array.from({ length: count }, () => createMember({ accessEndsAt: slotAt + DAY_MS, wakeUpSince: slotAt - HOUR_MS })),
  );
  const eachOnce = async () => {
    for (const member of due) {
      expect(await outboxOf(member.email)).toHaveLength(1);
      expect(await deliveryOf(member.id, dayAhead(days))).toMatchObject({ state: "sent" });
    }
  };
  return { slotAt, due, date: dayAhead(days), eachOnce };
}

test("failing queues delay emails but lose none, because a later tick queues them again", async () => {
  const { slotAt, due, eachOnce } = await dueAt(201);
  const refusing = Object.fromEntries(LANES.map((lane) => [lane, refusingQueue]));
  expect(await minute(slotAt, refusing)).toBe(true);
  expect(await slotRow(slotAt)).toMatchObject({ outcome: "batched", due_count: 3 });
  for (const { email } of due) expect(await outboxOf(email)).toEqual([]);
  await minutes(slotAt + MINUTE_MS, slotAt + 7 * MINUTE_MS);
  await eachOnce();
});

test("a Resend event gets an error while its queue is failing, so Resend retries it", async () => {
  const event = { type: "email.delivered", created_at: new Date().toISOString(), data: { to: ["ana@x.test"] } };
  const body = JSON.stringify({ ...event, data: { ...event.data, tags: { member: "m", date: "2026-11-20" } } });
  const headers = { "content-type": "application/json", ...signed(body) };
  const post = (bindings: Bindings) => requestWith(bindings, "/api/resend/webhook", { method: "POST", body, headers });
  expect((await post(eventQueues((event) => refusingQueue.send(event)))).status).toBe(500);
  expect((await post({})).status).toBe(200);
});

test("a tick that loses D1 halfway leaves the rest to the next one, and no one gets two emails", async () => {
  const { slotAt, eachOnce } = await dueAt(203);
  for (const [index, when] of (["before", "after"] as const).entries())
    for (let skip = 0; skip < 3; skip += 1) {
      const { d1: DB } = losingD1({ when, times: 1, skip });
      await minute(slotAt + index * MINUTE_MS, { DB });
    }
  await minutes(slotAt + 2 * MINUTE_MS, slotAt + 9 * MINUTE_MS);
  await eachOnce();
});

test("after an hour without Resend, every member is woken and every other email arrives", async () => {
  const { slotAt, due, eachOnce } = await dueAt(205);
  const json = { name: "Ana", email: `guest-${crypto.randomUUID().slice(0, 8)}@daybolt.test` };
  const away = { RESEND_BASE_URL: UNREACHABLE };
  const invited = await requestWith(away, "/api/admin/create-trial", {
    admin: true,
    json,
    now: slotAt + MINUTE_MS,
  });
  expect(invited.status).toBe(200);
  await minutes(slotAt, slotAt + HOUR_MS, away);
  for (const { email } of [...due, json]) expect(await outboxOf(email)).toEqual([]);
  expect(await rowsOf("select state from transactional_mails where to_address = ?", json.email)).toEqual([
    { state: "pending" },
  ]);
  // No failure was recorded, and nothing was written off.
  expect(await rowsOf("select * from pauses")).toEqual([]);
  expect(await rowsOf("select 1 from wake_up_deliveries where state not in ('claimed', 'sent')")).toEqual([]);

  await minutes(slotAt + HOUR_MS, slotAt + 2 * HOUR_MS + 10 * MINUTE_MS);
  await eachOnce();
  expect(await outboxOf(json.email)).toHaveLength(1);
  expect(await rowsOf("select state from wake_up_batches where state <> 'sent'")).toEqual([]);
});

test("a cron clock that jumps ahead and back wakes everyone once and writes no one off", async () => {
  const { slotAt, eachOnce } = await dueAt(207);
  const next = await dueAt(208);
  const first = slotAt - 2 * MINUTE_MS;
  const times = [first, first + 2 * HOUR_MS, first + MINUTE_MS, slotAt, slotAt - HOUR_MS, slotAt + MINUTE_MS];
  for (const at of [...times, slotAt + 5 * HOUR_MS, slotAt + 2 * MINUTE_MS]) await minute(at, {}, at);
  await minutes(slotAt + 3 * MINUTE_MS, slotAt + 9 * MINUTE_MS);
  await eachOnce();
  await minutes(next.slotAt - MINUTE_MS, next.slotAt + 7 * MINUTE_MS);
  await next.eachOnce();
  expect(await rowsOf("select 1 from wake_up_deliveries where state <> 'sent'")).toEqual([]);
});

test("setting back a server clock that was an hour ahead ends no session and loses no position", async () => {
  const member = await createMember();
  const item = await createItem(dayAhead(-3), { durationSeconds: 600 });
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + HOUR_MS });
  const token = await tokenFor(member);
  const path = `/api/progress/${item.date}`;
  const started = await requestWith({}, path, { token, json: { audioPosition: 100 } });
  expect(started.status).toBe(200);
  vi.setSystemTime(now);
  expect((await requestWith({}, "/api/auth/verify", { token })).status).toBe(200);
  // Another device starts a playback: its number makes it the newer one, whatever the clocks said.
  const { playback } = await started.json<{ playback: number }>();
  const save = (json: object) => requestWith({}, path, { token, json });
  expect(await (await save({ audioPosition: 120, playback, sequence: 1 })).json()).toMatchObject({
    audioPosition: 120,
  });
  expect(await (await save({ audioPosition: 5, playback: playback + 1, sequence: 0 })).json()).toMatchObject({
    audioPosition: 5,
  });
  // The clock also jumps forward by a day, past it.
  vi.setSystemTime(now + DAY_MS);
  expect((await requestWith({}, "/api/auth/verify", { token })).status).toBe(200);
});

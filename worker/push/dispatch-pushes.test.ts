import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { morningBlocker } from "#domain/rules/mail-blocker.ts";
import { PUSH_STATES, type PushState } from "#domain/rules/push.ts";
import { calendarFrom } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { contextAt, tickThrough } from "#test/worker/jobs.ts";
import {
  addDevice,
  catchPushes,
  deliverPushes,
  messagesTo,
  pushAt,
  pushStates,
  pushThrough,
  sandbox,
} from "#test/worker/push.ts";
import { on, SATURDAY } from "#test/worker/weekends.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { changeProfile } from "../account/member/members.queries.ts";
import { recordTick } from "../mail/dispatcher.queries.ts";
import { dispatchWakeUps } from "../wake-up/slots/dispatch-wake-ups.ts";
import { dispatchPushes } from "./dispatch-pushes.ts";
import { sendPushBatch } from "./send-push-batch.ts";

const { dayAhead, slotAhead } = calendarFrom(Date.now());
let days = 1;

// The members of earlier tests sleep on.
beforeEach(async () => void (await rowsOf("delete from push_devices returning id")));

/** A day of its own for each test, with its session. */
async function newMorning() {
  do days += 1;
  while (dayAhead(days) === SATURDAY);
  const date = dayAhead(days);
  await createItem(date, { title: "Ride the lightning", durationSeconds: 360 });
  return { date, slotAt: slotAhead(days, 6) };
}

/** A member at seven who sleeps on other days' slots at six. */
const early = () => createMember({ wakeUpHour: 6, accessEndsAt: Date.now() + 400 * 24 * HOUR_MS });
const is = (...states: PushState[]) => states.map((state) => PUSH_STATES.indexOf(state));

test("a device gets the session's title at the member's hour, without an email, once", async () => {
  const { date, slotAt } = await newMorning();
  const member = await early();
  await setMember(member.id, { emailEnabled: false, suppressedAt: 1 });
  const { id, device } = await addDevice(member);
  await pushThrough(slotAt);
  await pushThrough(slotAt + MINUTE_MS);
  const path = `/content/${date}?from=notification`;
  const shown = { device, tag: `morning-${date}`, title: "Ride the lightning", body: "Day 1 · 6 min", path };
  expect(await messagesTo(id)).toEqual([shown]);
  const [message] = await sandbox.pushed(id);
  expect(message).toMatchObject({ ttl: 3 * 3600, topic: `morning-${date}`, urgency: "high" });
  expect(await rowsOf("select accepted from push_counts where local_date = ?", date)).toEqual([{ accepted: 1 }]);
  expect(await rowsOf("select 1 from push_batches where local_date = ?", date)).toEqual([]);
});

test("a device that hides titles is sent none", async () => {
  const { slotAt } = await newMorning();
  const member = await early();
  const { id, device } = await addDevice(member);
  await rowsOf("update push_devices set hides_titles = 1 where id = ? returning id", device);
  await pushThrough(slotAt);
  const [shown] = await messagesTo(id);
  expect(Object.keys(shown ?? {}).toSorted()).toEqual(["device", "path", "tag"]);
});

test("a change of hour or zone moves the devices, and no weekends mean none", async () => {
  const member = await createMember({ wakeUpHour: 8 });
  await addDevice(member);
  await setMember(member.id, { wakeUpHour: 9, weekendHour: -1, timezone: "America/Denver" });
  const [row] = await rowsOf(
    "select timezone, weekday_hour, weekend_hour from push_devices where member_id = ?",
    member.id,
  );
  expect(row).toEqual({ timezone: "America/Denver", weekday_hour: 9, weekend_hour: -1 });
  await createItem(SATURDAY);
  await pushThrough(on(SATURDAY, 10));
  expect(await pushStates(member)).toEqual([]);
});

test("the rule and the claim agree on who is woken", async () => {
  const { slotAt } = await newMorning();
  const around = fc.integer({ min: slotAt - 2, max: slotAt + 2 });
  const orNever = (instants: fc.Arbitrary<number>) => fc.option(instants, { nil: null });
  const sleepers = fc.record({ pausedUntil: orNever(around), accessEndsAt: orNever(around), wakeUpSince: around });
  const samples = fc.sample(sleepers, 8);
  const members = await Promise.all(
    samples.map((sample) => createMember({ ...sample, wakeUpHour: 6 }, { hasGrant: false })),
  );
  for (const member of members) await addDevice(member, Date.now());
  const ids = await tickThrough(slotAt);
  await Promise.all(members.map(({ id }, index) => setMember(id, samples[index] ?? {})));
  for (const id of ids) await sendPushBatch(contextAt(slotAt), id);
  for (const member of members)
    expect(await pushStates(member)).toEqual(morningBlocker(member, slotAt) === null ? is("accepted") : []);
});

test("a message delivered twice, and two batches that overlap, call a device once", async () => {
  const { date, slotAt } = await newMorning();
  const member = await early();
  const { id, device } = await addDevice(member);
  await tickThrough(slotAt);
  const overlapping = { id: `${date}.other`, deviceIds: JSON.stringify([device]) };
  await rowsOf(
    "insert into push_batches (id, slot_at, local_date, device_ids, next_attempt_at) values (?, ?, ?, ?, ?) returning id",
    overlapping.id,
    slotAt,
    date,
    overlapping.deviceIds,
    slotAt,
  );
  const ids = (await rowsOf("select id from push_batches where local_date = ?", date)).map((row) => String(row.id));
  await Promise.all([...ids, ...ids].map((batchId) => sendPushBatch(contextAt(slotAt), batchId)));
  await pushAt(slotAt + 11 * MINUTE_MS);
  expect(await messagesTo(id)).toHaveLength(1);
  expect(await rowsOf("select accepted from push_counts where local_date = ?", date)).toEqual([{ accepted: 1 }]);
});

test.each([
  ["410", { kind: "status", status: 410 }, "gone", 0],
  ["404", { kind: "status", status: 404 }, "gone", 0],
  ["400", { kind: "status", status: 400 }, "refused", 1],
  ["a redirect", { kind: "status", status: 302 }, "refused", 1],
] as const)("a device whose service answers %s isn't called again", async (_, fault, state, left) => {
  const { slotAt } = await newMorning();
  const member = await early();
  const { id } = await addDevice(member);
  await sandbox.breakPush({ ...fault, to: id });
  await pushThrough(slotAt);
  await pushAt(slotAt + 20 * MINUTE_MS);
  expect(await pushStates(member)).toEqual(is(state));
  expect(await rowsOf("select 1 from push_devices where member_id = ?", member.id)).toHaveLength(left);
  expect(await messagesTo(id)).toEqual([]);
});

test("after 429 a device waits as long as asked, after a lost answer it is called with the same topic", async () => {
  const { date, slotAt } = await newMorning();
  const [busy, cut] = [await early(), await early()];
  const [first, second] = [await addDevice(busy), await addDevice(cut)];
  await sandbox.breakPush({ kind: "status", status: 429, retryAfter: "600", to: first.id });
  await sandbox.breakPush({ kind: "lost", to: second.id });
  await pushThrough(slotAt);
  expect([...(await pushStates(busy)), ...(await pushStates(cut))]).toEqual(is("waiting", "unanswered"));
  await pushAt(slotAt + 9 * MINUTE_MS);
  expect(await messagesTo(first.id)).toEqual([]);
  await pushAt(slotAt + 11 * MINUTE_MS);
  expect(await messagesTo(first.id)).toHaveLength(1);
  const topics = (await sandbox.pushed(second.id)).map(({ topic }) => topic);
  expect(topics).toEqual([`morning-${date}`, `morning-${date}`]);
  expect([...(await pushStates(busy)), ...(await pushStates(cut))]).toEqual(is("accepted", "accepted"));
});

test("a device's wait neither holds the others nor its batch past the cutoff", async () => {
  const { date, slotAt } = await newMorning();
  const [busy, cut] = [await early(), await early()];
  const [first, second] = [await addDevice(busy), await addDevice(cut)];
  await sandbox.breakPush({ kind: "status", status: 429, retryAfter: "86400", to: first.id, times: 99 });
  await sandbox.breakPush({ kind: "lost", to: second.id });
  await pushThrough(slotAt);
  await pushAt(slotAt + 2 * MINUTE_MS);
  expect(await pushStates(cut)).toEqual(is("accepted"));
  expect(await pushStates(busy)).toEqual(is("waiting"));
  await pushAt(slotAt + 3 * HOUR_MS + MINUTE_MS);
  expect(await pushStates(busy)).toEqual(is("missed"));
  expect(await rowsOf("select accepted, missed from push_counts where local_date = ?", date)).toEqual([
    { accepted: 1, missed: 1 },
  ]);
  expect(await rowsOf("select 1 from push_batches where local_date = ?", date)).toEqual([]);
});

/** A context where something happens before the first database call with these words. */
function contextBefore(words: string, now: number, happen: () => unknown) {
  let hasHappened = false;
  const d1 = wrappedD1(async (run, _statements, _isWrite, text) => {
    if (!hasHappened && text.includes(words)) {
      hasHappened = true;
      await happen();
    }
    return run();
  });
  return { ...contextAt(now), db: createDb(d1) };
}
const RESULTS = "update push_devices set accepted_at";

/** As if D1 or the invocation failed there. */
const fail = (message: string) => () => {
  throw new Error(message);
};

test("a 410 for an endpoint that the device has left keeps the device", async () => {
  const { slotAt } = await newMorning();
  const member = await early();
  const { id, device } = await addDevice(member);
  await sandbox.breakPush({ kind: "status", status: 410, to: id });
  const [batchId = ""] = await tickThrough(slotAt);
  const renew = () => rowsOf("update push_devices set endpoint = endpoint || '-2' where id = ? returning id", device);
  await sendPushBatch(contextBefore(RESULTS, slotAt, renew), batchId);
  expect(await pushStates(member)).toEqual(is("gone"));
  expect(await rowsOf("select id from push_devices where id = ?", device)).toEqual([{ id: device }]);
});

test("results that the database loses once are written", async () => {
  const { slotAt } = await newMorning();
  const member = await early();
  await addDevice(member);
  const [batchId = ""] = await tickThrough(slotAt);
  await sendPushBatch(contextBefore(RESULTS, slotAt, fail("Network connection lost.")), batchId);
  expect(await pushStates(member)).toEqual(is("accepted"));
});

test("a slot that fails doesn't hold up the next", async () => {
  const { slotAt } = await newMorning();
  const member = await early();
  const { id } = await addDevice(member);
  await tickThrough(slotAt);
  await rowsOf("delete from push_batches returning id");
  const earlier = slotAt - HOUR_MS;
  await rowsOf(
    "insert into wake_up_slots (slot_at, push_due) values (?, 1) on conflict do update set push_due = 1 returning slot_at",
    earlier,
  );
  await rowsOf("update wake_up_slots set push_due = 1 where slot_at = ? returning slot_at", slotAt);
  const ctx = contextBefore("from wake_up_mails", slotAt, fail("broken"));
  const ids = catchPushes(ctx);
  await expect(dispatchPushes(ctx)).rejects.toThrow();
  for (const batchId of ids) await sendPushBatch(contextAt(slotAt), batchId);
  expect(await messagesTo(id)).toHaveLength(1);
  expect(await rowsOf("select slot_at from wake_up_slots where push_due = 1")).toEqual([{ slot_at: earlier }]);
  await rowsOf("update wake_up_slots set push_due = 0 returning slot_at");
});

test("a member without emails isn't woken late by a pause's end", async () => {
  const { slotAt } = await newMorning();
  const member = await early();
  const { id } = await addDevice(member);
  await setMember(member.id, { emailEnabled: false, pausedUntil: slotAt + HOUR_MS });
  const [batchId = ""] = await tickThrough(slotAt);
  await changeProfile(db, member.id, { pausedUntil: null }, slotAt + MINUTE_MS);
  await sendPushBatch(contextAt(slotAt + MINUTE_MS), batchId);
  expect(await messagesTo(id)).toEqual([]);
});

test.each([
  ["a refusal after 61 days", { kind: "status", status: 403 }, 61, 0],
  ["a refusal after 59 days", { kind: "status", status: 403 }, 59, 1],
  ["an outage", { kind: "status", status: 503 }, 61, 1],
  ["nothing but our lost key", null, 61, 1],
] as const)("a device that wasn't accepted for 60 days ends with a refusal: %s", async (_, fault, ago, left) => {
  const { slotAt } = await newMorning();
  const { id, device } = await addDevice(await early());
  if (fault) await sandbox.breakPush({ ...fault, to: id });
  const acceptedAt = slotAt - ago * 24 * HOUR_MS;
  const kid = fault ? "kid" : "'lost'";
  await rowsOf(`update push_devices set accepted_at = ?, kid = ${kid} where id = ? returning id`, acceptedAt, device);
  await pushThrough(slotAt);
  expect(await rowsOf("select 1 from push_devices where id = ?", device)).toHaveLength(left);
});

test("past the cutoff nothing is called: what was never accepted is missed, what may have been is unknown", async () => {
  const { date, slotAt } = await newMorning();
  const [waiting, cut, never] = [await early(), await early(), await early()];
  const devices = [await addDevice(waiting), await addDevice(cut)];
  await sandbox.breakPush({ kind: "status", status: 503, retryAfter: "86400", to: devices[0]?.id ?? "" });
  await sandbox.breakPush({ kind: "lost", to: devices[1]?.id ?? "", times: 99 });
  await pushThrough(slotAt);
  const late = await addDevice(never);
  await rowsOf(
    "update push_batches set device_ids = json_insert(device_ids, '$[#]', ?) where local_date = ? returning id",
    late.device,
    date,
  );
  await rowsOf("update push_batches set next_attempt_at = 0 where local_date = ? returning id", date);
  await pushAt(slotAt + 3 * HOUR_MS + 5 * MINUTE_MS);
  expect(await pushStates(waiting)).toEqual(is("missed"));
  expect(await pushStates(cut)).toEqual(is("unknown"));
  expect(await pushStates(never)).toEqual(is("missed"));
  expect(await messagesTo(late.id)).toEqual([]);
  const [counts] = await rowsOf("select missed, unknown from push_counts where local_date = ?", date);
  expect(counts).toEqual({ missed: 2, unknown: 1 });
});

test("notifications of an hour that no tick dispatched are missed, once, and none is sent", async () => {
  const { date, slotAt } = await newMorning();
  const member = await early();
  const { id } = await addDevice(member);
  await rowsOf("delete from dispatcher returning id");
  await recordTick(db, slotAt - MINUTE_MS);
  const late = slotAt + 3 * HOUR_MS + MINUTE_MS;
  await dispatchWakeUps(contextAt(late), { tickAt: late });
  await pushAt(late);
  await pushAt(late + 20 * MINUTE_MS);
  expect(await pushStates(member)).toEqual(is("missed"));
  expect(await rowsOf("select accepted, missed from push_counts where local_date = ?", date)).toEqual([
    { accepted: 0, missed: 1 },
  ]);
  expect(await messagesTo(id)).toEqual([]);
});

test("the queue's entry point sends a batch and drops what it can't read", async () => {
  const { slotAt } = await newMorning();
  const member = await early();
  const { id } = await addDevice(member);
  const ids = await tickThrough(slotAt);
  expect((await deliverPushes([...ids, "none", ""])).explicitAcks).toHaveLength(3);
  expect(await messagesTo(id)).toHaveLength(1);
});

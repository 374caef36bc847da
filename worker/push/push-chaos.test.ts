import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { PUSH_STATES } from "#domain/rules/push.ts";
import { randomFrom } from "#test/chaos/scenario.ts";
import { calendarFrom } from "#test/support/fixtures.ts";
import { ROWS } from "#test/support/usage.ts";
import { createItem, createMember, rowsOf } from "#test/worker/factories.ts";
import { contextAt, tickThrough } from "#test/worker/jobs.ts";
import { addDevice, catchPushes, pushAt, sandbox } from "#test/worker/push.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { CUT_OFF_MS } from "../wake-up/slots/slots.ts";
import { dispatchPushes } from "./dispatch-pushes.ts";
import { sendPushBatch } from "./send-push-batch.ts";

const { dayAhead, slotAhead } = calendarFrom(Date.now());
const DEVICES = 8;
const accessEndsAt = Date.now() + 400 * 24 * HOUR_MS;

beforeAll(() => {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});

/**
 * An invocation with a random of its own, whatever runs beside it. A call to the database may get no answer, or the invocation dies there, before
 * or after the call takes effect. `effects` counts those that did.
 */
function invocationAt(now: number, seed: number) {
  const random = randomFrom(seed);
  const invocation = { effects: 0, isDead: false };
  const d1 = wrappedD1(async (run) => {
    const effective = async () => {
      const result = await run();
      invocation.effects += 1;
      return result;
    };
    if (invocation.isDead) throw new Error("Dead.");
    if (random() > 0.3) return effective();
    invocation.isDead = random() < 0.6;
    if (random() < 0.5) await effective();
    throw new Error(invocation.isDead ? "Dies." : "Network connection lost.");
  });
  return { ctx: { ...contextAt(now), db: createDb(d1) }, invocation };
}

/** Devices of two zones whose hour begins at the same time: some lose answers, are put off, or are gone. */
async function devicesOfMorning(seed: number) {
  const random = randomFrom(seed);
  await createItem(dayAhead(seed + 2));
  const devices = [];
  for (let count = 0; count < DEVICES; count += 1) {
    const place = count % 2 === 0 ? { wakeUpHour: 6 } : { wakeUpHour: 7, timezone: "America/New_York" };
    const device = await addDevice(await createMember({ ...place, accessEndsAt }));
    const fate = random();
    const lost = fate < 0.3 ? 1 + Math.floor(random() * 2) : 0;
    const isGone = fate > 0.9;
    if (lost > 0) await sandbox.breakPush({ kind: "lost", to: device.id, times: lost });
    else if (isGone) await sandbox.unsubscribe(device.id);
    else if (fate < 0.6)
      await sandbox.breakPush({ kind: "status", status: fate < 0.45 ? 429 : 503, retryAfter: "90", to: device.id });
    devices.push({ ...device, lost, isGone });
  }
  return devices;
}

/** 90 minutes of ticks and deliveries that die, come twice, and overtake each other. Returns the TTLs of those whose calls went unrecorded. */
async function troubledMinutes(seed: number, slotAt: number, queued: string[]): Promise<Set<number>> {
  const random = randomFrom(seed);
  const unrecorded = new Set<number>();
  let invocations = seed * 10_000;
  const next = (now: number) => {
    invocations += 1;
    return invocationAt(now, invocations);
  };
  for (let at = slotAt; at < slotAt + 90 * MINUTE_MS; at += (1 + Math.floor(random() * 12)) * MINUTE_MS) {
    const { ctx } = next(at);
    const ids = catchPushes(ctx);
    await dispatchPushes(ctx).catch(() => undefined);
    queued.push(...ids);
    // Any message that was ever queued may come again, also at the same time.
    const messages = queued.filter(() => random() < 0.7).toReversed();
    const deliveries = messages.map(async (id, index) => {
      // Each has a second, and so a TTL, of its own.
      const now = at + (index + 1) * 1000;
      const delivery = next(now);
      await sendPushBatch(delivery.ctx, id).catch(() => undefined);
      // The claim took effect, the results didn't.
      if (delivery.invocation.effects < 2) unrecorded.add((slotAt + CUT_OFF_MS - now) / 1000);
    });
    await Promise.all(deliveries);
  }
  return unrecorded;
}

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  "day %i of kills, doubles, reorders, and faults: each device is called until one call is recorded, and rings again only for a lost answer or record",
  async (seed) => {
    await rowsOf("delete from push_devices returning id");
    const [date, slotAt] = [dayAhead(seed + 2), slotAhead(seed + 2, 6)];
    const devices = await devicesOfMorning(seed);
    const queued = await tickThrough(slotAt);
    // The slot is cut again, amid trouble.
    await rowsOf("delete from push_batches returning id");
    await rowsOf("update wake_up_slots set push_due = 1 where slot_at = ? returning slot_at", slotAt);
    const unrecorded = await troubledMinutes(seed, slotAt, queued);
    for (const minutes of [100, 115, 130, 145, 160, 175]) await pushAt(slotAt + minutes * MINUTE_MS);

    const rows = await rowsOf("select device_id, state from push_deliveries where day = unixepoch(?) / 86400", date);
    const states = new Map(rows.map((row) => [row.device_id, PUSH_STATES[Number(row.state)]]));
    expect(await rowsOf("select 1 from push_batches where local_date = ?", date)).toEqual([]);
    for (const { id, device, lost, isGone } of devices) {
      const rings = (await sandbox.pushed(id)).toReversed();
      expect(states.get(device)).toBe(isGone ? "gone" : "accepted");
      // The first calls are those without an answer.
      const answered = rings.slice(lost).filter(({ ttl }) => !unrecorded.has(ttl));
      expect(answered).toHaveLength(isGone ? 0 : 1);
      expect(new Set(rings.map(({ topic }) => topic)).size).toBe(isGone ? 0 : 1);
    }
    const gone = devices.filter(({ isGone }) => isGone).length;
    const [counts] = await rowsOf("select * from push_counts where local_date = ?", date);
    expect(counts).toMatchObject({ accepted: DEVICES - gone, gone, refused: 0, missed: 0, unknown: 0 });
  },
);

test("an idle tick reads two rows at most, and a full batch stays within budget", async () => {
  await rowsOf("delete from push_devices returning id");
  const date = dayAhead(40);
  const slotAt = slotAhead(40, 6);
  await createItem(date);
  const { device } = await addDevice(await createMember({ wakeUpHour: 6, accessEndsAt }));
  await rowsOf(
    `insert into members (id, email, email_key, subscription_type, subscription_status, access_ends_at, wake_up_since, created_at, updated_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 99)
     select 'pushed-' || i, 'pushed-' || i, 'pushed-' || i, 'monthly', 'active', ?, 0, 0, 0 from n returning id`,
    accessEndsAt,
  );
  await rowsOf(
    `insert into push_devices (id, member_id, session_id, endpoint, p256dh, auth, kid, timezone, weekday_hour, weekend_hour, created_at)
     select substr(m.id || 'xxxxxxxxxxxxxxxx', 1, 16), m.id, '', p.endpoint || m.id, p.p256dh, p.auth, p.kid, p.timezone, 6, 6, 0
     from members m join push_devices p on p.id = ? where m.id like 'pushed-%' returning id`,
    device,
  );
  const counted = () => {
    const { d1, cost } = countingD1(env.DB);
    return { ctx: { ...contextAt(slotAt), db: createDb(d1) }, cost };
  };
  const [batchId = ""] = await tickThrough(slotAt);
  const sending = counted();
  await sendPushBatch(sending.ctx, batchId);
  expect(sending.cost.calls).toBe(2);
  const idle = counted();
  await dispatchPushes(idle.ctx);
  expect(idle.cost).toMatchObject({
    calls: 1,
    rowsRead: expect.toSatisfy((rows: number) => rows <= 2),
    rowsWritten: 0,
  });
  expect(sending.cost.rowsRead / 100).toBeLessThanOrEqual(ROWS.notification.read);
  expect(sending.cost.rowsWritten / 100).toBeLessThanOrEqual(ROWS.notification.written);
});

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
import { dispatchPushes } from "./dispatch-pushes.ts";
import { sendPushBatch } from "./send-push-batch.ts";

const { dayAhead, slotAhead } = calendarFrom(Date.now());
const DEVICES = 6;
const accessEndsAt = Date.now() + 400 * 24 * HOUR_MS;

beforeAll(() => {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});

/** A context whose database calls fail at random, before or after they take effect, as if the invocation died there. */
function troubledAt(now: number, random: () => number, note: () => void) {
  const d1 = wrappedD1(async (run) => {
    const fate = random();
    if (fate > 0.2) return run();
    note();
    if (fate < 0.1) await run();
    throw new Error("Network connection lost.");
  });
  return { ...contextAt(now), db: createDb(d1) };
}

async function devicesOfMorning(seed: number, random: () => number) {
  const date = dayAhead(seed + 2);
  await createItem(date);
  const devices = [];
  for (let count = 0; count < DEVICES; count += 1) {
    const device = await addDevice(await createMember({ wakeUpHour: 6, accessEndsAt }));
    const fate = random();
    const lost = fate < 0.25 ? 1 + Math.floor(random() * 2) : 0;
    if (lost > 0) await sandbox.breakPush({ kind: "lost", to: device.id, times: lost });
    else if (fate < 0.6)
      await sandbox.breakPush({ kind: "status", status: fate < 0.4 ? 429 : 503, retryAfter: "90", to: device.id });
    else if (fate < 0.7) await sandbox.breakPush({ kind: "status", status: 410, to: device.id });
    devices.push({ ...device, lost });
  }
  return { date, slotAt: slotAhead(seed + 2, 6), devices };
}

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  "day %i of kills, doubles, reorders, and faults: each device due has one result, and rings again only without an answer",
  async (seed) => {
    await rowsOf("delete from push_devices returning id");
    const random = randomFrom(seed);
    const { date, slotAt, devices } = await devicesOfMorning(seed, random);
    let troubles = 0;
    const note = () => {
      troubles += 1;
    };
    const first = await tickThrough(slotAt);
    const queued = [...first];
    for (let at = slotAt; at < slotAt + 90 * MINUTE_MS; at += (1 + Math.floor(random() * 12)) * MINUTE_MS) {
      const ctx = troubledAt(at, random, note);
      const ids = catchPushes(ctx);
      await dispatchPushes(ctx).catch(() => undefined);
      queued.push(...ids);
      // Any message that was ever queued may come again, also at the same time.
      const messages = queued.filter(() => random() < 0.7).toReversed();
      const deliveries = messages.map((id) =>
        sendPushBatch(troubledAt(at + 1000, random, note), id).catch(() => undefined),
      );
      await Promise.all(deliveries);
    }
    for (const minutes of [100, 115, 130, 145, 160, 175, 190, 205]) await pushAt(slotAt + minutes * MINUTE_MS);

    const rows = await rowsOf("select device_id, state from push_deliveries where day = unixepoch(?) / 86400", date);
    const states = new Map(rows.map((row) => [row.device_id, PUSH_STATES[Number(row.state)]]));
    expect(await rowsOf("select 1 from push_batches where local_date = ?", date)).toEqual([]);
    for (const { id, device, lost } of devices) {
      const state = states.get(device);
      expect(["accepted", "gone", "missed", "unknown"]).toContain(state);
      const rung = (await sandbox.pushed(id)).length;
      if (state === "accepted") expect(rung).toBeGreaterThan(0);
      expect(rung).toBeLessThanOrEqual(1 + lost + troubles);
      if (troubles === 0 && lost === 0) expect(rung).toBeLessThanOrEqual(1);
    }
    const [counts] = await rowsOf(
      "select accepted + gone + refused + missed + unknown as due from push_counts where local_date = ?",
      date,
    );
    expect(counts).toEqual({ due: DEVICES });
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

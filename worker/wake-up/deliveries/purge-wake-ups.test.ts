import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { deliveries } from "#db/schema/wake-up.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { DELIVERY_STATES, type DeliveryState } from "#domain/rules/mail-states.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { JOBS } from "../../entry/jobs.ts";
import { countDeliveries, emptyBatches, purgeWakeUps } from "./purge-wake-ups.ts";

/** Twelve minutes after an hour. */
const NOW = Date.parse("2031-03-10T15:12:00Z");

// Retention covers the whole database, so each test starts with an empty one.
beforeEach(async () => {
  const tables = [
    "deliveries",
    "delivery_months",
    "wake_up_batches",
    "wake_up_counts",
    "wake_up_mails",
    "wake_up_slots",
    "dispatcher",
  ];
  await env.DB.batch([...tables, "access_grants", "members"].map((table) => env.DB.prepare(`delete from ${table}`)));
});

async function deliver(memberId: string, localDate: string, state: DeliveryState = "sent"): Promise<void> {
  await db.insert(deliveries).values({ localDate, memberId, batch: 0, keyVersion: 1, state, claimedAt: 0 });
}

async function settled(slotAt: number, settledAt: number, state = "sent"): Promise<string> {
  const [id, date] = [crypto.randomUUID(), new Date(slotAt).toISOString().slice(0, 10)];
  await env.DB.batch([
    env.DB.prepare(`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, recipients, state, next_attempt_at, created_at, settled_at)
      values (?, ?, 'UTC', 6, ?, '["m"]', '[{"memberId":"m","address":"a@b.test","firstName":"Ana"}]', ?, 0, 0, ?)`).bind(
      id,
      slotAt,
      date,
      state,
      state === "open" ? null : settledAt,
    ),
    env.DB.prepare("insert or ignore into wake_up_mails values (?, ?, 'item', 'S', 'H', 'T', 0, null)").bind(
      slotAt,
      date,
    ),
    env.DB.prepare("insert or ignore into wake_up_slots (slot_at, outcome) values (?, 'batched')").bind(slotAt),
  ]);
  return id;
}

test("addresses and names are purged a day after their batch was settled, and not before its morning ends", async () => {
  const day = 24 * HOUR_MS;
  const over = await settled(NOW - 2 * day, NOW - day);
  const kept = [
    await settled(NOW - 2 * day, NOW - day + 1),
    await settled(NOW - 26 * HOUR_MS + 1, NOW - day),
    await settled(NOW - 2 * day, 0, "open"),
  ];
  await emptyBatches(contextAt(NOW));
  await emptyBatches(contextAt(NOW));
  const emptied = await rowsOf("select id from wake_up_batches where recipients = '[]' and member_ids = '[]'");
  expect(emptied).toEqual([{ id: over }]);
  expect(await rowsOf("select id from wake_up_batches where recipients <> '[]' order by id")).toEqual(
    kept.toSorted().map((id) => ({ id })),
  );
});

test("a month is counted per member once, after it ends everywhere, and deliveries are kept for 35 days", async () => {
  const [ana, bea] = [await createMember(), await createMember()];
  for (let day = 0; day < 60; day += 1) await deliver(ana.id, addDays("2031-01-01", day), day % 10 ? "sent" : "missed");
  await deliver(bea.id, "2031-02-14", "unknown");
  const months = () => rowsOf("select * from delivery_months order by month, sent desc");
  const oldest = async () => (await rowsOf("select min(local_date) as date from wake_up_deliveries"))[0]?.date;

  await countDeliveries(contextAt(Date.parse("2031-02-02T23:59:00Z")));
  expect(await months()).toEqual([]);
  // Nothing is deleted before it's counted, however old.
  await purgeWakeUps(contextAt(NOW));
  expect(await oldest()).toBe("2031-01-01");
  await countDeliveries(contextAt(Date.parse("2031-02-03T00:00:00Z")));
  const january = { month: "2031-01", member_id: ana.id, sent: 27, not_sent: 4 };
  expect(await months()).toEqual([january]);

  await purgeWakeUps(contextAt(Date.parse("2031-02-10T15:12:00Z")));
  expect(await oldest()).toBe("2031-01-06");
  for (let hour = 0; hour < 3; hour += 1) await countDeliveries(contextAt(NOW + hour * HOUR_MS));
  expect(await months()).toEqual([
    january,
    { month: "2031-02", member_id: ana.id, sent: 26, not_sent: 2 },
    { month: "2031-02", member_id: bea.id, sent: 0, not_sent: 1 },
  ]);
  for (let hour = 0; hour < 3; hour += 1) await purgeWakeUps(contextAt(NOW + hour * HOUR_MS));
  expect(await oldest()).toBe("2031-02-03");
});

test("batches, emails, and slots stay while deliveries reference them, and their counts stay for good", async () => {
  const [old, young] = [Date.parse("2031-01-31T12:00:00Z"), Date.parse("2031-02-03T12:00:00Z")];
  await settled(old, old);
  await settled(young, young);
  await purgeWakeUps(contextAt(NOW));
  for (const table of ["wake_up_batches", "wake_up_mails", "wake_up_slots"])
    expect(await rowsOf(`select slot_at from ${table}`), table).toEqual([{ slot_at: young }]);
  expect(await rowsOf("select distinct local_date as date from wake_up_counts order by 1")).toEqual(
    expect.arrayContaining([{ date: "2031-01-31" }, { date: "2031-02-03" }]),
  );
});

test("nothing is purged for ten minutes after a slot; a purge writes one row per email, 10,000 at a time", async () => {
  await env.DB.prepare(`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 25000)
    select unixepoch('2031-01-01') / 86400, printf('m%06d', i), 0, 1, 1, 0 from n`).run();
  for (let hour = 0; hour < 2; hour += 1) await countDeliveries(contextAt(NOW));
  const left = async () => (await rowsOf("select count(*) as count from deliveries"))[0]?.count;
  for (const minutes of [-12, -3, 3, 12]) await purgeWakeUps(contextAt(NOW + minutes * 60_000));
  expect(await left()).toBe(25_000);
  const { d1, cost } = countingD1(env.DB);
  await purgeWakeUps({ ...contextAt(NOW), db: createDb(d1) });
  expect(await left()).toBe(0);
  expect(cost.rowsWritten).toBeLessThanOrEqual(25_010);
  expect(cost.rowsRead).toBeLessThanOrEqual(3 * 25_000 + 50);
});

test("a purge overtaken by a slot stops before its next statement", async () => {
  await env.DB.prepare(`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 45000)
    select unixepoch('2031-01-01') / 86400, printf('m%06d', i), 0, 1, 1, 0 from n`).run();
  await env.DB.prepare("insert into dispatcher (id, counted_month) values (1, '2031-01')").run();
  const old = Date.parse("2031-01-20T12:00:00Z");
  await settled(old, old);
  let minutes = 0;
  // One statement per minute: at 15:12, :13, and :14.
  const clock = () => NOW + minutes * 60_000;
  const d1 = wrappedD1(async (run, _statements, isWrite) => {
    const answer = await run();
    if (isWrite) minutes += 1;
    return answer;
  });
  const ctx = { ...contextAt(NOW), db: createDb(d1), clock };
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  await purgeWakeUps(ctx);
  expect(warned.mock.calls).toEqual([[expect.stringContaining('"event":"purge_stopped"')]]);
  warned.mockRestore();
  expect(await rowsOf("select count(*) as count from deliveries")).toEqual([{ count: 15_000 }]);
  await emptyBatches(ctx);
  expect(await rowsOf("select member_ids as ids from wake_up_batches")).toEqual([{ ids: '["m"]' }]);
  await purgeWakeUps({ ...ctx, clock: () => NOW });
  expect(await rowsOf("select count(*) as count from deliveries")).toEqual([{ count: 0 }]);
  expect(await rowsOf("select 1 from wake_up_batches")).toEqual([]);
});

test("the hourly purge runs before jobs that wait for PayPal, which a slot may overtake", () => {
  const parts = JOBS.flatMap(({ name, every }) => (every === "hourly" ? name : []));
  const placesOf = (...names: string[]) => names.map((name) => parts.indexOf(name));
  const purging = placesOf("emptyBatches", "countDeliveries", "purgeWakeUps", "purgeMonths");
  expect(Math.min(...purging)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...purging)).toBeLessThan(Math.min(...placesOf("settleOpenOrders", "reconcile")));
});

test("every delivery state reads back as written", async () => {
  for (const [index, state] of DELIVERY_STATES.entries()) await deliver(`m${index}`, "2031-03-09", state);
  expect(await rowsOf("select state from wake_up_deliveries order by member_id")).toEqual(
    DELIVERY_STATES.map((state) => ({ state })),
  );
});

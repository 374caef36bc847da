import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Cost } from "#test/support/cost.ts";
import { ROWS } from "#test/support/usage.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { fillLargeHouse, HOUSE_OF_A_MILLION } from "#test/worker/large-house.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { createContext } from "../kernel/context.ts";
import { SLOT_GRID_MS } from "../wake-up/slots/slots.ts";
import { JOBS } from "./jobs.ts";

const LARGE = inject("isLargeHouse") ? HOUSE_OF_A_MILLION : { members: 8000, items: 1000, deliveries: 70_000 };
/** The hourly cron's minute, just before a quarter-hour mark: in the ten minutes after a slot, nothing is purged. */
const NOW = Math.floor(Date.now() / SLOT_GRID_MS) * SLOT_GRID_MS - 3 * 60_000;
/** A day's figures, plus rows from that day, the three before, and since: docs/rules/budgets.md, "Row budgets". */
const COUNTED_DAY = { rows: 100, each: 20 };

async function costOf(name: string): Promise<Cost> {
  const { d1: DB, cost } = countingD1(env.DB);
  const ctx = createContext({ ...env, DB }, { now: NOW, requestId: crypto.randomUUID(), defer: () => undefined });
  await JOBS.find((job) => job.name === name)?.run(ctx, { tickAt: NOW });
  return cost;
}

beforeAll(async () => {
  await fillLargeHouse(db, NOW, LARGE);
}, 7_200_000);

/** Member rows that a busy hour has to process. */
const BUSY_ROWS = 2000;
/** What a job reads and writes besides, to track its position. */
const BESIDE = 100;
/** A month of 31 days, long past whenever this runs. */
const OLD_MONTH = `${new Date(NOW).getUTCFullYear() - 1}-01`;

/** Deliveries to the last members, on the first days of the old month. */
async function addOldDeliveries(days: number): Promise<void> {
  await rowsOf(
    `with recursive days(day) as (
        select unixepoch(?1) / 86400 union all select day + 1 from days where day + 1 < unixepoch(?1) / 86400 + ?2)
      insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at)
      select day, m.id, 1, 1, 1, 1, 2 from days cross join (select id from members order by id desc limit ?3) m`,
    `${OLD_MONTH}-01`,
    days,
    BUSY_ROWS,
  );
}

const setCounted = (month: string | null, upTo: string | null) =>
  rowsOf("update dispatcher set counted_month = ?, counted_up_to = ?", month, upTo);

/** A job's hourly cost per row it has to process, which `left` counts: docs/rules/budgets.md, "Row budgets". */
type Busy = { prepare: () => Promise<unknown>; left: string; rows?: number; read: number; written: number };

const BUSY: Record<string, Busy> = {
  countDeliveries: {
    async prepare() {
      await addOldDeliveries(31);
      const [last] = await rowsOf("select id from members order by id desc limit 1 offset ?", BUSY_ROWS);
      await setCounted(null, String(last?.id));
    },
    left: "select -count(*) as n from delivery_months",
    ...ROWS.countedMonth,
  },
  purgeWakeUps: {
    async prepare() {
      await addOldDeliveries(1);
      await setCounted(OLD_MONTH, null);
    },
    left: "select count(*) as n from deliveries",
    ...ROWS.oldDelivery,
  },
  purgeMonths: {
    prepare: () =>
      rowsOf(
        "insert into delivery_months (month, member_id, sent, not_sent) select '2020-01', id, 1, 0 from members order by id limit ?",
        BUSY_ROWS,
      ),
    left: "select count(*) as n from delivery_months",
    read: 4,
    written: 1,
  },
  purgeMails: {
    prepare: () =>
      rowsOf(
        `insert into transactional_mails (id, member_id, kind, to_address, parameters, state, next_attempt_at, created_at, settled_at)
          select 'old-' || id, id, 'trial-granted', email, '{}', 'sent', 1, 1, 1 from members order by id limit ?`,
        BUSY_ROWS,
      ),
    left: "select count(*) as n from transactional_mails",
    read: 5,
    written: 1,
  },
  emptyBatches: {
    prepare: () =>
      rowsOf(
        `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, created_at, settled_at)
          select 'old-' || id, 1, 'UTC', 6, ?, json_array(id), 'sent', 1, 1, 1 from members order by id limit ?`,
        addDays(dateIn("UTC", NOW), -2),
        BUSY_ROWS,
      ),
    left: "select count(*) as n from wake_up_batches where member_ids <> '[]'",
    read: 5,
    written: 1,
  },
  forgetOverAttempts: {
    prepare: () =>
      rowsOf(
        "insert into attempt_counters (key, count, window_ends_at) select 'old-' || id, 1, 1 from members order by id limit ?",
        BUSY_ROWS,
      ),
    left: "select count(*) as n from attempt_counters",
    read: 4,
    written: 1,
  },
  purgeSessions: {
    prepare: () =>
      rowsOf(
        "insert into sessions (id, member_id, created_at, last_used_at) select 'old-' || id, id, 1, 1 from members order by id limit ?",
        BUSY_ROWS,
      ),
    left: "select count(*) as n from sessions",
    read: 4,
    written: 1,
  },
  purgeMailEvents: {
    prepare: () =>
      rowsOf(
        "insert into mail_events (date, id, reason) select '2020-01-01', 'old-' || id, 'bounced' from members order by id limit ?",
        BUSY_ROWS,
      ),
    left: "select count(*) as n from mail_events",
    read: 4,
    written: 1,
  },
  purgeInbound: {
    prepare: () =>
      rowsOf(
        `insert into inbound_mails (id, member_id, from_address, from_name, subject, preview, size_bytes, asks_refund, received_at)
          select 'old-' || id, iif(place % 2, id, null), 'a@b.test', '', '', '', 1, place % 3 = 0, 1
          from (select id, row_number() over (order by id) as place from members order by id limit ?)`,
        500,
      ),
    left: "select count(*) as n from inbound_mails",
    rows: 500,
    read: 4,
    written: 1,
  },
  purgeOldRows: {
    prepare: () =>
      rowsOf(
        "insert into audit (at, actor, action, subject) select 1, 'admin', 'trial.grant', id from members order by id limit ?",
        1000,
      ),
    left: "select count(*) as n from audit",
    rows: 1000,
    read: 4,
    written: 1,
  },
};

test.for(Object.entries(BUSY))(
  "%s stays within its budget per row",
  async ([name, { prepare, left, rows: expected = BUSY_ROWS, read, written }]) => {
    const count = async () => Number((await rowsOf(left))[0]?.n);
    await rowsOf("insert into dispatcher (id) values (1) on conflict do nothing");
    const [stood] = await rowsOf("select counted_month as month, counted_up_to as upTo from dispatcher");
    await prepare();
    const before = await count();
    const cost = await costOf(name);
    const rows = before - (await count());
    expect(rows).toBeGreaterThanOrEqual(expected);
    expect(cost.rowsRead).toBeLessThanOrEqual(BESIDE + read * rows);
    expect(cost.rowsWritten).toBeLessThanOrEqual(BESIDE + written * rows);
    // Restores the database for the other tests.
    await rowsOf("delete from deliveries where day < unixepoch(?) / 86400 + 31", `${OLD_MONTH}-01`);
    await setCounted((stood?.month as string) ?? null, (stood?.upTo as string) ?? null);
  },
);

test("counting a day reads what happened on it and changed since, however many members exist", async () => {
  const yesterday = addDays(dateIn(DEFAULT_ZONE, NOW), -1);
  const [from, endsAt] = [-3, 1].map((days) => instantAt(addDays(yesterday, days), 0, DEFAULT_ZONE));
  await rowsOf("delete from daily_stats where date >= ?", yesterday);
  const [own] = await rowsOf(
    `select (select count(*) from members where created_at >= ?1) + (select count(*) from payments where paid_at >= ?1)
      + (select count(*) from access_grants where starts_at >= ?1 or min(until, coalesce(ended_at, until)) between ?1 and ?2) as count`,
    from,
    NOW,
  );
  const { rowsRead } = await costOf("countDays");
  expect(rowsRead).toBeGreaterThan(0);
  expect(rowsRead).toBeLessThanOrEqual(COUNTED_DAY.rows + COUNTED_DAY.each * Number(own?.count));
  const [whole] = await rowsOf(
    `select count(*) as members, sum(access_ends_at > ?1 and subscription_type = 'monthly') as monthly,
      sum(access_ends_at > ?1 and subscription_type = 'gift') as gift
    from members where created_at < ?1 and coalesce(deleted_at, ?1) >= ?1`,
    endsAt,
  );
  expect(await rowsOf("select members, monthly, gift from daily_stats where date = ?", yesterday)).toEqual([whole]);
});

import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Cost } from "#test/support/cost.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { fillLargeHouse, HOUSE_OF_A_MILLION } from "#test/worker/large-house.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { createContext } from "./context.ts";
import { HOURLY_PARTS } from "./hourly.ts";
import { countDays } from "./statistics/count-days.ts";

const LARGE = inject("isLargeHouse") ? HOUSE_OF_A_MILLION : { members: 8000, items: 1000, deliveries: 70_000 };
const NOW = Date.now();
const DAY_MS = 86_400_000;
/** What a part may read in an hour in which nothing is due, whatever the members: docs/design.md, "Row budgets". */
const IDLE_ROWS = 25;
/** The house is new: so many hours may go by until what had gathered is done. */
const MOST_HOURS = 200;

/** Those that look each hour again at what they have told or asked of lately: what that may cost. */
const LOOKING_AGAIN: Record<string, () => Promise<number>> = {
  async writeNotices() {
    const [row] = await rowsOf(
      `select (select count(*) from members where subscription_type = 'trial' and subscription_ends_at between ?1 and ?1 + 7 * ?2)
        + (select count(*) from access_grants where source = 'subscription' and until between ?1 - 7 * ?2 and ?1)
        + (select count(*) from subscriptions where plan = 'annual' and next_billing_at between ?1 + 15 * ?2 and ?1 + 30 * ?2) as near`,
      NOW,
      DAY_MS,
    );
    return 10 * Number(row?.near);
  },
  // Media that are looked at in turn, whether anything refers to them: 500 an hour.
  purgeMedia: async () => 500 * 2 + IDLE_ROWS,
  // Subscriptions that PayPal is asked about, which knows none of this house's: 60 an hour.
  reconcile: async () => 60 * 75,
};

/** A day's figures, beside what came in on the day, on the three before it and since: docs/design.md, "Row budgets". */
const COUNTED_DAY = { rows: 100, each: 20 };

async function costOf(run: (typeof HOURLY_PARTS)[string]): Promise<Cost> {
  const { d1: DB, cost } = countingD1(env.DB);
  await run(createContext({ ...env, DB }, { now: NOW, requestId: crypto.randomUUID(), defer: () => undefined }));
  return cost;
}

beforeAll(async () => {
  await fillLargeHouse(db, NOW, LARGE);
}, 7_200_000);

test.for(Object.entries(HOURLY_PARTS))(
  "%s ends, and reads no more than its budget once nothing is due",
  { timeout: 1_200_000 },
  async ([name, run]) => {
    const allowed = Math.max(IDLE_ROWS, (await LOOKING_AGAIN[name]?.()) ?? 0);
    let cost = await costOf(run);
    for (let hours = 1; cost.rowsRead > allowed && hours < MOST_HOURS; hours += 1) cost = await costOf(run);
    expect(cost.rowsRead).toBeLessThanOrEqual(allowed);
  },
);

test("a day is counted by what came in on it and has changed since, whatever the members", async () => {
  const yesterday = addDays(dateIn(DEFAULT_ZONE, NOW), -1);
  const [from, endsAt] = [-3, 1].map((days) => instantAt(addDays(yesterday, days), 0, DEFAULT_ZONE));
  await rowsOf("delete from daily_stats where date >= ?", yesterday);
  const [own] = await rowsOf(
    `select (select count(*) from members where created_at >= ?1) + (select count(*) from payments where paid_at >= ?1)
      + (select count(*) from access_grants where starts_at >= ?1 or min(until, coalesce(ended_at, until)) between ?1 and ?2) as count`,
    from,
    NOW,
  );
  const { rowsRead } = await costOf(countDays);
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

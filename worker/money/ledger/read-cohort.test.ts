import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { at, emptyLedger, insertPayment, insertSubscription } from "#test/worker/ledger.ts";
import { allTables, collectingD1, scannedBy } from "#test/worker/query-plans.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { readCohort } from "./read-months.ts";

beforeEach(emptyLedger);

type Sold = { from: string; until: string; isPaid?: boolean };

/** A member with these subscriptions; days of 2031. */
async function buyer(...sold: Sold[]): Promise<void> {
  const { id } = await createMember({}, { hasGrant: false });
  for (const [index, { from, until, isPaid = true }] of sold.entries()) {
    const of = `I-${id}-${index}`;
    await insertSubscription(of, id);
    await rowsOf("update subscriptions set starts_at = ? where id = ?", at(from), of);
    await rowsOf(
      `insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
      values (?1, ?2, 'subscription', ?1, 'monthly', ?3, ?4, 0)`,
      of,
      id,
      at(from),
      at(until),
    );
    if (isPaid) await insertPayment({ id: `P-${of}`, subscriptionId: of, cents: 999, at: at(from) + 60_000 });
  }
}

const read = (month: string, now = at("12-31T00:00:00")) => readCohort(contextAt(now), { month });

test("a cohort has who first paid in its month, and who of them still had access later, by whichever plan", async () => {
  const noon = "T18:00:00";
  // Leaves after a month, at PayPal's own hour; the last one of the month in Central time.
  await buyer({ from: `03-10${noon}`, until: "04-10T20:00:00" });
  await buyer({ from: "04-01T04:59:59", until: "05-01T04:59:59" });
  // Stays a year; changes the plan; comes back in time for two months.
  await buyer({ from: `03-05${noon}`, until: `12-30${noon}` });
  await buyer({ from: `03-06${noon}`, until: `05-06${noon}` }, { from: `05-06${noon}`, until: `12-30${noon}` });
  await buyer({ from: `03-07${noon}`, until: `04-07${noon}` }, { from: `05-01${noon}`, until: `06-01${noon}` });
  // Never paid; paid before; begins in April.
  await buyer({ from: `03-08${noon}`, until: `03-10${noon}`, isPaid: false });
  await buyer({ from: `01-08${noon}`, until: `02-08${noon}` }, { from: `03-08${noon}`, until: `12-08${noon}` });
  await buyer({ from: "04-01T05:00:00", until: `12-30${noon}` });
  expect(await read("2031-03")).toEqual({ began: 5, stayed: [2, 3, 2, 2, null] });
  expect(await read("2031-01")).toEqual({ began: 1, stayed: [0, 1, 1, 1, null] });
  expect(await read("2031-06")).toEqual({ began: 0, stayed: [0, 0, 0, null, null] });
});

test("a figure is there only once the month's last beginner is that far", async () => {
  await buyer({ from: "03-31T12:00:00", until: "12-30T00:00:00" });
  expect((await read("2031-03", at("05-03T00:00:00"))).stayed).toEqual([null, null, null, null, null]);
  expect((await read("2031-03", at("05-06T00:00:00"))).stayed).toEqual([1, null, null, null, null]);
});

test("a cohort reads a dozen rows a beginner and a figure, along indexes, however many others there are", async () => {
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000)";
  const start = at("01-02T00:00:00");
  await rowsOf(`insert into members (id, email, email_key, created_at, updated_at, wake_up_since, timezone, wake_up_hour, subscription_type, subscription_status)
    ${numbers} select 'co' || i, 'co' || i || '@x.test', 'co' || i || '@x.test', 0, 0, 0, 'America/Chicago', 6, 'monthly', 'active' from n`);
  await rowsOf(`insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at)
    ${numbers} select 'c' || i, 'monthly', 999, 'USD', '', '', '', 0 from n`);
  await rowsOf(
    `insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at)
    ${numbers} select 's' || i, 'c' || i, 'co' || i, 'monthly', 'ACTIVE', 0, ?1 + i * ?2, 0, 0 from n`,
    start,
    DAY_MS / 20,
  );
  await rowsOf(`insert into payments (id, subscription_id, member_id, state, amount_cents, currency, paid_at, created_at)
    select 'p' || s.id, s.id, s.member_id, 'completed', 999, 'USD', s.starts_at, 0 from subscriptions s`);
  await rowsOf(`insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
    select s.id, s.member_id, 'subscription', s.id, 'monthly', s.starts_at, s.starts_at + 1e12, 0 from subscriptions s`);
  const { d1, cost } = countingD1(env.DB);
  const { began } = await readCohort({ ...contextAt(at("12-31T00:00:00")), db: createDb(d1) }, { month: "2031-02" });
  expect(began).toBe(560);
  expect(cost.rowsRead).toBeLessThan(began * 16);
  const { d1: DB, collected } = collectingD1();
  await readCohort({ ...contextAt(1), db: createDb(DB) }, { month: "2031-02" });
  for (const [statement, values] of collected)
    expect(await scannedBy(statement, values, await allTables(), {})).toEqual([]);
});

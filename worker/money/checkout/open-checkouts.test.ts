import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { payPal, startCheckout } from "#test/worker/purchases.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { selectOpen } from "../questions.queries.ts";
import { reconcile } from "../subscriptions/reconcile.ts";

const NOW = Date.now();

// Open checkouts are queried across the whole database.
beforeEach(async () => {
  await db.run("update subscriptions set check_at = null");
  await db.run("update provider_events set body = null");
  await db.run("delete from checkouts where bought_at is null");
});

const backdate = (id: string, createdAt: number) =>
  rowsOf("update checkouts set created_at = ? where id = ?", createdAt, id);

/** Checkouts that no one approves, as one network may start them; PayPal has already forgotten them. */
async function fill(count: number, { from, every }: { from: number; every: number }) {
  const started = await startCheckout();
  await rowsOf("update checkouts set subscription_id = null where id = ?", started.checkoutId);
  await rowsOf(
    `insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at, subscription_id)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
    select ?2 || i, 'monthly', 999, 'USD', 'x@x.test', 'x@x.test', 'h', ?3 + i * ?4, ?2 || i from n`,
    count,
    `I-UNKNOWN-${crypto.randomUUID()}-`,
    from,
    every,
  );
}

test("an unreported purchase is found among 120 unpaid checkouts an hour, whenever it began", async () => {
  const lost = await startCheckout();
  await payPal.control({ action: "approve", id: lost.subscriptionId });
  await fill(480, { from: NOW - 4 * HOUR_MS, every: 30_000 });
  // In the middle: neither the oldest nor the newest.
  await backdate(lost.checkoutId, NOW - 2 * HOUR_MS);
  const bought = async () =>
    (await rowsOf("select bought_at is not null as bought from checkouts where id = ?", lost.checkoutId))[0];
  await reconcile(contextAt(NOW));
  expect(await bought()).toEqual({ bought: 0 });
  await reconcile(contextAt(NOW + HOUR_MS));
  expect(await bought()).toEqual({ bought: 1 });
  expect(await rowsOf("select 1 from audit where action = 'payment.refused' and at >= ?", NOW)).toEqual([]);
}, 240_000);

test("an unapproved checkout is checked seven times in a month, and a late approval is found", async () => {
  const [left, late] = [await startCheckout(), await startCheckout()];
  for (const { checkoutId } of [left, late]) await backdate(checkoutId, NOW - HOUR_MS / 4);
  const nextCheck = async () =>
    Number((await rowsOf("select check_at from checkouts where id = ?", left.checkoutId))[0]?.check_at);
  const checks: number[] = [];
  for (
    let at = NOW;
    at < NOW + 30 * 24 * HOUR_MS;
    at = Math.ceil(((await nextCheck()) - NOW) / HOUR_MS) * HOUR_MS + NOW
  ) {
    checks.push((at - NOW) / HOUR_MS);
    if (checks.length === 5) await payPal.control({ action: "approve", id: late.subscriptionId });
    await reconcile(contextAt(at));
  }
  expect(checks).toEqual([0, 1, 4, 13, 40, 121, 364]);
  expect(await rowsOf("select status from subscriptions where id = ?", late.subscriptionId)).toEqual([
    { status: "ACTIVE" },
  ]);
}, 120_000);

test("checkouts that aren't due aren't read, and only as many due ones as will be checked", async () => {
  const checks = { now: NOW, before: NOW, first: 150, again: 50 };
  const rowsRead = async () => {
    const { d1, cost } = countingD1(env.DB);
    const found = await selectOpen(createDb(d1), "checkout", checks);
    return { found: found.length, read: cost.rowsRead };
  };
  await fill(1000, { from: NOW - 4 * HOUR_MS, every: 1 });
  const due = await rowsRead();
  expect(due.found).toBe(150);
  expect(due.read).toBeLessThanOrEqual(3 * 150);
  await db.run(`update checkouts set check_at = ${NOW + 1} where bought_at is null`);
  expect(await rowsRead()).toMatchObject({ found: 0 });
  expect((await rowsRead()).read).toBeLessThanOrEqual(2);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { purgePayments, reconcile } from "./reconcile.ts";
import { syncSubscription } from "./sync-subscription.ts";

const NOW = Date.now();

// Differences are queried across the whole database.
beforeEach(async () => {
  await db.run("delete from audit");
  await db.run("delete from transactional_mails where kind = 'difference-report'");
  await db.run("update subscriptions set check_at = null");
});

const changeAtPayPal = async () => {
  const { subscriptionId } = await buy();
  await payPal.control({ action: "cancel", id: subscriptionId });
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  return subscriptionId;
};

test("differences from PayPal are reported to the operator once a day, along with refusals", async () => {
  const operatorEmail = uniqueEmail();
  const at = (now: number) => {
    const ctx = contextAt(now);
    return { ...ctx, config: { ...ctx.config, operatorEmail } };
  };
  const noon = instantAt(dateIn(DEFAULT_ZONE, NOW), 12, DEFAULT_ZONE);
  const [first, second] = [await changeAtPayPal(), await changeAtPayPal()];
  await reconcile(at(noon));
  await rowsOf(
    "insert into audit (at, actor, action, subject, details) values (?, 'paypal', 'payment.refused', 'I-X', ?)",
    noon,
    JSON.stringify({ why: "different price" }),
  );
  const mails = () => rowsOf("select id, parameters from transactional_mails where to_address = ?", operatorEmail);
  expect(await mails()).toEqual([]);
  for (let hour = 13; hour < 36; hour += 1) await reconcile(at(noon + hour * 3_600_000));
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.id).toBe(`differences-${dateIn(DEFAULT_ZONE, noon)}`);
  const { countText, lines } = JSON.parse(String(mail?.parameters));
  expect(countText).toBe("3 subscriptions");
  expect(lines.split("\n").toSorted()).toEqual(
    ["I-X: refused: different price", ...[first, second].map((id) => `${id}: ACTIVE → CANCELLED`)].toSorted(),
  );
  expect(addDays(dateIn(DEFAULT_ZONE, noon), 1)).toBe(dateIn(DEFAULT_ZONE, noon + DAY_MS));
});

test("without an operator address, differences from PayPal are kept for Overview, and no email is written", async () => {
  const id = await changeAtPayPal();
  await hourAt(NOW);
  await reconcile(contextAt(NOW + DAY_MS));
  expect(
    await rowsOf(
      "select json_extract(details, '$.subscriptionId') as id from audit where action = 'subscription.differed'",
    ),
  ).toEqual([{ id }]);
  expect(await rowsOf("select 1 from transactional_mails where kind = 'difference-report'")).toEqual([]);
});

test("simultaneous syncs of one purchase store one state and no duplicate payment, grant, email, or audit", async () => {
  const started = await startCheckout();
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const read = () => syncSubscription(contextAt(Date.now()), started.subscriptionId);
  const atOnce = () => Promise.all(Array.from({ length: 6 }, read));
  expect((await atOnce()).map(({ state }) => state)).toEqual(Array(6).fill("applied"));
  const [row] = await rowsOf("select member_id from subscriptions where id = ?", started.subscriptionId);
  const memberId = String(row?.member_id);
  const counts = await rowsOf(
    `select (select count(*) from members where email = ?1) as members, (select count(*) from payments where member_id = ?2) as payments,
      (select count(*) from access_grants where member_id = ?2) as grants, (select count(*) from transactional_mails where member_id = ?2) as mails,
      (select count(*) from audit where subject = ?2 and action = 'subscription.begin') as begun`,
    started.email,
    memberId,
  );
  expect(counts).toEqual([{ members: 1, payments: 1, grants: 1, mails: 2, begun: 1 }]);
  expect((await atOnce()).map(({ state }) => state)).toEqual(Array(6).fill("applied"));
  expect(await accessEndOf(memberId)).toBeGreaterThan(Date.now());
});

test("event bodies and abandoned checkouts with their consents, even members', are purged after 30 days", async () => {
  const { subscriptionId, checkoutId } = await buy();
  const bought = await buy({
    plan: "annual",
    token: await tokenFor(await createMember({ subscriptionType: "trial" })),
  });
  const { eventId } = await report(subscriptionId, "PAYMENT.SALE.COMPLETED");
  const left = [
    await startCheckout(),
    await startCheckout({ token: await tokenFor(await createMember()), plan: "annual" }),
  ];
  const countOf = async (sql: string, ids: string[]) => (await rowsOf(sql, JSON.stringify(ids))).length;
  const idsOf = (table: string, column: string) =>
    `select 1 from ${table} where ${column} in (select value from json_each(?))`;
  const abandoned = left.map((one) => one.checkoutId);
  const there = async () => ({
    body: (await rowsOf("select body is not null as body from provider_events where id = ?", eventId))[0]?.body,
    kept: await countOf(idsOf("checkouts", "id"), [checkoutId, bought.checkoutId]),
    agreed: await countOf(idsOf("consents", "source_id"), [checkoutId, bought.checkoutId]),
    left: await countOf(idsOf("checkouts", "id"), abandoned),
    leftAgreed: await countOf(idsOf("consents", "source_id"), abandoned),
  });
  await purgePayments(contextAt(NOW + 29 * DAY_MS));
  expect(await there()).toEqual({ body: 1, kept: 2, agreed: 2, left: 2, leftAgreed: 2 });
  await purgePayments(contextAt(Date.now() + 30 * DAY_MS + 1000));
  expect(await there()).toEqual({ body: 0, kept: 2, agreed: 2, left: 0, leftAgreed: 0 });
  expect(await rowsOf("select outcome from provider_events where id = ?", eventId)).toEqual([{ outcome: "applied" }]);
});

test("the hourly purge takes at most 500 checkouts, with nine reads and one write each, and skips bought ones", async () => {
  await db.run("delete from checkouts where bought_at is null");
  const insert = (count: number, boughtAt: number | null) =>
    rowsOf(
      `insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at, bought_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      select ? || i, 'monthly', 999, 'USD', 'x@x.test', 'x@x.test', 'h', i, ? from n`,
      count,
      crypto.randomUUID(),
      boughtAt,
    );
  const purge = async () => {
    const { d1, cost } = countingD1(env.DB);
    await purgePayments({ ...contextAt(NOW), db: createDb(d1) });
    return cost;
  };
  await insert(1500, 1);
  const idle = await purge();
  expect(idle.rowsRead).toBeLessThanOrEqual(20);
  expect(idle.rowsWritten).toBe(0);
  await insert(700, null);
  const busy = await purge();
  expect(await rowsOf("select 1 from checkouts where bought_at is null")).toHaveLength(200);
  expect(busy.rowsRead / 500).toBeLessThanOrEqual(9);
  expect(busy.rowsWritten / 500).toBeLessThanOrEqual(1);
});

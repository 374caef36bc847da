import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal, startCheckout } from "#test/worker/purchases.ts";
import { reconcile } from "./reconcile.ts";

const NOW = Date.now();
/** More often than any test asks. */
const ENDLESS = 10_000;

// Due readings are queried across the whole database.
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await db.run("update subscriptions set check_at = null");
  await db.run("update provider_events set body = null");
  await db.run("delete from checkouts where bought_at is null");
});
afterEach(() => vi.restoreAllMocks());

type Trouble = Pick<Parameters<typeof payPal.arm>[0], "kind"> & { status?: number };

/** Makes PayPal fail for one subject; `asked` counts the calls. */
async function poison(about: string, trouble: Trouble = { kind: "server_error" }) {
  const fault = { ...trouble, times: ENDLESS, operation: "subscriptions.get", about };
  const armed = await payPal.arm(fault as Parameters<typeof payPal.arm>[0]);
  return {
    asked: async () => ENDLESS - ((await payPal.faults()).find(({ id }) => id === armed.id)?.remaining ?? 0),
    recover: () => payPal.disarm(armed),
  };
}

const dueAt = (id: string, checkAt: number) =>
  rowsOf("update subscriptions set check_at = ? where id = ?", checkAt, id);
const readingOf = async (id: string) =>
  (await rowsOf("select status, check_at, unread_since, difference from subscriptions where id = ?", id))[0];

async function changedAtPayPal() {
  const { subscriptionId } = await buy();
  await payPal.control({ action: "cancel", id: subscriptionId });
  return subscriptionId;
}

test.for<[string, Trouble]>([
  ["500", { kind: "server_error" }],
  ["a page in HTML", { kind: "html", status: 200 }],
  ["403", { kind: "html", status: 403 }],
])(
  "a subscription for which PayPal always answers %s doesn't delay other subscriptions or checkouts",
  { timeout: 120_000 },
  async ([, trouble]) => {
    const [poisoned, healthy] = [await changedAtPayPal(), await changedAtPayPal()];
    const lost = await startCheckout();
    await payPal.control({ action: "approve", id: lost.subscriptionId });
    await rowsOf("update checkouts set created_at = ? where id = ?", NOW - HOUR_MS, lost.checkoutId);
    await poison(poisoned, trouble);
    await dueAt(poisoned, 1);
    await dueAt(healthy, 2);
    await reconcile(contextAt(NOW));
    expect(await readingOf(healthy)).toMatchObject({ status: "CANCELLED", unread_since: null });
    expect(await readingOf(lost.subscriptionId)).toMatchObject({ status: "ACTIVE" });
    expect(await readingOf(poisoned)).toMatchObject({ status: "ACTIVE", unread_since: NOW, difference: null });
  },
);

test("an unreadable subscription is retried less and less, flagged after a day, and fixed once readable", async () => {
  const id = await changedAtPayPal();
  // A call that returns an HTML page isn't retried.
  const { asked, recover } = await poison(id, { kind: "html", status: 200 });
  await dueAt(id, 1);
  const hours: number[] = [];
  for (let hour = 0; hour <= 48; hour += 1) {
    const before = await asked();
    await reconcile(contextAt(NOW + hour * HOUR_MS));
    if ((await asked()) > before) hours.push(hour);
  }
  expect(hours).toEqual([0, 1, 2, 4, 8, 14, 20, 26, 32, 38, 44]);
  expect(await readingOf(id)).toMatchObject({ unread_since: NOW, difference: "couldn't be read" });
  await recover();
  for (let hour = 49; hour <= 50; hour += 1) await reconcile(contextAt(NOW + hour * HOUR_MS));
  expect(await readingOf(id)).toMatchObject({ status: "CANCELLED", unread_since: null, difference: null });
}, 120_000);

test("while PayPal is down, each hour tries three subscriptions, starting where the last hour stopped", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) ids.push(await changedAtPayPal());
  const troubles: Awaited<ReturnType<typeof poison>>[] = [];
  for (const [number, id] of ids.entries()) {
    await dueAt(id, number + 1);
    troubles.push(await poison(id));
  }
  const asked = () => Promise.all(troubles.map((one) => one.asked()));
  await expect(reconcile(contextAt(NOW))).rejects.toMatchObject({ isAway: true });
  expect(await asked()).toEqual([3, 3, 3, 0, 0]);
  await expect(reconcile(contextAt(NOW + HOUR_MS))).rejects.toMatchObject({ isAway: true });
  expect(await asked()).toEqual([6, 3, 3, 3, 3]);
  for (const { recover } of troubles) await recover();
  for (let hour = 2; hour <= 4; hour += 1) await reconcile(contextAt(NOW + hour * HOUR_MS));
  for (const id of ids) expect(await readingOf(id)).toMatchObject({ status: "CANCELLED", unread_since: null });
}, 240_000);

test("if PayPal doesn't answer for a subscription, its events are postponed, and others are applied", async () => {
  const [poisoned, healthy] = [await changedAtPayPal(), await changedAtPayPal()];
  const { asked, recover } = await poison(poisoned);
  const event = (subject: string, receivedAt: number) => {
    const id = crypto.randomUUID();
    const body = { id, event_type: "BILLING.SUBSCRIPTION.CANCELLED", resource: { id: subject } };
    return rowsOf(
      "insert into provider_events (id, type, subject, received_at, body) values (?, ?, ?, ?, ?)",
      id,
      body.event_type,
      subject,
      receivedAt,
      JSON.stringify(body),
    );
  };
  // As many as one hour handles.
  for (let number = 0; number < 30; number += 1) await event(poisoned, NOW - HOUR_MS + number);
  await event(healthy, NOW - 1000);
  await reconcile(contextAt(NOW));
  expect(await asked()).toBe(3);
  await reconcile(contextAt(NOW + HOUR_MS / 2));
  expect(await readingOf(healthy)).toMatchObject({ status: "CANCELLED" });
  const open = () => rowsOf("select 1 from provider_events where applied_at is null and body is not null");
  expect(await open()).toHaveLength(30);
  await recover();
  await reconcile(contextAt(NOW + 2 * HOUR_MS));
  expect(await open()).toEqual([]);
  expect(await readingOf(poisoned)).toMatchObject({ status: "CANCELLED" });
}, 120_000);

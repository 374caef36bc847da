import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { wakeUpBatches } from "#db/schema/wake-up.ts";
import { overviewResponse } from "#domain/contract/health.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, calendarFrom } from "#test/support/fixtures.ts";
import { createItem, createMember, db } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { recordHourly, recordTick } from "../../mail/dispatcher.queries.ts";
import { setPause } from "../../mail/pauses.queries.ts";
import { readOverview } from "./read-overview.ts";

const { dayAhead, slotAhead } = calendarFrom(Date.now());
const now = slotAhead(0, 12);

beforeEach(async () => {
  await env.DB.prepare("delete from audit where action = 'payment.dispute'").run();
  const tables = [
    "refunds",
    "disputes",
    "payments",
    "wake_up_batches",
    "wake_up_counts",
    "wake_up_slots",
    "dispatcher",
    "pauses",
    "live_events",
    "administrators",
    "daily_stats",
    "subscriptions",
    "gifts",
  ];
  await env.DB.batch(
    [...tables, "content_revisions", "member_progress", "content"].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  );
});

async function read() {
  const response = await request("/api/admin/overview", { admin: true, now });
  return overviewResponse.parse(await response.json());
}

function batch(overrides: Partial<typeof wakeUpBatches.$inferInsert>) {
  const slotAt = slotAhead(0, 6);
  return db.insert(wakeUpBatches).values({
    id: crypto.randomUUID(),
    slotAt,
    timezone: CHICAGO,
    hour: 6,
    localDate: dayAhead(0),
    memberIds: '["a","b"]',
    nextAttemptAt: 0,
    createdAt: slotAt,
    ...overrides,
  });
}

test("today's emails are added up, and problems that need attention are listed", async () => {
  const settledAt = slotAhead(0, 6) + MINUTE_MS;
  await batch({ state: "sent", dueCount: 5, sentCount: 5, settledAt });
  await batch({ state: "failed", dueCount: 2, failedCount: 2, settledAt });
  await batch({ state: "failed", dueCount: 1, failedCount: 1, settledAt, sentAgainAs: "other" });
  await batch({ state: "open" });
  await batch({ state: "sent", dueCount: 9, sentCount: 9, settledAt, localDate: dayAhead(-1) });
  await db.run(`insert into wake_up_slots (slot_at, outcome, due_count) values (${slotAhead(0, 7)}, 'missed', 3)`);
  for (const day of [0, 1, 2, 3, 5, 7]) await createItem(dayAhead(day));
  await createItem(dayAhead(4), { status: "draft" });
  await createItem(dayAhead(6), { hidden: true });
  const { today, needs } = await read();
  expect(today).toEqual({
    date: dayAhead(0),
    due: 11,
    sent: 5,
    onTime: 5,
    failed: 3,
    missed: 3,
    unknown: 0,
    open: 2,
  });
  expect(needs).toMatchObject({
    troubledMornings: [{ date: dayAhead(0), batches: 1, missedHours: 1 }],
    emptyMornings: [
      { date: dayAhead(4), fallback: null },
      { date: dayAhead(6), fallback: null },
    ],
    unpublishedDates: [dayAhead(4), dayAhead(6)],
    missingParticulars: expect.arrayContaining(["sender address"]),
    hasLiveEvent: false,
    findings: [
      { title: "Scheduler stopped: no wake-up emails", text: "It has never run.", fix: expect.stringMatching(/\.$/) },
      { title: "Hourly jobs stopped", text: "It has never run.", fix: expect.stringMatching(/\.$/) },
    ],
    pause: null,
  });
});

test("mornings on another local date are shown while it's still that date for any member", async () => {
  await env.DB.exec("update members set email_enabled = 0");
  const zones = { honolulu: "Pacific/Honolulu", auckland: "Pacific/Auckland" };
  const failed = (timezone: string, localDate: string, dueCount: number) => {
    const slotAt = instantAt(localDate, 6, timezone);
    const counts = { state: "failed", dueCount, failedCount: dueCount, settledAt: slotAt + MINUTE_MS } as const;
    return batch({ ...counts, slotAt, timezone, localDate });
  };
  await failed(zones.auckland, "2031-06-12", 3);
  await failed(CHICAGO, "2031-06-11", 1);
  await failed(zones.honolulu, "2031-06-10", 2);
  const at = async (chicagoDate: string, hour: number) => {
    const { today, elsewhere, needs } = await readOverview(contextAt(instantAt(chicagoDate, hour, CHICAGO)));
    return {
      mails: [today, ...elsewhere].map(({ date, failed }) => [date, failed]),
      troubled: needs.troubledMornings.map(({ date, batches }) => [date, batches]),
    };
  };
  // Without members elsewhere, there are only Chicago's dates.
  expect(await at("2031-06-11", 4)).toEqual({ mails: [["2031-06-11", 1]], troubled: [["2031-06-11", 1]] });
  for (const timezone of Object.values(zones)) await createMember({ timezone });
  // 04:00 in Chicago: 23:00 on the 10th in Honolulu, 21:00 on the 11th in Auckland.
  expect(await at("2031-06-11", 4)).toEqual({
    mails: [
      ["2031-06-11", 1],
      ["2031-06-10", 2],
    ],
    troubled: [
      ["2031-06-10", 1],
      ["2031-06-11", 1],
    ],
  });
  // 08:00: the 11th in Honolulu, and 01:00 on the 12th in Auckland.
  expect(await at("2031-06-11", 8)).toEqual({
    mails: [
      ["2031-06-11", 1],
      ["2031-06-12", 3],
    ],
    troubled: [
      ["2031-06-11", 1],
      ["2031-06-12", 1],
    ],
  });
});

test("a slot missed before midnight is listed as long as it can be sent, under the date that Delivery shows", async () => {
  await env.DB.exec("update members set email_enabled = 0");
  // 06:00 on the 12th in Auckland is 13:00 on the 11th in Chicago.
  const slotAt = instantAt("2031-06-12", 6, "Pacific/Auckland");
  await db.run(`insert into wake_up_slots (slot_at, outcome, due_count) values (${slotAt}, 'missed', 3)`);
  const missedAt = async (chicagoDate: string, hour: number) => {
    const { needs } = await readOverview(contextAt(instantAt(chicagoDate, hour, CHICAGO)));
    return needs.troubledMornings;
  };
  await createMember({ timezone: "Pacific/Auckland" });
  const missed = [{ date: "2031-06-11", batches: 0, missedHours: 1 }];
  expect(await missedAt("2031-06-11", 17)).toEqual(missed);
  // 18:00 on the 12th there, and an hour after its end.
  expect(await missedAt("2031-06-12", 1)).toEqual(missed);
  expect(await missedAt("2031-06-12", 8)).toEqual([]);
});

test("an empty morning today is listed until the day ends, in addition to the next seven days", async () => {
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await createItem(dayAhead(day));
  for (const hour of [1, 23]) {
    const overview = await readOverview(contextAt(slotAhead(0, hour)));
    expect(overview.needs.emptyMornings).toEqual([{ date: dayAhead(0), fallback: null }]);
  }
  expect((await readOverview(contextAt(slotAhead(1, 1)))).needs.emptyMornings).toEqual([
    { date: dayAhead(8), fallback: null },
  ]);
});

test("cron times, a pause, and a live event within a quarter are reported, but not cancelled or later ones", async () => {
  await recordTick(db, now - 3 * MINUTE_MS);
  await recordHourly(db, now - 130 * MINUTE_MS);
  await setPause(db, now + MINUTE_MS, "daily quota");
  const event = (id: string, days: number, cancelled: number | null) =>
    db.run(
      `insert into live_events (id, title, starts_at, url, created_at, updated_at, cancelled_at) values ('${id}', 'Live', ${now + days * 86_400_000}, 'https://x.test', 0, 0, ${cancelled})`,
    );
  await event("off", 10, 1);
  await event("far", 92, null);
  await event("past", -1, null);
  expect((await read()).needs).toMatchObject({
    findings: [],
    pause: { kind: "all", reason: "daily quota" },
    hasLiveEvent: false,
  });
  await event("soon", 91, null);
  expect((await read()).needs.hasLiveEvent).toBe(true);
});

test("without an operator address, new administrators are reported to no one while there are any", async () => {
  const isUnheard = async (operatorEmail: string | null) => {
    const ctx = contextAt(now);
    return (await readOverview({ ...ctx, config: { ...ctx.config, operatorEmail } })).needs.isUnheard;
  };
  await insert("administrators", { id: "owner", name: "Owner", email: "", role: "owner", created_at: 0 });
  await insert("administrators", { id: "left", name: "Al", email: "", role: "editor", created_at: 0, removed_at: 1 });
  expect(await isUnheard(null)).toBe(false);
  await insert("administrators", { id: "ada", name: "Ada", email: "a@x.test", role: "editor", created_at: 0 });
  expect([await isUnheard(null), await isUnheard("op@x.test")]).toEqual([true, false]);
});

async function subscription(memberId: string, row: Record<string, unknown>): Promise<void> {
  const sold = { id: crypto.randomUUID(), plan: "monthly", created_at: 0 };
  const asked = { ...sold, price_cents: 999, currency: "USD", email: "", email_key: "", nonce_hash: "" };
  const read = { checkout_id: sold.id, status: "ACTIVE", approved_at: 0, starts_at: 0, read_at: 0 };
  await insert("checkouts", asked);
  await insert("subscriptions", { ...sold, ...read, member_id: memberId, ...row });
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const values = names.map(() => "?").join(", ");
  await env.DB.prepare(`insert into ${table} (${names.join(", ")}) values (${values})`)
    .bind(...Object.values(row))
    .run();
}

test("open payment issues are counted: failed payments, differences, double subscriptions, and gifts", async () => {
  const [double, changing, cancelling] = [await createMember(), await createMember(), await createMember()];
  await subscription(double.id, {});
  await subscription(double.id, { failed_at: 1 });
  await subscription(double.id, { status: "CANCELLED", failed_at: 1 });
  await subscription(double.id, { status: "SUSPENDED", failed_at: 1, revoked_at: 1 });
  await subscription((await createMember({ deletedAt: 1 })).id, { failed_at: 1 });
  await subscription(changing.id, {});
  await subscription(changing.id, { replaces_id: "other" });
  await subscription(cancelling.id, { difference: "ACTIVE → CANCELLED" });
  await subscription(cancelling.id, { cancel_asked_at: 1 });
  const people = { giver_name: "Bo", giver_email: "", recipient_name: "Cy", recipient_email: "" };
  const delivery = { deliver_on: dayAhead(1), timezone: CHICAGO, deliver_at: now };
  const bought = { plan: "annual", price_cents: 7999, currency: "USD", paid_at: 1, created_at: 1, expires_at: now + 1 };
  const gift = (row: Record<string, unknown>) =>
    insert("gifts", { id: crypto.randomUUID(), ...people, ...delivery, ...bought, ...row });
  await gift({ paid_at: null });
  await gift({});
  await gift({});
  await gift({ mailed_at: 1 });
  await gift({ mailed_at: 1, redeemed_at: 1 });
  await gift({ mailed_at: 1, refunded_at: 1 });
  await gift({ mailed_at: 1, expires_at: now });
  expect((await read()).money).toEqual({
    failedPayments: 1,
    differingSubscriptions: 1,
    doubleSubscriptions: 1,
    doubles: [{ id: double.id, email: double.email }],
    differing: [{ id: cancelling.id, email: cancelling.email }],
    pastDue: [{ id: double.id, email: double.email }],
    giftsToDeliver: 2,
    giftsToRedeem: 1,
    healedDifferences: 0,
    refusedPayments: 0,
    openDisputes: 0,
  });
});

test("a dispute stays open until PayPal resolves it or is read as closed, and counts once however many events it has", async () => {
  const report = (disputeId: string, event: string, at = now) =>
    insert("audit", {
      at,
      actor: "paypal",
      action: "payment.dispute",
      subject: "x",
      details: JSON.stringify({ disputeId, type: `CUSTOMER.DISPUTE.${event}` }),
    });
  for (const event of ["CREATED", "UPDATED"]) await report("open", event);
  for (const event of ["CREATED", "RESOLVED"]) await report("over", event);
  await report("forgotten", "CREATED", now - 61 * 86_400_000);
  await report("read-as-closed", "CREATED");
  await insert("payments", {
    id: "disputed",
    state: "completed",
    currency: "USD",
    amount_cents: 999,
    paid_at: 0,
    created_at: 0,
  });
  for (const [id, closed_at] of [
    ["open", null],
    ["read-as-closed", now],
  ] as const)
    await insert("disputes", { id, payment_id: "disputed", opened_at: now, closed_at });
  expect((await read()).money.openDisputes).toBe(1);
});

test("the overview takes one call", async () => {
  const { d1, cost } = countingD1(env.DB);
  await readOverview({ ...contextAt(now), db: createDb(d1) });
  expect(cost.calls).toBe(1);
});

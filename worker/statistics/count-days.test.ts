import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, calendarFrom } from "#test/support/fixtures.ts";
import { createItem, createMember, createProgress, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { countDays } from "./count-days.ts";

const { dayAhead, slotAhead } = calendarFrom(Date.now());
const YESTERDAY = dayAhead(-1);
const NOON = instantAt(YESTERDAY, 12, CHICAGO);

beforeEach(async () => {
  const tables = [
    "daily_stats",
    "wake_up_batches",
    "wake_up_counts",
    "wake_up_slots",
    "progress",
    "member_progress",
    "completions_by_day",
    "transactional_mails",
    "access_grants",
    "refunds",
    "payments",
    "subscriptions",
    "checkouts",
  ];
  await env.DB.batch([...tables, "members"].map((table) => env.DB.prepare(`delete from ${table}`)));
});

const statsRows = () => rowsOf("select * from daily_stats order by date");

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const sql = `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
  await env.DB.prepare(sql)
    .bind(...Object.values(row))
    .run();
}

function batch(id: string, counts: Record<string, number>, settledAfter: number, localDate = YESTERDAY) {
  const slotAt = instantAt(localDate, 6, CHICAGO);
  return insert("wake_up_batches", {
    id,
    slot_at: slotAt,
    timezone: CHICAGO,
    hour: 6,
    local_date: localDate,
    member_ids: "[]",
    state: "sent",
    next_attempt_at: 0,
    created_at: slotAt,
    settled_at: slotAt + settledAfter,
    ...counts,
  });
}

async function subscription(id: string, memberId: string, row: Record<string, unknown>) {
  const sold = { id, plan: "monthly", created_at: 0 };
  await insert("checkouts", { ...sold, price_cents: 999, currency: "USD", email: "", email_key: "", nonce_hash: "" });
  const read = { checkout_id: id, member_id: memberId, status: "ACTIVE", approved_at: 0, starts_at: 0, read_at: 0 };
  await insert("subscriptions", { ...sold, ...read, ...row });
}

/** Payments at noon yesterday, and some on other days. */
async function moveMoney(memberId: string): Promise<void> {
  await subscription("begun", memberId, { created_at: NOON, failed_at: NOON });
  await subscription("ended", memberId, { status: "CANCELLED", failed_at: NOON });
  await subscription("replaced", memberId, { status: "CANCELLED" });
  await subscription("replacing", memberId, { created_at: NOON, replaces_id: "replaced" });
  await subscription("lost", memberId, { failed_at: NOON, revoked_at: NOON });
  const grant = { source: "subscription", plan: "monthly", starts_at: 0, created_at: 0, member_id: memberId };
  for (const source_id of ["ended", "replaced"])
    await insert("access_grants", { ...grant, id: crypto.randomUUID(), source_id, until: NOON });
  const money = { amount_cents: 999, currency: "USD" };
  const payment = { ...money, state: "completed", created_at: 0 };
  await insert("payments", { ...payment, id: "renewed", subscription_id: "begun", paid_at: NOON });
  await insert("payments", { ...payment, id: "given", paid_at: NOON });
  const before = { paid_at: instantAt(dayAhead(-2), 12, CHICAGO) };
  await insert("payments", { ...payment, ...before, id: "earlier", subscription_id: "ended" });
  await insert("refunds", {
    ...money,
    id: "done",
    payment_id: "earlier",
    amount_cents: 500,
    asked_at: 0,
    done_at: NOON,
  });
  await insert("refunds", { ...money, id: "asked", payment_id: "earlier", asked_at: NOON });
  const mail = {
    kind: "payment-recovered",
    to_address: "a@x.test",
    parameters: "{}",
    next_attempt_at: 0,
    settled_at: 0,
  };
  await insert("transactional_mails", { ...mail, id: "recovered", state: "failed", created_at: NOON });
}

test("an ended day is counted once, with figures as of its end, however often the cron fires", async () => {
  await createMember({ createdAt: NOON });
  await createMember({ createdAt: NOON, subscriptionType: "annual" });
  const trial = await createMember({ createdAt: NOON, subscriptionType: "trial", subscriptionStatus: "trial" });
  await createMember({ createdAt: NOON, accessEndsAt: null, subscriptionStatus: "expired" }, { hasGrant: false });
  await createMember({ createdAt: slotAhead(0, 1) });
  await createMember({ createdAt: NOON, deletedAt: NOON + 1 });
  await env.DB.prepare("update access_grants set starts_at = ? where member_id = ?").bind(NOON, trial.id).run();
  for (const end of [{ until: NOON }, { until: NOON * 2, ended_at: NOON }]) {
    const { id } = await createMember({ createdAt: slotAhead(0, 1) }, { hasGrant: false });
    const grant = { id, member_id: id, source: "trial", source_id: id, plan: "monthly", starts_at: 0, created_at: 0 };
    await insert("access_grants", { ...grant, ...end });
  }
  await batch("on time", { due_count: 5, sent_count: 4, failed_count: 1 }, 10 * MINUTE_MS);
  await batch("late", { due_count: 9, sent_count: 3, missed_count: 4, unknown_count: 2 }, 10 * MINUTE_MS + 1);
  await batch("another day", { due_count: 100, sent_count: 100 }, 0, dayAhead(-2));
  await insert("wake_up_slots", { slot_at: NOON, outcome: "missed", due_count: 7, settled_at: NOON });
  const mail = { kind: "test-mail", to_address: "a@x.test", parameters: "{}", next_attempt_at: 0, created_at: 0 };
  await insert("transactional_mails", { ...mail, id: "sent", state: "sent", settled_at: NOON });
  await insert("transactional_mails", { ...mail, id: "failed", state: "failed", settled_at: NOON });
  await moveMoney(trial.id);
  const item = await createItem(dayAhead(-400));
  for (const date of [YESTERDAY, dayAhead(-2)]) {
    const member = await createMember({ createdAt: slotAhead(0, 1) });
    await createProgress(member.id, item.id, { completedDate: date });
  }

  const now = instantAt(addDays(YESTERDAY, 1), 0, CHICAGO) + 7 * MINUTE_MS;
  await Promise.all([hourAt(now), hourAt(now)]);
  await hourAt(now + 60 * MINUTE_MS);
  expect(await statsRows()).toEqual([
    {
      date: YESTERDAY,
      members: 4,
      monthly: 1,
      quarterly: 0,
      annual: 1,
      gift: 0,
      trial: 1,
      trials_begun: 1,
      trials_ended: 2,
      wake_ups_due: 21,
      wake_ups_sent: 7,
      wake_ups_on_time: 4,
      wake_ups_failed: 1,
      wake_ups_missed: 11,
      wake_ups_unknown: 2,
      other_mails: 1,
      completions: 1,
      revenue_cents: 1998,
      refunded_cents: 500,
      subscriptions_begun: 1,
      subscriptions_ended: 1,
      subscriptions_returned: 0,
      trials_paid: 0,
      yearly_cents: 0,
      failed_payments: 1,
      recovered_payments: 1,
      counted_at: expect.any(Number),
      database_bytes: expect.any(Number),
    },
  ]);
});

test("days missed by the cron are counted later, up to a week at a time", async () => {
  await insert("daily_stats", { ...EMPTY, date: dayAhead(-12) });
  const now = slotAhead(0, 1);
  await countDays(contextAt(now));
  expect((await statsRows()).map(({ date }) => date)).toEqual([-12, -11, -10, -9, -8, -7, -6, -5].map(dayAhead));
  await countDays(contextAt(now));
  await countDays(contextAt(now));
  expect((await statsRows()).at(-1)?.date).toBe(YESTERDAY);
  expect(await statsRows()).toHaveLength(12);
});

test("a day in progress isn't counted, even if it has already ended in another zone", async () => {
  // 23:59 in Chicago is the next day in UTC.
  await countDays(contextAt(slotAhead(0, 0) - MINUTE_MS));
  expect((await statsRows()).map(({ date }) => date)).toEqual([dayAhead(-2)]);
});

test("an hourly run with a clock far ahead is recorded at the real time and counts only ended days", async () => {
  const before = Date.now();
  await hourAt(before + 40 * 86_400_000);
  // Counted on the real clock.
  expect((await statsRows()).map(({ date }) => date)).toEqual([calendarFrom(before).dayAhead(-1)]);
  const [dispatcher] = await selectDispatcher(db);
  expect(dispatcher?.lastHourlyAt).toBeGreaterThanOrEqual(before);
  expect(dispatcher?.lastHourlyAt).toBeLessThanOrEqual(Date.now());
});

const EMPTY = {
  members: 0,
  monthly: 0,
  quarterly: 0,
  annual: 0,
  gift: 0,
  trial: 0,
  trials_begun: 0,
  trials_ended: 0,
  wake_ups_due: 0,
  wake_ups_sent: 0,
  wake_ups_on_time: 0,
  wake_ups_failed: 0,
  wake_ups_missed: 0,
  wake_ups_unknown: 0,
  other_mails: 0,
  completions: 0,
  counted_at: 0,
};

test("counting a day with many ended subscriptions reads each only a few times", async () => {
  const many = 120;
  for (let i = 1; i <= many; i += 1) await createMember({ id: `m${i}` }, { hasGrant: false });
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`;
  await env.DB.batch([
    env.DB.prepare(`
      insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, subscription_id, created_at)
      ${numbers} select 'c' || i, 'monthly', 999, 'USD', '', '', '', 's' || i, 0 from n`),
    env.DB.prepare(`
      insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at)
      ${numbers} select 's' || i, 'c' || i, 'm' || i, 'monthly', 'CANCELLED', 0, 0, 0, 0 from n`),
    env.DB.prepare(`
      insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
      ${numbers} select 'g' || i, 'm' || i, 'subscription', 's' || i, 'monthly', 0, ${NOON}, 0 from n`),
    env.DB.prepare(`
      insert into payments (id, subscription_id, state, amount_cents, currency, paid_at, created_at)
      ${numbers} select 'p' || i, 's' || i, 'completed', 999, 'USD', ${NOON}, 0 from n`),
  ]);
  const { d1, cost } = countingD1(env.DB);
  await countDays({ ...contextAt(NOON + 24 * 60 * MINUTE_MS), db: createDb(d1) });
  expect(await statsRows()).toMatchObject([
    { date: YESTERDAY, subscriptions_begun: many, subscriptions_ended: many, revenue_cents: many * 999 },
  ]);
  expect(cost.rowsRead).toBeLessThan(many * 30);
});

const OF_TYPES = ["monthly", "quarterly", "annual", "gift", "trial"];

test("members are counted as of the day's end, corrected for changes between midnight and the count", async () => {
  const midnight = slotAhead(0, 0);
  const [before, after] = [midnight - 60 * MINUTE_MS, midnight + 5 * MINUTE_MS];
  const turned = { highestPlan: null, accessChangesAt: null, subscriptionStatus: "expired" } as const;
  const of = { createdAt: before } as const;
  await createMember({ ...of, subscriptionType: "gift" });
  await createMember({ ...of, subscriptionType: "quarterly", createdAt: after });
  await createMember({ ...of, subscriptionType: "annual", deletedAt: before });
  await createMember({ ...of, subscriptionType: "annual", deletedAt: after });
  await createMember({ ...of, subscriptionType: "trial", accessEndsAt: before, ...turned });
  await createMember({ ...of, subscriptionType: "trial", accessEndsAt: after, ...turned });
  await createMember({ ...of, subscriptionType: "monthly", accessEndsAt: before });
  await createMember({ ...of, subscriptionType: "monthly", accessEndsAt: after });
  const withAccess = OF_TYPES.map((type) => `sum(access_ends_at > ?1 and subscription_type = '${type}') as ${type}`);
  const [expected] = await rowsOf(
    `select count(*) as members, ${withAccess.join()} from members where created_at < ?1 and coalesce(deleted_at, ?1) >= ?1`,
    midnight,
  );
  expect(expected).toEqual({ members: 6, monthly: 1, quarterly: 0, annual: 1, gift: 1, trial: 1 });
  expect(await countedOn(0)).toMatchObject(expected ?? {});
});

const countedOn = async (days: number) => {
  await countDays(contextAt(slotAhead(days, 0) + 12 * MINUTE_MS));
  return (await statsRows()).find(({ date }) => date === YESTERDAY);
};

test("late data is added to its Chicago day on each of the next three days, and no later", async () => {
  const item = await createItem(dayAhead(-401));
  const complete = async () => {
    const { id } = await createMember({ createdAt: slotAhead(0, 1) });
    await createProgress(id, item.id, { completedDate: YESTERDAY });
  };
  const payment = { state: "completed", amount_cents: 999, currency: "USD", created_at: 0, paid_at: NOON };
  expect(await countedOn(0)).toMatchObject({ completions: 0, wake_ups_due: 0, revenue_cents: 0 });
  await complete();
  await batch("sent again", { due_count: 3, sent_count: 3 }, 20 * 60 * MINUTE_MS);
  await insert("payments", { ...payment, id: "told late" });
  await countDays(contextAt(slotAhead(0, 23)));
  expect((await statsRows()).find(({ date }) => date === YESTERDAY)).toMatchObject({ completions: 0 });
  const later = { completions: 1, wake_ups_due: 3, wake_ups_sent: 3, wake_ups_on_time: 0, revenue_cents: 999 };
  expect(await countedOn(1)).toMatchObject(later);
  await complete();
  expect(await countedOn(2)).toMatchObject({ completions: 2 });
  await complete();
  expect(await countedOn(3)).toMatchObject({ completions: 3, members: 0 });
  await complete();
  expect(await countedOn(4)).toMatchObject({ completions: 3 });
});

const DAY_MS = 24 * 60 * MINUTE_MS;

test("an extended trial counts once, starting with its first grant and ending with its last", async () => {
  const grant = (memberId: string, id: string, row: Record<string, number>) =>
    insert("access_grants", {
      member_id: memberId,
      id,
      source: "trial",
      source_id: id,
      plan: "monthly",
      created_at: 0,
      ...row,
    });
  const [extended, ending, again, never] = await Promise.all(
    [0, 1, 2, 3].map(() => createMember({ createdAt: slotAhead(0, 1) }, { hasGrant: false })),
  );
  // Continues from noon yesterday.
  await grant(String(extended?.id), "first", { starts_at: 0, until: NOON });
  await grant(String(extended?.id), "second", { starts_at: NOON, until: NOON + 30 * DAY_MS });
  // Its second part ended yesterday.
  await grant(String(ending?.id), "third", { starts_at: 0, until: NOON - 30 * DAY_MS });
  await grant(String(ending?.id), "fourth", { starts_at: NOON - 30 * DAY_MS, until: NOON });
  // Invited again after a gap.
  await grant(String(again?.id), "fifth", { starts_at: 0, until: NOON - 30 * DAY_MS });
  await grant(String(again?.id), "sixth", { starts_at: NOON, until: NOON + 30 * DAY_MS });
  // Revoked before it started.
  await grant(String(never?.id), "seventh", { starts_at: NOON + 1, until: NOON + 30 * DAY_MS, ended_at: NOON });
  expect(await countedOn(0)).toMatchObject({ trials_begun: 1, trials_ended: 1 });
});

type Sold = { from: number; until: number; paidAt?: number };

/** A member with these subscriptions, in days from noon yesterday. */
async function buyer(...sold: Sold[]): Promise<void> {
  const { id } = await createMember({ createdAt: slotAhead(0, 1) }, { hasGrant: false });
  for (const [index, { from, until, paidAt }] of sold.entries()) {
    const of = `${id}:${index}`;
    await subscription(of, id, { created_at: NOON + from * DAY_MS });
    const grant = { id: of, member_id: id, source: "subscription", source_id: of, plan: "monthly", created_at: 0 };
    await insert("access_grants", { ...grant, starts_at: NOON + from * DAY_MS, until: NOON + until * DAY_MS });
    if (paidAt === undefined) continue;
    const payment = { subscription_id: of, state: "completed", amount_cents: 1, currency: "USD", created_at: 0 };
    await insert("payments", { ...payment, id: of, paid_at: NOON + paidAt * DAY_MS });
    await insert("payments", { ...payment, id: `${of}:next`, paid_at: NOON + (paidAt + 30) * DAY_MS });
  }
}

const BUYERS: [what: string, sold: Sold[], started: number, ended: number][] = [
  ["pays for the first time", [{ from: 0, until: 41, paidAt: 0 }], 1, 0],
  ["pays at the end of a trial", [{ from: -20, until: 41, paidAt: 0 }], 1, 0],
  ["pays once more", [{ from: -30, until: 41, paidAt: -30 }], 0, 0],
  ["leaves", [{ from: -30, until: 0, paidAt: -30 }], 0, 1],
  [
    "rejoins before the paid end",
    [
      { from: -30, until: 0, paidAt: -30 },
      { from: -3, until: 41, paidAt: 0 },
    ],
    0,
    0,
  ],
  [
    "rejoins after it",
    [
      { from: -60, until: -20, paidAt: -60 },
      { from: 0, until: 41, paidAt: 0 },
    ],
    1,
    0,
  ],
  [
    "rejoins, and the first charge fails",
    [
      { from: -30, until: -2, paidAt: -30 },
      { from: -4, until: 0 },
    ],
    0,
    1,
  ],
  ["never pays", [{ from: -2, until: 0 }], 0, 0],
];

test.for(BUYERS)("a member who %s is counted correctly as started or ended", async ([, sold, started, ended]) => {
  await buyer(...sold);
  expect(await countedOn(0)).toMatchObject({ subscriptions_begun: started, subscriptions_ended: ended });
});

import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { members } from "#db/schema/members.ts";
import { checkouts, subscriptions } from "#db/schema/payments.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { writeNotices } from "./write-notices.ts";

const NOW = Date.parse("2026-11-20T15:07:00Z");

// The query for due notices covers the whole database.
beforeEach(async () => {
  for (const table of ["transactional_mails", "dispatcher", "subscriptions", "checkouts"])
    await db.run(`delete from ${table}`);
  await db.update(members).set({ deletedAt: 0 });
});

type Overrides = NonNullable<Parameters<typeof createMember>[0]>;

function createTrial(endsAt: number, more: Overrides = {}) {
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial" } as const;
  return createMember({ ...trial, subscriptionEndsAt: endsAt, accessEndsAt: endsAt, ...more });
}

type Subscription = Partial<typeof subscriptions.$inferInsert>;

async function createYear(renewsAt: number, more: Subscription = {}, member: Overrides = {}) {
  const shown = { subscriptionEndsAt: renewsAt, accessEndsAt: renewsAt + 11 * DAY_MS };
  const { id: memberId, email } = await createMember({ subscriptionType: "annual", ...shown, ...member });
  const id = crypto.randomUUID();
  const sold = { plan: "annual", createdAt: 0 } as const;
  const buyer = { memberId, email, emailKey: email, nonceHash: "" };
  await db.insert(checkouts).values({ ...sold, id, priceCents: 7999, currency: "USD", ...buyer });
  const times = { approvedAt: 0, startsAt: 0, readAt: 0, lastPaymentAt: 0, nextBillingAt: renewsAt };
  await db.insert(subscriptions).values({ ...sold, id, checkoutId: id, memberId, status: "ACTIVE", ...times, ...more });
  return { id, memberId, email };
}

const noticesOf = (memberId: string) =>
  rowsOf("select kind, created_at as at from transactional_mails where member_id = ? order by created_at", memberId);

async function kindsOf(memberId: string): Promise<unknown[]> {
  return (await noticesOf(memberId)).map(({ kind }) => kind);
}

test("a trial gets one notice a week before its end and one a day before, whatever hours the cron runs", async () => {
  const { id, email } = await createTrial(NOW + 7 * DAY_MS, { emailEnabled: false });
  for (let hour = -2; hour <= 7 * 24; hour += 5) await writeNotices(contextAt(NOW + hour * HOUR_MS));
  const notices = await noticesOf(id);
  expect(notices.map(({ kind }) => kind)).toEqual(["trial-ends-week", "trial-ends-day"]);
  const [week, day] = notices.map(({ at }) => (NOW + 7 * DAY_MS - Number(at)) / DAY_MS);
  expect(week).toBeGreaterThan(6.5);
  expect(day).toBeGreaterThan(0.5);
  expect(day).toBeLessThanOrEqual(1);
  // Service emails are sent even if wake-up emails are off; the first one is obsolete, because its trial has ended.
  await db.run(`update transactional_mails set expires_at = ${NOW + 99 * DAY_MS}`);
  await sendDueMails(contextAt(NOW + 7 * DAY_MS - HOUR_MS));
  expect((await outboxOf(email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining("Last reminder"),
  );
});

test("an extended trial gets a notice of its new end, and the one about the old end isn't sent", async () => {
  const { id, email } = await createTrial(NOW + 6 * DAY_MS);
  await writeNotices(contextAt(NOW));
  await setMember(id, { subscriptionEndsAt: NOW + 7 * DAY_MS, accessEndsAt: NOW + 7 * DAY_MS } as Overrides);
  await writeNotices(contextAt(NOW));
  await sendDueMails(contextAt(NOW));
  expect(await outboxOf(email)).toHaveLength(1);
  const states = await rowsOf("select state from transactional_mails where member_id = ? order by state", id);
  expect(states).toEqual([{ state: "closed" }, { state: "sent" }]);
});

test.for<[string, Overrides]>([
  ["a member who pays by now", { subscriptionType: "monthly", subscriptionStatus: "active" }],
  ["a trial with more access after it", { accessEndsAt: NOW + 99 * DAY_MS }],
  ["a suppressed address", { suppressedAt: NOW }],
  ["a deleted account", { deletedAt: NOW }],
])("no trial-end notice is sent for %s", async ([, more]) => {
  const { id } = await createTrial(NOW + 6 * DAY_MS, more);
  await writeNotices(contextAt(NOW));
  expect(await noticesOf(id)).toEqual([]);
});

type Ending = Subscription & { accessEndsAt?: number };

/** A subscription whose access ended a minute ago, by default without a cancellation. */
async function createEnded({ accessEndsAt, ...more }: Ending = {}) {
  const until = NOW - 60_000;
  const { id, memberId, email } = await createYear(until, { status: "CANCELLED", nextBillingAt: null, ...more });
  await setMember(memberId, { accessEndsAt: accessEndsAt ?? until });
  const sets = "source = 'subscription', source_id = ?, until = ?";
  await rowsOf(`update access_grants set ${sets} where member_id = ?`, id, until, memberId);
  return { id, memberId, email };
}

test("a subscription's end is announced once with the reason, unless the member has subscribed again", async () => {
  const cancelled = await createEnded({ cancelledBy: "member" });
  const failed = await createEnded({ status: "SUSPENDED", readAt: NOW, failedAt: 1 });
  const rejoined = await createEnded();
  for (let hour = 0; hour < 3; hour += 1) await writeNotices(contextAt(NOW + hour * HOUR_MS));
  await setMember(rejoined.memberId, { accessEndsAt: NOW + DAY_MS });
  await sendDueMails(contextAt(NOW + 3 * HOUR_MS));
  const textOf = async (email: string) => (await outboxOf(email)).map(({ text }) => text);
  expect(await textOf(cancelled.email)).toEqual([
    expect.stringMatching(/ended on Friday, November 20, 2026\. You cancelled it\./),
  ]);
  expect(await textOf(failed.email)).toEqual([expect.stringContaining("PayPal couldn't collect the renewal payment")]);
  expect(await textOf(rejoined.email)).toEqual([]);
  expect(await rowsOf("select state from transactional_mails where member_id = ?", rejoined.memberId)).toEqual([
    { state: "closed" },
  ]);
});

test.for<[string, Ending]>([
  ["was sent back", { revokedAt: 1 }],
  ["was cancelled before anything was paid", { lastPaymentAt: null }],
  ["may have been made good since it was read", { status: "ACTIVE", readAt: 0 }],
  ["has other access after it", { accessEndsAt: NOW + DAY_MS }],
])("no end notice is sent for a subscription that %s", async ([, more]) => {
  const { memberId } = await createEnded(more);
  await writeNotices(contextAt(NOW));
  expect(await noticesOf(memberId)).toEqual([]);
});

test("an annual renewal is announced once with its price, even if other access hides it", async () => {
  const renewsAt = NOW + 30 * DAY_MS;
  const plain = await createYear(renewsAt);
  const hidden = await createYear(renewsAt, {}, { subscriptionType: "gift", subscriptionEndsAt: NOW + 300 * DAY_MS });
  await hourAt(NOW);
  await hourAt(NOW + HOUR_MS);
  for (const { memberId, email } of [plain, hidden]) {
    expect(await kindsOf(memberId)).toEqual(["renewal-ahead"]);
    await sendDueMails(contextAt(NOW + HOUR_MS));
    const [mail] = await outboxOf(email);
    expect(mail?.text).toContain("renews for $79.99 on Sunday, December 20, 2026");
  }
});

test.for<[string, Subscription]>([
  ["was cancelled", { cancelAskedAt: NOW }],
  ["is suspended", { status: "SUSPENDED" }],
  ["has not been charged yet", { lastPaymentAt: null }],
  ["is a monthly one", { plan: "monthly" }],
])("no renewal notice is sent if the subscription %s", async ([, more]) => {
  const { memberId } = await createYear(NOW + 20 * DAY_MS, more);
  await writeNotices(contextAt(NOW));
  expect(await noticesOf(memberId)).toEqual([]);
});

test("a renewal is announced once, 15 to 45 days ahead, whatever hours the cron misses", async () => {
  const renewsAt = NOW + 60 * DAY_MS;
  const gaps = fc.array(fc.integer({ min: 1, max: 14 * 24 }), { minLength: 5, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(gaps, async (hours) => {
      await db.run("delete from transactional_mails");
      const { memberId } = await createYear(renewsAt);
      let at = NOW;
      for (const gap of [...hours, 14 * 24, 14 * 24, 14 * 24, 14 * 24, 14 * 24]) {
        at += gap * HOUR_MS;
        await writeNotices(contextAt(at));
      }
      const [notice, ...more] = await noticesOf(memberId);
      const ahead = (renewsAt - Number(notice?.at)) / DAY_MS;
      expect(more).toEqual([]);
      expect(ahead).toBeGreaterThanOrEqual(15);
      expect(ahead).toBeLessThanOrEqual(45);
      await db.run(`delete from subscriptions where member_id = '${memberId}'`);
    }),
    { numRuns: 10 },
  );
});

test("members who accepted get one email when imported access ends, with a button to the plans", async () => {
  const until = NOW - 60_000;
  const create = async (more: Overrides = {}) => {
    const member = await createMember({ accessEndsAt: until, subscriptionEndsAt: until, ...more });
    const sets = "source = 'import', source_id = ?, until = ?";
    await rowsOf(`update access_grants set ${sets} where member_id = ?`, crypto.randomUUID(), until, member.id);
    return member;
  };
  const accepted = await create();
  const silent = [
    await create({ isUnaccepted: true }),
    await create({ suppressedAt: 1 }),
    await create({ accessEndsAt: NOW + DAY_MS }),
  ];
  for (let hour = 0; hour < 3; hour += 1) await writeNotices(contextAt(NOW + hour * HOUR_MS));
  expect(await kindsOf(accepted.id)).toEqual(["import-ended"]);
  for (const { id } of silent) expect(await kindsOf(id)).toEqual([]);
  await sendDueMails(contextAt(NOW + 3 * HOUR_MS));
  const [mail] = await outboxOf(accepted.email);
  expect(mail?.text).toMatch(/before you moved to Daybolt ended on Friday, November 20, 2026.*\/subscribe/s);
});

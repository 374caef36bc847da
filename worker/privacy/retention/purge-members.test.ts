import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, rowsOf, setMember } from "#test/worker/factories.ts";
import { fillMember, insertRow, MARK } from "#test/worker/fill-member.ts";
import { findText } from "#test/worker/find-text.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { recomputeAccess } from "../../access/access-grants.queries.ts";
import type { Member } from "../../account/member/member.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { SLOT_GRID_MS } from "../../wake-up/slots/slots.ts";
import { notifyOfPurges, purgeMembers } from "./purge-members.ts";
import { purgeOldRows } from "./purge-old-rows.ts";
import { MEMBER_RULES } from "./retention-rules.queries.ts";

const NOW = Date.parse("2027-06-15T10:20:00Z");
const FILLED = [...Object.keys(MEMBER_RULES), "wake_up_batches"];

beforeEach(async () => {
  // Ignores what another test left due.
  await env.DB.prepare("update members set purged_at = 1 where purged_at is null").run();
  // Ignores starts that another test assigned at a later instant.
  await env.DB.prepare("delete from dispatcher").run();
});

/** Someone without access for some days, who got the email if a deletion date is set. */
async function endedMember(days: number, own: Parameters<typeof createMember>[0] = {}): Promise<Member> {
  const endedAt = NOW - days * DAY_MS;
  const ended = { accessEndsAt: endedAt, subscriptionEndsAt: endedAt, accessChangesAt: null, highestPlan: null };
  const member = await createMember({ ...ended, createdAt: endedAt - DAY_MS, ...own });
  if (member.purgeAt !== null)
    await insertRow("transactional_mails", {
      id: `purge-ahead:${member.id}:${member.purgeAt}`,
      member_id: member.id,
      kind: "purge-ahead",
      to_address: member.email,
      parameters: "{}",
      state: "sent",
      next_attempt_at: 0,
      created_at: 0,
    });
  return member;
}

async function rowOf({ id }: { id: string }) {
  const [row] = await rowsOf("select * from members where id = ?", id);
  return row;
}

const isPurged = async (member: { id: string }) => (await rowOf(member))?.email === "";

test("purging a member with rows in every table leaves nothing personal in the database or R2", async () => {
  // The hourly cron is never ahead of the real clock, and skips wake-up emails in the minutes after a slot.
  const now = Math.floor(Date.now() / SLOT_GRID_MS) * SLOT_GRID_MS - 4 * 60_000;
  const filled = await fillMember(now, FILLED);
  const before = await findText(MARK);
  for (const table of FILLED.filter(
    (name) =>
      ![
        "favorites",
        "member_progress",
        "suppressions",
        "charged_subscriptions",
        "delivery_months",
        "access_grants",
        "payments",
        "disputes",
        "wake_up_plans",
        "invitations",
      ].includes(name),
  ))
    expect(
      before.map((place) => place.split(".")[0]),
      table,
    ).toContain(table);
  expect(before).toEqual(expect.arrayContaining(filled.rawKeys));
  await setMember(filled.id, { purgeAt: now, weekendHour: 9 });

  await hourAt(now);

  expect(await findText(MARK)).toEqual([]);
  expect(await findText(filled.email)).toEqual([]);
  // What is left contains only their ID.
  const left = await findText(filled.id);
  expect(left.toSorted()).toEqual(
    [
      "access_grants.member_id",
      "audit.subject",
      "checkouts.member_id",
      "consents.member_id",
      "gifts.member_id",
      "members.id",
      "payments.member_id",
      "subscriptions.member_id",
    ].toSorted(),
  );
  expect(await rowOf(filled)).toMatchObject({
    email: "",
    email_key: "",
    password_hash: null,
    weekend_hour: null,
    purged_at: now,
    deleted_at: now,
  });
  const [report] = await rowsOf("select details from audit where subject = ? and action = 'member.purge'", filled.id);
  expect(JSON.parse(String(report?.details))).toMatchObject({
    progress: 1,
    member_progress: 1,
    member_notes: 1,
    consents: 2,
    inbound_mails: 2,
    files: 2,
  });
  // Nothing may be sent to the address from now on either.
  expect(await rowsOf("select count(*) as n from suppressions")).toEqual([{ n: 1 }]);
});

test("a purge happens once, after one email with two weeks' notice", async () => {
  const member = await endedMember(80);
  await notifyOfPurges(contextAt(NOW));
  await notifyOfPurges(contextAt(NOW));
  await sendDueMails(contextAt(NOW));
  const mails = await outboxOf(member.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain("June 29, 2027");
  expect(mails[0]?.text).toContain("/subscribe");
  expect(mails[0]?.text).toContain("/profile#privacy");
  expect(mails[0]?.text).not.toContain("{{");

  await purgeMembers(contextAt(NOW + 14 * DAY_MS - 1));
  expect(await isPurged(member)).toBe(false);
  await Promise.all([1, 2].map(() => purgeMembers(contextAt(NOW + 14 * DAY_MS))));
  await purgeMembers(contextAt(NOW + 15 * DAY_MS));
  expect(await isPurged(member)).toBe(true);
  expect(
    await rowsOf("select action from audit where subject = ? and action = 'member.purge'", member.id),
  ).toHaveLength(1);
});

test("no one is notified or purged early, with current or coming access, a live plan, or an unopened gift", async () => {
  const early = await endedMember(75);
  const member = await createMember({ createdAt: NOW - 400 * DAY_MS, accessEndsAt: NOW + DAY_MS });
  const returning = await endedMember(200, { accessChangesAt: NOW + 30 * DAY_MS, purgeAt: NOW });
  const paying = await endedMember(200, { purgeAt: NOW });
  const gifted = await endedMember(200, { purgeAt: NOW });
  await env.DB.batch([
    env.DB.prepare(
      `insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at) values ('c', 'monthly', 1, 'USD', '', '', '', 0)`,
    ),
    env.DB.prepare(`insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at)
      values ('s', 'c', ?, 'monthly', 'SUSPENDED', 0, 0, 0, 0)`).bind(paying.id),
    env.DB.prepare(`insert into gifts (id, plan, price_cents, currency, giver_name, giver_email, recipient_name, recipient_email, deliver_on, timezone, deliver_at, paid_at, redeemed_at, member_id, created_at)
      values ('g', 'annual', 1, 'USD', '', '', '', '', '2027-01-01', 'UTC', 0, 1, 1, ?, 0)`).bind(gifted.id),
  ]);
  await notifyOfPurges(contextAt(NOW));
  await purgeMembers(contextAt(NOW));
  for (const kept of [early, member, returning, paying, gifted]) {
    expect(await isPurged(kept)).toBe(false);
    expect(await rowsOf("select 1 from transactional_mails where member_id = ? and state <> 'sent'", kept.id)).toEqual(
      [],
    );
  }
  await env.DB.prepare("update subscriptions set status = 'EXPIRED' where id = 's'").run();
  await purgeMembers(contextAt(NOW));
  expect(await isPurged(paying)).toBe(true);
});

test("a checkout in progress holds off a purge", async () => {
  const member = await endedMember(200, { purgeAt: NOW });
  await insertRow("checkouts", {
    id: crypto.randomUUID(),
    plan: "monthly",
    price_cents: 1999,
    currency: "USD",
    email: member.email,
    email_key: member.emailKey,
    member_id: member.id,
    nonce_hash: "",
    created_at: NOW - 3_600_000,
  });
  await purgeMembers(contextAt(NOW));
  expect(await isPurged(member)).toBe(false);
  await purgeMembers(contextAt(NOW + 3 * DAY_MS));
  expect(await isPurged(member)).toBe(true);
});

test("a member whose purge fails doesn't hold up the rest", async () => {
  const [failing, next] = [await endedMember(200, { purgeAt: NOW - 1 }), await endedMember(200, { purgeAt: NOW })];
  await rowsOf(`create trigger no_purge before update of purged_at on members when new.id = '${failing.id}'
    begin select raise(abort, 'not this one'); end`);
  await purgeMembers(contextAt(NOW)).finally(() => rowsOf("drop trigger no_purge"));
  expect([await isPurged(failing), await isPurged(next)]).toEqual([false, true]);
});

test.for(["failed", "pending"])(
  "a member whose notice didn't arrive (%s) is notified again instead of purged, unless suppressed",
  async (state) => {
    const [member, suppressed] = [await endedMember(80), await endedMember(80)];
    await notifyOfPurges(contextAt(NOW));
    await rowsOf("update transactional_mails set state = ? where kind = 'purge-ahead'", state);
    await setMember(suppressed.id, { suppressedAt: NOW, suppressionReason: "bounced" });
    const day = NOW + 14 * DAY_MS;
    await purgeMembers(contextAt(day));
    expect(await isPurged(suppressed)).toBe(true);
    expect(await rowOf(member)).toMatchObject({ purged_at: null, purge_at: null });
    await notifyOfPurges(contextAt(day));
    expect(await rowOf(member)).toMatchObject({ purge_at: day + 14 * DAY_MS });
    await sendDueMails(contextAt(day));
    expect(await outboxOf(member.email)).toHaveLength(1);
    await purgeMembers(contextAt(day + 14 * DAY_MS));
    expect(await isPurged(member)).toBe(true);
  },
);

test("a member who returns after the notice isn't purged, and is notified again after their next end", async () => {
  const member = await endedMember(80);
  await notifyOfPurges(contextAt(NOW));
  const until = NOW + 20 * DAY_MS;
  await env.DB.prepare(
    "insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at) values (?, ?, 'administrator', ?, 'monthly', ?, ?, ?)",
  )
    .bind(crypto.randomUUID(), member.id, crypto.randomUUID(), NOW, until, NOW)
    .run();
  await recomputeAccess(contextAt(NOW).db, [member.id], { now: NOW });
  expect(await rowOf(member)).toMatchObject({ purge_at: null, access_ends_at: until });
  await sendDueMails(contextAt(NOW + 60_000));
  expect(await outboxOf(member.email)).toEqual([]);

  await recomputeAccess(contextAt(until).db, [member.id], { now: until });
  await purgeMembers(contextAt(until + 20 * DAY_MS));
  await notifyOfPurges(contextAt(until + 75 * DAY_MS));
  expect(await rowOf(member)).toMatchObject({ purge_at: null });
  await notifyOfPurges(contextAt(until + 76 * DAY_MS));
  expect(await rowOf(member)).toMatchObject({ purge_at: until + 90 * DAY_MS });
  await sendDueMails(contextAt(until + 76 * DAY_MS));
  await purgeMembers(contextAt(until + 90 * DAY_MS));
  expect(await isPurged(member)).toBe(true);
});

test("a purged giver's unopened gift keeps what it needs until it ends", async () => {
  const giver = await endedMember(200, { email: `giver-${crypto.randomUUID()}@old.test`, purgeAt: NOW });
  await env.DB.prepare(`insert into gifts (id, plan, price_cents, currency, giver_name, giver_email, recipient_name, recipient_email, deliver_on, timezone, deliver_at, paid_at, expires_at, created_at)
      values ('open', 'annual', 1, 'USD', 'Ana', ?, 'Bea', 'bea@other.test', '2027-01-01', 'UTC', 0, 1, ?, 0)`)
    .bind(giver.email, NOW + DAY_MS)
    .run();
  await purgeMembers(contextAt(NOW));
  expect(await isPurged(giver)).toBe(true);
  expect(await findText(giver.email)).toEqual(["gifts.giver_email"]);
  await purgeOldRows(contextAt(NOW + 367 * DAY_MS));
  expect(await findText(giver.email)).toEqual([]);
});

test("a gift's names are deleted a year after it was opened, but not before it has started", async () => {
  const member = await createMember({ createdAt: NOW, accessEndsAt: NOW + 900 * DAY_MS });
  const opened = async (id: string, { daysAgo, beginsIn }: { daysAgo: number; beginsIn: number }) => {
    const redeemedAt = NOW - daysAgo * DAY_MS;
    await env.DB.batch([
      env.DB.prepare(`insert into gifts (id, plan, price_cents, currency, giver_name, giver_email, recipient_name, recipient_email, deliver_on, timezone, deliver_at, paid_at, expires_at, redeemed_at, granted_at, member_id, created_at)
        values (?1, 'annual', 1, 'USD', ?1, '', 'Bea', '', '2025-01-01', 'UTC', 0, 1, ?2, ?2, ?3, ?4, 0)`).bind(
        id,
        redeemedAt,
        NOW - DAY_MS,
        member.id,
      ),
      env.DB.prepare(`insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
        values (?1, ?2, 'gift', ?1, 'annual', ?3, ?4, 0)`).bind(
        id,
        member.id,
        NOW + beginsIn * DAY_MS,
        NOW + 900 * DAY_MS,
      ),
    ]);
  };
  // Both waited until a subscription ended yesterday.
  await opened("begun", { daysAgo: 366, beginsIn: -2 });
  await opened("begins", { daysAgo: 366, beginsIn: 3 });
  await opened("young", { daysAgo: 364, beginsIn: -2 });
  const named = async () =>
    (await rowsOf("select giver_name from gifts where member_id = ? and giver_name <> '' order by 1", member.id)).map(
      (row) => row.giver_name,
    );
  await purgeOldRows(contextAt(NOW));
  expect(await named()).toEqual(["begins", "young"]);
  await purgeOldRows(contextAt(NOW + 5 * DAY_MS));
  expect(await named()).toEqual([]);
});

test("an hour with no one to notify or purge reads almost nothing, and a purge only what it needs", async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => createMember({ createdAt: NOW - 9 * DAY_MS, accessEndsAt: NOW + DAY_MS })),
  );
  const { d1, cost } = countingD1(env.DB);
  const ctx = { ...contextAt(NOW), db: createDb(d1) };
  await notifyOfPurges(ctx);
  await purgeMembers(ctx);
  expect(cost.rowsRead).toBeLessThanOrEqual(20);
  expect(cost.rowsWritten).toBe(0);

  const members = await Promise.all(Array.from({ length: 10 }, () => endedMember(100, { purgeAt: NOW })));
  const before = { ...cost };
  await purgeMembers(ctx);
  expect((cost.rowsRead - before.rowsRead) / members.length).toBeLessThanOrEqual(200);
  expect((cost.rowsWritten - before.rowsWritten) / members.length).toBeLessThanOrEqual(20);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { BROADCAST_WAIT_MS } from "#domain/rules/broadcasts.ts";
import { createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "../kernel/context.ts";
import { pauseKind } from "../mail/pauses.queries.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { cancelBroadcast, createBroadcast } from "./broadcasts.ts";
import { writeBroadcasts } from "./write-broadcasts.ts";

const NOW = Date.parse("2027-03-10T12:00:00Z");
const BEGINS = NOW + BROADCAST_WAIT_MS;
const MEMBERS = 2350;

// Recipients are everyone in the database.
beforeEach(async () => {
  for (const table of ["broadcasts", "transactional_mails", "dispatcher", "pauses", "mail_events"])
    await rowsOf(`delete from ${table}`);
  await rowsOf("update members set deleted_at = 1 where deleted_at is null");
});

/** Members with access, by a prefix of their addresses. */
async function fillHouse(count: number): Promise<void> {
  const prefix = crypto.randomUUID().slice(0, 8);
  await db.run(`
    insert into members (id, email, email_key, subscription_type, subscription_status, highest_plan, access_ends_at,
      wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select '${prefix}-' || i, '${prefix}-' || i || '@daybolt.test', '${prefix}-' || i || '@daybolt.test', 'monthly', 'active',
      'monthly', ${NOW + 90 * DAY_MS}, 0, 0, 0 from n`);
}

async function confirm(recipients: number, more: object = {}): Promise<string> {
  const requestId = crypto.randomUUID();
  const texts = { subject: "Prices change", body: "On May 1.\n\nNot before." };
  const to = { kind: "service", audience: "members", segment: {} } as const;
  await createBroadcast(contextAt(NOW), { requestId, ...to, ...texts, recipients, ...more });
  return requestId;
}

async function minute(now: number, ctx: Ctx = contextAt(now)): Promise<void> {
  await writeBroadcasts(ctx);
  // The test's instants jump, which never happens to starts on a real clock.
  await rowsOf("update dispatcher set last_start_at = null");
  await sendDueMails(contextAt(now));
}

const count = async () =>
  (
    await rowsOf(
      "select count(*) as mails, count(distinct member_id) as members, coalesce(sum(state = 'sent'), 0) as sent from transactional_mails",
    )
  )[0];
const stored = async () => (await rowsOf("select state, written, recipients from broadcasts"))[0];

test("everyone gets the message once, at a thousand a minute, starting after ten minutes", async () => {
  await fillHouse(MEMBERS);
  await confirm(MEMBERS);
  await minute(BEGINS - 1);
  expect(await count()).toMatchObject({ mails: 0 });
  await minute(BEGINS);
  expect(await count()).toEqual({ mails: 1000, members: 1000, sent: 1000 });
  await minute(BEGINS + MINUTE_MS);
  await minute(BEGINS + 2 * MINUTE_MS);
  expect(await stored()).toEqual({ state: "sending", written: MEMBERS, recipients: MEMBERS });
  await minute(BEGINS + 3 * MINUTE_MS);
  expect(await stored()).toEqual({ state: "sent", written: MEMBERS, recipients: MEMBERS });
  expect(await count()).toEqual({ mails: MEMBERS, members: MEMBERS, sent: MEMBERS });
});

test("a message about an outage goes out while another message is being sent, which then continues", async () => {
  await fillHouse(1100);
  await confirm(1100);
  await minute(BEGINS);
  await confirm(1100, { kind: "outage" });
  const written = () => rowsOf("select kind, written, state from broadcasts order by kind");
  await minute(BEGINS + MINUTE_MS);
  expect(await written()).toMatchObject([{ written: 1000 }, { written: 1000 }]);
  for (const minutes of [2, 3, 4, 5]) await minute(BEGINS + minutes * MINUTE_MS);
  expect(await written()).toEqual([
    { kind: "outage", written: 1100, state: "sent" },
    { kind: "service", written: 1100, state: "sent" },
  ]);
});

test("overlapping or killed ticks write no email twice and skip no one", async () => {
  await fillHouse(MEMBERS);
  await confirm(MEMBERS);
  for (let tick = 0; tick < 12; tick += 1) {
    const at = BEGINS + tick * MINUTE_MS;
    let left = tick;
    const dying = wrappedD1(async (run, _, isWrite) => {
      const result = await run();
      if (isWrite && left-- <= 0) throw new Error("The Worker was killed.");
      return result;
    });
    const isKilled = tick % 2 === 0 && tick < 8;
    const ctx = isKilled ? { ...contextAt(at), db: createDb(dying) } : contextAt(at);
    await Promise.allSettled([writeBroadcasts(ctx), writeBroadcasts(contextAt(at))]);
    await minute(at);
  }
  expect(await stored()).toEqual({ state: "sent", written: MEMBERS, recipients: MEMBERS });
  expect(await count()).toEqual({ mails: MEMBERS, members: MEMBERS, sent: MEMBERS });
});

test("no more emails are written while earlier ones are held up, as when complaints pause messages", async () => {
  await fillHouse(1100);
  await confirm(1100);
  await pauseKind(db, "message", { until: BEGINS + DAY_MS, now: NOW });
  const receipt = await createMember({ accessEndsAt: null });
  await rowsOf(
    `insert into transactional_mails (id, member_id, kind, to_address, parameters, next_attempt_at, created_at)
     values ('other', ?, 'password-changed', ?, '{"changedText":"today"}', 0, 0)`,
    receipt.id,
    receipt.email,
  );
  for (const minutes of [0, 1, 2]) await minute(BEGINS + minutes * MINUTE_MS);
  expect(await count()).toEqual({ mails: 1001, members: 1001, sent: 1 });
  expect(await outboxOf(receipt.email)).toHaveLength(1);
  for (const minutes of [0, 1, 2]) await minute(BEGINS + DAY_MS + minutes * MINUTE_MS);
  expect(await stored()).toMatchObject({ state: "sent", written: 1100 });
});

test("eligibility is checked again at sending", async () => {
  const stays = await createMember({ accessEndsAt: NOW + 30 * DAY_MS });
  const others = {
    lapsed: await createMember({ accessEndsAt: NOW + 30 * DAY_MS }),
    suppressed: await createMember({ accessEndsAt: NOW + 30 * DAY_MS }),
    deleted: await createMember({ accessEndsAt: NOW + 30 * DAY_MS }),
  };
  await confirm(4);
  await writeBroadcasts(contextAt(BEGINS));
  expect(await count()).toMatchObject({ mails: 4 });
  await setMember(others.lapsed.id, { accessEndsAt: BEGINS });
  await setMember(others.suppressed.id, { suppressedAt: BEGINS, suppressionReason: "bounced" });
  await setMember(others.deleted.id, { deletedAt: BEGINS });
  await sendDueMails(contextAt(BEGINS));
  expect(await outboxOf(stays.email)).toHaveLength(1);
  for (const { email } of Object.values(others)) expect(await outboxOf(email)).toEqual([]);
});

test("cancelling closes unsent emails, and emails in flight aren't retried", async () => {
  await fillHouse(1200);
  const id = await confirm(1200);
  await minute(BEGINS);
  await writeBroadcasts(contextAt(BEGINS + MINUTE_MS));
  // One call is in flight, its result unknown.
  await rowsOf(`update transactional_mails set call_id = 'call', attempts = 1, key_attempts = 1, first_attempt_at = ${BEGINS}
    where id in (select id from transactional_mails where state = 'pending' limit 100)`);
  await cancelBroadcast(contextAt(BEGINS + MINUTE_MS), { id });
  expect(await stored()).toEqual({ state: "cancelled", written: 1100, recipients: 1200 });
  await minute(BEGINS + 2 * MINUTE_MS);
  const reasons = await rowsOf(
    "select state, last_error as reason, count(*) as mails from transactional_mails group by 1, 2 order by 3",
  );
  expect(reasons).toEqual([
    { state: "closed", reason: "cause_gone", mails: 100 },
    { state: "closed", reason: "message_cancelled", mails: 100 },
    { state: "sent", reason: null, mails: 1000 },
  ]);
});

test("a message can be cancelled while an earlier slice waits for a retry", async () => {
  await fillHouse(200);
  const id = await confirm(200);
  await writeBroadcasts(contextAt(BEGINS));
  // The provider asked to wait, and freed the first call's emails.
  await rowsOf(`update transactional_mails set attempts = 1, next_attempt_at = ${BEGINS + 5 * MINUTE_MS}
    where id in (select id from transactional_mails order by id limit 100)`);
  await sendDueMails(contextAt(BEGINS));
  await writeBroadcasts(contextAt(BEGINS + MINUTE_MS));
  expect(await stored()).toMatchObject({ state: "sending" });
  await cancelBroadcast(contextAt(BEGINS + MINUTE_MS), { id });
  expect(await stored()).toEqual({ state: "cancelled", written: 100, recipients: 200 });
});

test("a message cancelled while a slice is being read writes none of that slice", async () => {
  await fillHouse(50);
  const id = await confirm(50);
  let isCancelled = false;
  const d1 = wrappedD1(async (run, _, isWrite) => {
    if (isWrite && !isCancelled) {
      isCancelled = true;
      await cancelBroadcast(contextAt(BEGINS), { id });
    }
    return run();
  });
  await writeBroadcasts({ ...contextAt(BEGINS), db: createDb(d1) });
  expect(await count()).toMatchObject({ mails: 0 });
  expect(await stored()).toMatchObject({ state: "cancelled", written: 0 });
});

test("an email costs four row writes when written and six when sent, and an idle tick reads one row", async () => {
  await fillHouse(500);
  const { d1, cost } = countingD1(env.DB);
  const ctx = (now: number) => ({ ...contextAt(now), db: createDb(d1) });
  const restart = () => Object.assign(cost, { rowsRead: 0, rowsWritten: 0 });
  await writeBroadcasts(ctx(BEGINS));
  expect(cost).toMatchObject({ rowsRead: 1, rowsWritten: 0 });
  await confirm(500);
  restart();
  await writeBroadcasts(ctx(BEGINS));
  // Each member is read once, whether they get it or not, and a recipient's latest emails.
  const [{ others } = {}] = await rowsOf("select count(*) as others from members where deleted_at is not null");
  expect((cost.rowsRead - Number(others)) / 500).toBeLessThanOrEqual(3.1);
  expect(cost.rowsWritten / 500).toBeLessThanOrEqual(4.1);
  restart();
  await sendDueMails(ctx(BEGINS));
  expect(cost.rowsWritten / 500).toBeLessThanOrEqual(6.1);
});

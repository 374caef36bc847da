import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { createImport, createInvited, createManyInvited, invitationLinkOf } from "#test/worker/invited.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { purgeInvitations, readInvitations } from "../../account/invitations/send-invitations.ts";
import type { Member } from "../../account/member/member.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notifyOfPurges } from "./purge-members.ts";
import { purgeExpiredInvitations, purgeOpenInvitations } from "./purge-unaccepted.ts";

/** Twelve minutes after a slot: nothing is purged in the first ten. */
const NOW = Date.parse("2026-11-26T08:12:00Z");
const INVITED = NOW - 90 * DAY_MS;

/** A clock that stays at the context's instant, or advances by `step` each time it's read. */
function at(now: number, step = 0): Ctx {
  let looks = 0;
  return { ...contextAt(now), clock: () => now + step * looks++ };
}

beforeEach(async () => {
  for (const table of ["invitations", "imports", "invitation_pace"]) await rowsOf(`delete from ${table}`);
});

const without = { accessEndsAt: INVITED - DAY_MS, accessChangesAt: null, subscriptionEndsAt: INVITED - DAY_MS };
const importBefore = () => createImport(INVITED - DAY_MS);

async function isPurged({ id }: Member): Promise<boolean> {
  const [row] = await rowsOf("select email, purged_at from members where id = ?", id);
  return row?.purged_at !== null && row?.email === "";
}

test("an unaccepted account is purged 90 days after its invitation, once its paid time has ended", async () => {
  const importId = await importBefore();
  const due = await createInvited(importId, { row: 1, ...without, invitation: { invitedAt: INVITED } });
  await invitationLinkOf(due, INVITED);
  const kept = [
    await createInvited(importId, { row: 2, ...without, invitation: { invitedAt: INVITED + MINUTE_MS } }),
    // Still paid for.
    await createInvited(importId, { row: 3, invitation: { invitedAt: INVITED } }),
    await createInvited(importId, {
      row: 4,
      ...without,
      isUnaccepted: false,
      invitation: { invitedAt: INVITED, acceptedAt: 1 },
    }),
    await createInvited(importId, { row: 5, ...without }),
  ];
  await purgeExpiredInvitations(at(NOW));
  await purgeExpiredInvitations(at(NOW));
  expect(await isPurged(due)).toBe(true);
  for (const table of ["invitations", "auth_tokens", "transactional_mails"])
    expect(await rowsOf(`select 1 from ${table} where member_id = ?`, due.id), table).toEqual([]);
  expect((await rowsOf("select action from audit where subject = ?", due.id)).map(({ action }) => action)).toEqual([
    "member.purge",
  ]);
  for (const member of kept) expect(await isPurged(member)).toBe(false);
});

test("the hourly purge checks 1,000 of many still-paid accounts, from a different one each time", async () => {
  const importId = await importBefore();
  await rowsOf(
    `insert into members (id, email, email_key, subscription_type, subscription_status, is_unaccepted, access_ends_at, access_changes_at, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
    select hex(randomblob(8)), i || '@paid.test', i || '@paid.test', 'monthly', 'active', 1, ?1, ?1, 0, 0, 0 from n`,
    NOW + 365 * DAY_MS,
  );
  await rowsOf(
    `insert into invitations (member_id, import_id, row, is_unsubscribed, invited_at)
    select id, ?, row_number() over (order by id), 0, ? from members where email like '%@paid.test'`,
    importId,
    INVITED - DAY_MS,
  );
  const { d1, cost } = countingD1(env.DB);
  await purgeExpiredInvitations({ ...at(NOW), db: createDb(d1) });
  expect(cost.rowsRead).toBeGreaterThanOrEqual(2000);
  expect(cost.rowsRead).toBeLessThanOrEqual(2010);
  const due = await createInvited(importId, { row: 3000, ...without, invitation: { invitedAt: INVITED } });
  for (let hour = 0; hour < 60 && !(await isPurged(due)); hour += 1) await purgeExpiredInvitations(at(NOW));
  expect(await isPurged(due)).toBe(true);
});

test("an administrator's request purges all accounts unaccepted at that time, in slices, and then ends", async () => {
  const importId = await importBefore();
  const open = [
    ...(await createManyInvited(importId, 3, { createdAt: NOW - DAY_MS })),
    await createInvited(importId, { row: 4, createdAt: NOW - DAY_MS, invitation: { invitedAt: NOW } }),
  ];
  const accepted = await createInvited(importId, {
    row: 5,
    createdAt: NOW - DAY_MS,
    isUnaccepted: false,
    invitation: { invitedAt: 1, acceptedAt: 2 },
  });
  await purgeOpenInvitations(at(NOW));
  expect(await isPurged(open[0] as Member)).toBe(false);
  expect(await purgeInvitations(at(NOW))).toMatchObject({ isPurging: true, waiting: 3, open: 1, accepted: 1 });
  const later = await createInvited(importId, { row: 6, createdAt: NOW + MINUTE_MS });
  // A tick that runs out of time leaves the rest to the next.
  await purgeOpenInvitations(at(NOW, 9000));
  expect((await Promise.all(open.map(isPurged))).filter(Boolean).length).toBeLessThan(4);
  expect(await readInvitations(at(NOW))).toMatchObject({ isPurging: true });
  await purgeOpenInvitations(at(NOW + MINUTE_MS));
  expect(await Promise.all(open.map(isPurged))).toEqual([true, true, true, true]);
  expect(await Promise.all([accepted, later].map(isPurged))).toEqual([false, false]);
  expect(await readInvitations(at(NOW))).toMatchObject({ isPurging: false, waiting: 1, open: 0, accepted: 1 });
  for (const { id } of open)
    expect((await rowsOf("select ended_at from access_grants where member_id = ?", id))[0]?.ended_at).not.toBeNull();
});

/** What keeps an account, written as its owner or an administrator would. */
const KEEPERS = {
  "a purchase": (id: string) =>
    rowsOf(
      `insert into checkouts (id, request_id, nonce_hash, created_at, plan, price_cents, currency, email, email_key, member_id)
       values (?1, ?1, 'x', 1, 'monthly', 999, 'USD', 'x', 'x', ?2)`,
      crypto.randomUUID(),
      id,
    ),
  "access from an administrator": (id: string) =>
    rowsOf(
      `insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, created_at)
       values (?1, ?2, 'administrator', ?1, 'monthly', 1, 2, 2, 1)`,
      crypto.randomUUID(),
      id,
    ),
  "an email to us": (id: string) =>
    rowsOf(
      `insert into inbound_mails (id, member_id, from_address, from_name, subject, preview, size_bytes, asks_refund, received_at)
       values (?, ?, '', '', '', '', 1, 0, 1)`,
      crypto.randomUUID(),
      id,
    ),
};

test.for(Object.entries(KEEPERS))(
  "an unaccepted account with %s is purged neither by request nor by age, but by its own retention",
  async ([, keep]) => {
    const created = NOW - 5 * 365 * DAY_MS;
    const ended = { ...without, accessEndsAt: created, createdAt: created };
    const member = await createInvited(await importBefore(), { ...ended, invitation: { invitedAt: INVITED } });
    await keep(member.id);
    await purgeExpiredInvitations(at(NOW));
    await purgeInvitations(at(NOW));
    await purgeOpenInvitations(at(NOW + MINUTE_MS));
    expect(await isPurged(member)).toBe(false);
    expect(await readInvitations(at(NOW))).toMatchObject({ isPurging: false, open: 1 });
    await notifyOfPurges(contextAt(NOW));
    expect(await rowsOf("select kind from transactional_mails where member_id = ?", member.id)).toEqual([
      { kind: "purge-ahead" },
    ]);
  },
);

test("nothing is purged just after a slot", async () => {
  const importId = await importBefore();
  const due = await createInvited(importId, { ...without, invitation: { invitedAt: INVITED - DAY_MS } });
  await purgeExpiredInvitations(at(NOW - 11 * MINUTE_MS));
  expect(await isPurged(due)).toBe(false);
});

test("a member who never accepted their account gets no purge notice", async () => {
  const created = NOW - 5 * 365 * DAY_MS;
  const member = await createInvited(await importBefore(), { ...without, accessEndsAt: created, createdAt: created });
  await notifyOfPurges(contextAt(NOW));
  const sql = "select count(*) as n from transactional_mails where member_id = ?";
  expect(await env.DB.prepare(sql).bind(member.id).first()).toEqual({ n: 0 });
});

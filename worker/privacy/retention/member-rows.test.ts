import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { insertRow } from "#test/worker/fill-member.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../../account/member/member.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import { purgeMembers } from "./purge-members.ts";

const NOW = Date.parse("2027-06-15T10:20:00Z");
const TABLES = ["checkouts", "gifts", "payments", "refunds", "provider_events", "consents", "transactional_mails"];

// Ignores what another test left due.
beforeEach(() => rowsOf("update members set purged_at = 1 where purged_at is null"));

/** Someone whose closed account is due for deletion. */
function closedMember(): Promise<Member> {
  return createMember({ firstName: "Ana", deletedAt: NOW - 30 * DAY_MS, purgeAt: NOW });
}

async function isPurged({ id }: Member): Promise<boolean> {
  const [row] = await rowsOf("select purged_at from members where id = ?", id);
  return row?.purged_at === NOW;
}

const oneOf = async (table: string, id: string) => (await rowsOf(`select * from ${table} where id = ?`, id))[0];

function beginCheckout(email: string, more: Record<string, string | number | null>): Promise<void> {
  const sold = { plan: "monthly", price_cents: 1999, currency: "USD", nonce_hash: "n", session_id: "s" };
  return insertRow("checkouts", { ...sold, email, email_key: email.toLowerCase(), ...more });
}

/** A gift opened and granted long ago, with its text and its email. */
async function give(gift: { id: string; giver: string; recipient: Member; memberId?: string }): Promise<void> {
  const at = NOW - 100 * DAY_MS;
  await insertRow("gifts", {
    id: gift.id,
    plan: "annual",
    price_cents: 9999,
    currency: "USD",
    giver_name: "Gil",
    giver_email: gift.giver,
    recipient_name: "Rea",
    recipient_email: gift.recipient.email,
    deliver_on: "2027-01-01",
    timezone: "UTC",
    deliver_at: at,
    order_id: `order-${gift.id}`,
    paid_at: at,
    redeemed_at: at,
    granted_at: at,
    member_id: gift.recipient.id,
    created_at: at,
  });
  await insertRow("transactional_mails", {
    id: `gift-started:${gift.id}`,
    member_id: gift.recipient.id,
    kind: "gift-started",
    to_address: gift.recipient.email,
    parameters: "{}",
    next_attempt_at: NOW,
    created_at: at,
  });
  const consent = { terms_version: "1", text: "I agree.", at };
  await insertRow("consents", { ...consent, purpose: "gift", source_id: gift.id, email: gift.giver });
  const opened = { purpose: "gift_redemption", member_id: gift.recipient.id, email: gift.recipient.email };
  await insertRow("consents", { ...consent, ...opened, source_id: gift.id });
}

test("a closed account's address can be reused, and its new owner's purchases and gifts stay unchanged", async () => {
  const closed = await closedMember();
  const next = await createMember({ email: closed.email, firstName: "Bea" });
  const friend = await createMember({ giftGiverName: "Bea" });
  const ids = { given: crypto.randomUUID(), opened: crypto.randomUUID(), payment: crypto.randomUUID() };
  await beginCheckout(next.email, { id: crypto.randomUUID(), member_id: next.id, created_at: NOW - 10 * DAY_MS });
  await beginCheckout(next.email, { id: crypto.randomUUID(), member_id: null, created_at: NOW - 10 * DAY_MS });
  await give({ id: ids.given, giver: next.email, recipient: friend });
  await give({ id: ids.opened, giver: "gil@other.test", recipient: next });
  const money = { amount_cents: 9999, currency: "USD" };
  await insertRow("payments", {
    ...money,
    id: ids.payment,
    gift_id: ids.given,
    state: "completed",
    paid_at: 1,
    created_at: 1,
  });
  await insertRow("refunds", {
    ...money,
    id: crypto.randomUUID(),
    payment_id: ids.payment,
    reason: "Bea asked",
    asked_at: 1,
  });
  const heard = { id: crypto.randomUUID(), type: "t", received_at: 1, applied_at: 1, body: "Bea" };
  await insertRow("provider_events", { ...heard, subject: `order-${ids.given}` });
  const all = () => Promise.all(TABLES.map((table) => rowsOf(`select * from ${table} order by 1, 2`)));
  const before = await all();

  await purgeMembers(contextAt(NOW));

  expect(await isPurged(closed)).toBe(true);
  expect(await all()).toEqual(before);
  expect(await oneOf("members", friend.id)).toMatchObject({ gift_giver_name: "Bea" });
});

test("a purge empties the event of a dispute that names another member's payment first", async () => {
  const closed = await closedMember();
  const other = await createMember();
  const [disputeId, event] = [crypto.randomUUID(), crypto.randomUUID()];
  const entry = { actor: "paypal", action: "payment.dispute", details: { disputeId } } as const;
  for (const { id: subject } of [other, closed]) await auditEvent(contextAt(NOW), { ...entry, subject });
  const applied = { received_at: 1, applied_at: 1, outcome: "dispute" };
  await insertRow("provider_events", {
    ...applied,
    id: event,
    type: "CUSTOMER.DISPUTE.CREATED",
    subject: disputeId,
    body: "{}",
  });
  await purgeMembers(contextAt(NOW));
  expect(await oneOf("provider_events", event)).toMatchObject({ subject: disputeId, body: null });
});

test("a visitor's recent checkout keeps its email address through a purge, and an older one loses it", async () => {
  const closed = await closedMember();
  const [young, old, own] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await beginCheckout(closed.email, { id: young, member_id: null, created_at: NOW - 3_600_000 });
  await beginCheckout(closed.email, { id: old, member_id: null, created_at: NOW - 4 * DAY_MS });
  await beginCheckout(closed.email, { id: own, member_id: closed.id, bought_at: 1, created_at: NOW - 3_600_000 });
  await purgeMembers(contextAt(NOW));
  expect(await oneOf("checkouts", young)).toMatchObject({ email: closed.email, session_id: "s" });
  for (const id of [old, own])
    expect(await oneOf("checkouts", id)).toMatchObject({ email: "", email_key: "", session_id: null });
});

test("a purge deletes the giver's consent to a gift but not the recipient's, and reads no one else's rows", async () => {
  const giver = await closedMember();
  const recipient = await createMember();
  const id = crypto.randomUUID();
  await give({ id, giver: giver.email, recipient });
  await rowsOf(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into consents (purpose, source_id, email, terms_version, text, at) select 'setup', 'many-' || i, 'm@other.test', '1', '', 1 from n`);
  const { d1, cost } = countingD1(env.DB);
  await purgeMembers({ ...contextAt(NOW), db: createDb(d1) });
  expect(await isPurged(giver)).toBe(true);
  expect(await rowsOf("select purpose, email from consents where source_id = ? order by purpose", id)).toEqual([
    { purpose: "gift", email: "" },
    { purpose: "gift_redemption", email: recipient.email },
  ]);
  expect(cost.rowsRead).toBeLessThanOrEqual(300);
});

test("a gift waiting for a subscription to end keeps its giver's name and its start email until it starts", async () => {
  const giver = await closedMember();
  const recipient = await createMember();
  const [coming, started] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [id, startsAt] of [
    [coming, NOW + 100 * DAY_MS],
    [started, NOW - DAY_MS],
  ] as const) {
    await give({ id, giver: giver.email, recipient });
    await insertRow("access_grants", {
      id: crypto.randomUUID(),
      member_id: recipient.id,
      source: "gift",
      source_id: id,
      plan: "annual",
      starts_at: startsAt,
      until: startsAt + 365 * DAY_MS,
      created_at: NOW,
    });
  }
  await purgeMembers(contextAt(NOW));
  expect(await oneOf("gifts", coming)).toMatchObject({ giver_name: "Gil", giver_email: giver.email, emptied_at: null });
  expect(await oneOf("transactional_mails", `gift-started:${coming}`)).toMatchObject({ state: "pending" });
  expect(await oneOf("gifts", started)).toMatchObject({ giver_name: "", giver_email: "", emptied_at: NOW });
  expect(await oneOf("transactional_mails", `gift-started:${started}`)).toBeUndefined();
});

/** An email from an address without an account, its file, and the acknowledgment sent. */
async function writeAsStranger(from: string): Promise<{ letter: string; answer: string; file: string }> {
  const letter = crypto.randomUUID();
  const [answer, file] = [`inbound-${letter}`, `inbound/2027-06-01/${letter}.eml`];
  await env.MEDIA.put(file, `From: ${from}`);
  await insertRow("inbound_mails", {
    id: letter,
    from_address: from,
    from_name: "Ana",
    subject: "Hello",
    preview: "Hello",
    raw_key: file,
    size_bytes: 9,
    asks_refund: 0,
    received_at: NOW - DAY_MS,
  });
  await insertRow("transactional_mails", {
    id: answer,
    kind: "inbound-received",
    to_address: from,
    parameters: "{}",
    state: "sent",
    next_attempt_at: 0,
    created_at: NOW - DAY_MS,
  });
  return { letter, answer, file };
}

const isLeft = async ({ letter, answer, file }: Awaited<ReturnType<typeof writeAsStranger>>) => ({
  letter: (await oneOf("inbound_mails", letter)) !== undefined,
  answer: (await oneOf("transactional_mails", answer)) !== undefined,
  file: (await env.MEDIA.head(file)) !== null,
});

test("a purge deletes inbound emails sent while the address had no account, without reading anyone else's", async () => {
  const closed = await closedMember();
  const [own, other] = [await writeAsStranger(closed.email.toUpperCase()), await writeAsStranger("o@other.test")];
  await rowsOf(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into inbound_mails (id, received_at, from_address, from_name, subject, preview, size_bytes, asks_refund)
    select 'many-' || i, 1, 'm' || i || '@other.test', '', '', '', 9, 0 from n`);
  await rowsOf(`
    insert into transactional_mails (id, kind, to_address, parameters, state, next_attempt_at, created_at)
    select 'inbound-' || id, 'inbound-received', from_address, '{}', 'sent', 0, 1 from inbound_mails where id like 'many-%'`);
  const { d1, cost } = countingD1(env.DB);
  await purgeMembers({ ...contextAt(NOW), db: createDb(d1) });
  expect(await isPurged(closed)).toBe(true);
  expect(await isLeft(own)).toEqual({ letter: false, answer: false, file: false });
  expect(await isLeft(other)).toEqual({ letter: true, answer: true, file: true });
  expect(cost.rowsRead).toBeLessThanOrEqual(300);
});

test("inbound emails of an address that now has another account stay, and are deleted with that account", async () => {
  const closed = await closedMember();
  const next = await createMember({ email: closed.email });
  const letter = await writeAsStranger(closed.email);
  await purgeMembers(contextAt(NOW));
  expect(await isPurged(closed)).toBe(true);
  expect(await isLeft(letter)).toEqual({ letter: true, answer: true, file: true });
  await rowsOf("update members set deleted_at = 1, purge_at = ? where id = ?", NOW, next.id);
  await purgeMembers(contextAt(NOW));
  expect(await isLeft(letter)).toEqual({ letter: false, answer: false, file: false });
});

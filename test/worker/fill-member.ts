import { env } from "cloudflare:workers";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#domain/durations.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { addressHash } from "#worker/kernel/hashing.ts";
import { createItem, createMember, rowsOf } from "./factories.ts";
import { SCHEMA_TABLES } from "./schema-tables.ts";

const TABLES = new Map(SCHEMA_TABLES.map((table) => [getTableConfig(table).name, table]));

/** The member's private mark; none of it may remain. */
export const MARK = "Quartermain";

/**
 * Texts that aren't personal: IDs of rows and at PayPal, our own words and figures. Every other text column is filled
 * with the member's name, unless its type allows only a few words.
 */
const NOT_PERSONAL: Record<string, string[]> = {
  "*": ["id", "currency", "timezone", "number", "terms_version", "price_text", "content_id", "action", "actor"],
  access_grants: ["source_id"],
  audit: ["request_id"],
  consents: ["source_id", "text"],
  invitations: ["import_id"],
  provider_events: ["type", "subject", "outcome"],
  disputes: ["result"],
  refunds: ["provider_id", "asked_by"],
  subscriptions: ["replaces_id", "last_event"],
  checkouts: ["nonce_hash", "plan_id", "replaces_id", "subscription_id"],
  gifts: ["order_id"],
  wake_up_batches: ["last_error", "sent_again_as"],
  suppressions: ["address_hash"],
};

type Row = Record<string, string | number | null>;

export type Filled = { id: string; email: string; now: number; tables: string[]; rawKeys: string[] };

export async function insertRow(table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await env.DB.prepare(`insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
}

function textOf(table: string, column: SQLiteColumn, email: string): string {
  if (column.enumValues?.length) return String(column.enumValues[0]);
  if (/(^|_)(date|local_date|morning)$|deliver_on/.test(column.name)) return "2026-03-01";
  if (column.name === "month") return "2026-03";
  if (/email|address/.test(column.name)) return email;
  const isOurs = [...(NOT_PERSONAL["*"] ?? []), ...(NOT_PERSONAL[table] ?? [])].includes(column.name);
  if (isOurs) return crypto.randomUUID();
  if (/parameters|details|recipients|member_ids|body/.test(column.name))
    return JSON.stringify([{ name: MARK, address: email }]);
  return `${MARK} ${crypto.randomUUID()}`;
}

/** A row with the member's name wherever possible, nullable columns included. */
function rowOf(table: string, { email, at }: { email: string; at: number }, given: Row): Row {
  const own = TABLES.get(table);
  if (!own) throw new Error(`The schema has no table ${table}.`);
  const row: Row = {};
  for (const column of getTableConfig(own).columns) {
    const type = column.getSQLType();
    if (column.name in given) row[column.name] = given[column.name] ?? null;
    else if (type === "text") row[column.name] = textOf(table, column, email);
    else if (table !== "audit" || column.name !== "id")
      row[column.name] = /_at$|^at$|until|expires/.test(column.name) ? at : 1;
  }
  return row;
}

/**
 * A member whose access ended longer before `now` than the retention period. Every table in `tables` has a row with
 * their name and address wherever possible; they also have a file in R2 and gave to another member.
 */
export async function fillMember(now: number, tables: string[]): Promise<Filled> {
  const at = now - 200 * DAY_MS;
  const email = `Zebulon.${MARK}-${crypto.randomUUID().slice(0, 8)}@old.test`;
  const member = await createMember(
    {
      email,
      firstName: MARK,
      lastName: MARK,
      passwordHash: `scrypt$${MARK}`,
      giftGiverName: MARK,
      phoneNumber: MARK,
      accessEndsAt: at,
      subscriptionEndsAt: at,
      accessChangesAt: null,
      highestPlan: null,
      createdAt: at - DAY_MS,
      updatedAt: at,
    },
    { hasGrant: false },
  );
  const friend = await createMember({ firstName: "Bea", giftGiverName: MARK });
  const { id } = member;
  const item = await createItem("2026-03-01");
  const ids = { checkout: crypto.randomUUID(), subscription: crypto.randomUUID(), payment: crypto.randomUUID() };
  const gifts = { given: crypto.randomUUID(), opened: crypto.randomUUID() };
  const letters = { own: crypto.randomUUID(), asStranger: crypto.randomUUID() };
  const rawKeyOf = (letter: string) => `inbound/${new Date(now - DAY_MS).toISOString().slice(0, 10)}/${letter}.eml`;
  const rawKeys = Object.values(letters).map(rawKeyOf);
  for (const key of rawKeys) await env.MEDIA.put(key, `From: ${email}\r\n\r\nI am ${MARK}.`);
  const gift = {
    recipient_email: email,
    paid_at: at,
    redeemed_at: at,
    granted_at: at,
    refunded_at: null,
    emptied_at: null,
  };
  const given: Record<string, Row[]> = {
    access_grants: [{ member_id: id, source: "subscription", until: at, ended_at: null }],
    auth_tokens: [{ member_id: id, expires_at: now }],
    sessions: [{ member_id: id, last_used_at: now }],
    feeds: [{ member_id: id }],
    progress: [{ member_id: id, content_id: item.id }],
    member_progress: [{ member_id: id, content_number: item.number }],
    favorites: [{ member_id: id, content_id: item.id }],
    repeats: [{ member_id: id, content_id: item.id }],
    deliveries: [{ member_id: id, day: Math.floor(now / DAY_MS) - 3, state: 1, claimed_at: 1, sent_at: 1 }],
    push_devices: [{ member_id: id, id: `${MARK}-${id.split("").reverse().join("")}` }],
    push_deliveries: [
      {
        member_id: id,
        device_id: `${MARK}-${id.split("").reverse().join("")}`,
        day: Math.floor(now / DAY_MS) - 3,
        state: 3,
      },
    ],
    delivery_months: [{ member_id: id }],
    wake_up_batches: [{ number: null, settled_at: at, slot_at: at, state: "sent" }],
    suppressions: [{ address_hash: addressHash(readConfig(env), member.emailKey), lifted_at: null }],
    inbound_mails: [
      { id: letters.own, member_id: id, raw_key: rawKeyOf(letters.own), received_at: now - DAY_MS },
      // Written before the account existed, or after it was closed.
      { id: letters.asStranger, member_id: null, raw_key: rawKeyOf(letters.asStranger), received_at: now - DAY_MS },
    ],
    transactional_mails: [
      { id: `purge-ahead:${id}:${now}`, member_id: id, state: "sent" },
      { id: `gift-receipt:${gifts.given}`, member_id: null, state: "sent", created_at: now },
      { id: `gift:${gifts.opened}:2`, member_id: null, state: "sent", created_at: now },
      {
        id: `inbound-${letters.asStranger}`,
        kind: "inbound-received",
        member_id: null,
        state: "sent",
        created_at: now,
      },
    ],
    checkouts: [{ id: ids.checkout, member_id: id, session_id: null, bought_at: at }],
    subscriptions: [
      {
        id: ids.subscription,
        member_id: id,
        checkout_id: ids.checkout,
        status: "CANCELLED",
        check_at: null,
        replaced_at: null,
      },
    ],
    charged_subscriptions: [],
    gifts: [
      {
        ...gift,
        id: gifts.given,
        recipient_email: friend.email,
        recipient_name: "Bea",
        member_id: friend.id,
        next_mail_at: null,
      },
      {
        ...gift,
        id: gifts.opened,
        giver_email: "friend@other.test",
        giver_name: "Bea",
        member_id: id,
        next_mail_at: null,
      },
    ],
    payments: [
      { id: ids.payment, subscription_id: ids.subscription, gift_id: null, member_id: id },
      { subscription_id: null, gift_id: gifts.given, member_id: null },
    ],
    refunds: [{ payment_id: ids.payment }],
    disputes: [{ payment_id: ids.payment }],
    provider_events: [{ subject: ids.subscription, applied_at: at, received_at: now }],
    consents: [{ member_id: id }, { purpose: "gift", member_id: null, source_id: gifts.given }],
    audit: [{ subject: id, at: now }],
  };
  // Parents before rows that refer to them.
  const order = ["checkouts", "subscriptions", "gifts", "payments"];
  const rest = tables.filter((table) => !order.includes(table) && table !== "members");
  for (const table of [...order.filter((name) => tables.includes(name)), ...rest]) {
    for (const own of given[table] ?? [{ member_id: id }]) await insertRow(table, rowOf(table, { email, at }, own));
  }
  // The trigger doesn't count a cancelled subscription.
  await env.DB.prepare("insert into charged_subscriptions (member_id, count) values (?, 0) on conflict do nothing")
    .bind(id)
    .run();
  return { id, email, now, tables, rawKeys };
}

/** A row from an instant in each table that deletes by age, for a member who stays, as if nothing was deleted yet. */
export async function oldRows(at: number): Promise<{ table: string; row: Row }[]> {
  const { id, email } = await createMember();
  const item = await createItem("2026-03-02");
  const date = new Date(at).toISOString().slice(0, 10);
  const upload = crypto.randomUUID();
  const job = crypto.randomUUID();
  const given: Record<string, Row> = {
    auth_tokens: { member_id: id },
    sessions: { member_id: id },
    admin_sessions: {},
    admin_keys: { administrator_id: `left-${id}`, retired_at: at },
    attempt_counters: {},
    deliveries: { member_id: id, day: Math.floor(at / DAY_MS), state: 1, claimed_at: 1, sent_at: 1 },
    delivery_months: { member_id: id, month: date.slice(0, 7) },
    push_deliveries: { member_id: id, day: Math.floor(at / DAY_MS), state: 3 },
    push_batches: {},
    wake_up_batches: { number: 900_001, state: "sent", local_date: date },
    wake_up_mails: { local_date: date },
    wake_up_slots: { outcome: "batched" },
    incidents: {},
    broadcasts: {},
    member_jobs: { id: job, state: "done" },
    member_job_people: { job_id: job, member_id: id },
    live_event_drafts: {},
    mail_events: { date },
    inbound_mails: { member_id: id, raw_key: null },
    transactional_mails: { member_id: id, state: "sent" },
    gifts: { member_id: id, refunded_at: null, emptied_at: null, next_mail_at: null },
    audit: { subject: id },
    content_revisions: { content_id: item.id, fields: "{}" },
    media: { unreferenced_since: at },
    uploads: { id: upload, multipart_id: null },
    upload_parts: { upload_id: upload },
  };
  const administrator = rowOf("administrators", { email, at }, { id: `left-${id}` });
  await insertRow("administrators", administrator);
  const rows = Object.entries(given).map(([table, own]) => ({ table, row: rowOf(table, { email, at }, own) }));
  for (const { table, row } of rows) await insertRow(table, row);
  return rows;
}

/** Whether a row is in its table as written; an emptied one isn't. */
export async function isThere(table: string, row: Row): Promise<boolean> {
  const same = Object.keys(row).map((name) => `${name} is ?`);
  return (await rowsOf(`select 1 from ${table} where ${same.join(" and ")}`, ...Object.values(row))).length > 0;
}

import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { kindsThat } from "../../mail/kinds/kinds.ts";
import { isOneOf } from "../../mail/transactional-mails.queries.ts";
import { EMPTY_GIFT, mailsOfGifts } from "./gift-rows.ts";

type Old = { before: number; limit: number };

export function deleteOldAudit(db: Db, { before, limit }: Old) {
  return db.run(
    sql`delete from audit where id in (select id from audit where at < ${before} order by at limit ${limit})`,
  );
}

/** Deletes links that expired so long ago that nobody asks why theirs doesn't work. */
export function deleteOldLinks(db: Db, { before, limit }: Old) {
  return db.run(sql`
    delete from auth_tokens where id in (select id from auth_tokens where expires_at < ${before} order by expires_at limit ${limit})`);
}

/** Deletes emails to people without an account, such as about a gift: no other rule does. */
export function deleteMailsOfStrangers(db: Db, { before, limit }: Old) {
  return db.run(sql`
    delete from transactional_mails where id in (
      select id from transactional_mails where member_id is null and created_at < ${before} and state <> 'pending'
      order by created_at limit ${limit})`);
}

const keptWithCause = isOneOf(kindsThat(({ retention }) => retention === "with_cause"));

/** Deletes settled emails to members, except those the partial index leaves out; must match its condition word for word. */
export function deleteMailsOfMembers(db: Db, { before, limit }: Old) {
  return db.run(sql`
    delete from transactional_mails where id in (
      select id from transactional_mails
      where state <> 'pending' and member_id is not null
        and not ${keptWithCause} and created_at < ${before}
      order by created_at limit ${limit})`);
}

/** Nothing has read these since migration 0009; a later migration drops the table. */
export function deleteOldDeliveries(db: Db, limit: number) {
  return db.run(sql`
    delete from old_deliveries where (local_date, member_id) in (select local_date, member_id from old_deliveries limit ${limit})`);
}

/** Deletes gifts that were never paid, with their consents, unless the payment is pending at PayPal. */
export function deleteUnpaidGifts(db: Db, { before, limit }: Old) {
  const unpaid = sql`select id from gifts where paid_at is null and pending_since is null and created_at < ${before} order by created_at limit ${limit}`;
  return [
    db.run(sql`delete from consents where purpose = 'gift' and source_id in (${unpaid})`),
    db.run(sql`delete from gifts where id in (${unpaid})`),
  ] as const;
}

/**
 * Clears names, addresses and messages of gifts that were opened, refunded or expired long ago, and of rows that refer to them.
 * A gift that waits or starts later keeps them until the day after it starts, when its email is sent.
 */
export function emptyOldGifts(db: Db, { before, limit, now }: Old & { now: number }) {
  const over = `
    select id from gifts where emptied_at is null and paid_at is not null and (redeemed_at is null or granted_at is not null)
      and coalesce(refunded_at, redeemed_at, expires_at) < ${Math.floor(before)}
      and not exists (
        select 1 from access_grants a
        where a.source = 'gift' and a.source_id = gifts.id and a.ended_at is null and a.starts_at > ${Math.floor(now - DAY_MS)})
    order by coalesce(refunded_at, redeemed_at, expires_at) limit ${Math.floor(limit)}`;
  const columns = Object.entries(EMPTY_GIFT).map(([name, value]) => `${name} = ${value.replace("{now}", String(now))}`);
  return [
    db.run(sql`delete from transactional_mails where id in (${sql.raw(mailsOfGifts(over))})`),
    db.run(sql`update consents set email = '' where purpose = 'gift' and source_id in (${sql.raw(over)})`),
    db.run(sql`update gifts set ${sql.raw(columns.join(", "))} where id in (${sql.raw(over)})`),
  ] as const;
}

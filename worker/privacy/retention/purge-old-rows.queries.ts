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

/** Links that expired so long ago that nobody asks any more why theirs does not work. */
export function deleteOldLinks(db: Db, { before, limit }: Old) {
  return db.run(sql`
    delete from auth_tokens where id in (select id from auth_tokens where expires_at < ${before} order by expires_at limit ${limit})`);
}

/** Mails to somebody without an account, such as about a gift: nothing else would end them. */
export function deleteMailsOfStrangers(db: Db, { before, limit }: Old) {
  return db.run(sql`
    delete from transactional_mails where id in (
      select id from transactional_mails where member_id is null and created_at < ${before} and state <> 'pending'
      order by created_at limit ${limit})`);
}

const keptWithCause = isOneOf(kindsThat(({ retention }) => retention === "with_cause"));

/** Settled mails to members, but for those that the partial index leaves out; its words are its own. */
export function deleteMailsOfMembers(db: Db, { before, limit }: Old) {
  return db.run(sql`
    delete from transactional_mails where id in (
      select id from transactional_mails
      where state <> 'pending' and member_id is not null
        and not ${keptWithCause} and created_at < ${before}
      order by created_at limit ${limit})`);
}

/** What nothing reads since migration 0009; a later migration drops the table. */
export function deleteOldDeliveries(db: Db, limit: number) {
  return db.run(sql`
    delete from old_deliveries where (local_date, member_id) in (select local_date, member_id from old_deliveries limit ${limit})`);
}

/** Gifts that were begun and never paid, with what was agreed to at them; not those whose money is on its way at PayPal. */
export function deleteUnpaidGifts(db: Db, { before, limit }: Old) {
  const unpaid = sql`select id from gifts where paid_at is null and pending_since is null and created_at < ${before} order by created_at limit ${limit}`;
  return [
    db.run(sql`delete from consents where purpose = 'gift' and source_id in (${unpaid})`),
    db.run(sql`delete from gifts where id in (${unpaid})`),
  ] as const;
}

/**
 * Names, addresses and words of gifts that were opened, sent back or ran out long ago, in them and in what refers to them. One that
 * waits, or begins later, keeps them until the day after it began, as its mail goes out then.
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

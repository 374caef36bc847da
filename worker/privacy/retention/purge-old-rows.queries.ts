import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { authTokens } from "#db/schema/account.ts";
import { audit } from "#db/schema/audit.ts";
import { broadcasts } from "#db/schema/broadcasts.ts";
import { liveEventDrafts } from "#db/schema/live-events.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import { DAY_MS } from "#domain/durations.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";
import { kindsThat } from "../../mail/kinds/kinds.ts";
import { isOneOf } from "../../mail/transactional-mails.queries.ts";
import { emptyGift, mailsOfGifts } from "./gift-rows.queries.ts";
import { columnsOf } from "./member-rows.queries.ts";

export const deleteOldAudit = (db: Db, old: Old) => deleteOldest(db, audit.at, old);

export const deleteOldDrafts = (db: Db, old: Old) => deleteOldest(db, liveEventDrafts.startsAt, old);

export const deleteOldLinks = (db: Db, old: Old) => deleteOldest(db, authTokens.expiresAt, old);

export const deleteOldBroadcasts = (db: Db, old: Old) => deleteOldest(db, broadcasts.createdAt, old);

/** Deletes old jobs and the ones that no one confirmed, first their members. */
export function deleteOldJobs(db: Db, { before, unconfirmedBefore, limit }: Old & { unconfirmedBefore: number }) {
  const old = sql`created_at < ${unconfirmedBefore} and (created_at < ${before} or state in ('choosing','chosen'))`;
  return [
    db.run(sql`delete from member_job_people where (job_id, member_id) in (
      select p.job_id, p.member_id from member_jobs j cross join member_job_people p on p.job_id = j.id where ${old} limit ${limit})`),
    db.run(
      sql`delete from member_jobs where ${old} and not exists (select 1 from member_job_people p where p.job_id = member_jobs.id)`,
    ),
  ] as const;
}

/** Deletes emails to people without an account, for example about a gift. */
export const deleteMailsOfStrangers = (db: Db, old: Old) =>
  deleteOldest(db, transactionalMails.createdAt, old, { where: sql`member_id is null and state <> 'pending'` });

const keptWithCause = isOneOf(kindsThat(({ retention }) => retention === "with_cause"));
/** Must match the partial index's condition word for word. */
const isSettled = sql`state <> 'pending' and member_id is not null and not ${keptWithCause}`;

export const deleteMailsOfMembers = (db: Db, old: Old) =>
  deleteOldest(db, transactionalMails.createdAt, old, { where: isSettled });

/** Deletes gifts that were never paid, with their consents, unless the payment is pending at PayPal. */
export function deleteUnpaidGifts(db: Db, { before, limit }: Old) {
  const unpaid = sql`select id from gifts where paid_at is null and pending_since is null and created_at < ${before} order by created_at limit ${limit}`;
  return [
    db.run(sql`delete from consents where purpose = 'gift' and source_id in (${unpaid})`),
    db.run(sql`delete from gifts where id in (${unpaid})`),
  ] as const;
}

/** Clears personal data of gifts opened, refunded, or expired long ago, but not before the day after a gift starts: its email needs it. */
export function emptyOldGifts(db: Db, { before, limit, now }: Old & { now: number }) {
  const over = sql`
    select id from gifts where emptied_at is null and paid_at is not null and (redeemed_at is null or granted_at is not null)
      and coalesce(refunded_at, redeemed_at, expires_at) < ${before}
      and not exists (
        select 1 from access_grants a
        where a.source = 'gift' and a.source_id = gifts.id and a.ended_at is null and a.starts_at > ${now - DAY_MS})
    order by coalesce(refunded_at, redeemed_at, expires_at) limit ${limit}`;
  return [
    db.run(sql`delete from transactional_mails where id in (${mailsOfGifts(over)})`),
    db.run(sql`update consents set email = '' where purpose = 'gift' and source_id in (${over})`),
    db.run(sql`update gifts set ${columnsOf(emptyGift(now))} where id in (${over})`),
  ] as const;
}

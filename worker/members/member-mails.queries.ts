import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import type { Cursor } from "../kernel/cursor.ts";
import { wholeParameters } from "../mail/transactional-mails.queries.ts";
import { mailsOfGifts } from "../privacy/retention/gift-rows.queries.ts";

export type MailRow = typeof transactionalMails.$inferSelect;

/** Emails about gifts to the member's address. The unary pluses make SQLite use the gift indexes, whose expressions have no affinity. */
function giftMailsOf(memberId: string): SQL {
  return sql`
    with who as (select id, email_key from members where id = ${memberId} and email_key <> ''), theirs(id) as (
      select g.id from who join gifts g on lower(g.giver_email) = +who.email_key
      union all select g.id from who join gifts g on lower(g.recipient_email) = +who.email_key
      union all select g.id from who join gifts g on g.member_id = who.id)
    select mail.id from (${mailsOfGifts(sql`select id from theirs`)}) found
    cross join transactional_mails mail on mail.id = found.id cross join who on lower(mail.to_address) = who.email_key
    where +mail.member_id is null`;
}

/** One of a member's emails, however old. It doesn't find another member's. */
export function selectMailOf(db: Db, memberId: string, mailId: string) {
  return db
    .select({ ...getTableColumns(transactionalMails), parameters: wholeParameters })
    .from(transactionalMails)
    .where(
      and(eq(transactionalMails.id, mailId), sql`(member_id = ${memberId} or ${mailId} in (${giftMailsOf(memberId)}))`),
    );
}

/** Newest first, without wake-ups. Emails about gifts name no account, so they're found through the gifts. */
export function selectMailsOf(db: Db, memberId: string, before: Cursor | null, limit: number) {
  const { createdAt, id } = transactionalMails;
  const isEarlier = before ? sql`and (created_at, id) < (${before.at}, ${before.id})` : sql``;
  const own = sql`
    select id from transactional_mails where member_id = ${memberId} ${isEarlier} order by created_at desc, id desc limit ${limit}`;
  return db
    .select()
    .from(transactionalMails)
    .where(
      and(sql`id in (select id from (${own}) union select id from (${giftMailsOf(memberId)}))`, sql`true ${isEarlier}`),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

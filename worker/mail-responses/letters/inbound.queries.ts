import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { inboundMails } from "#db/schema/inbound.ts";
import type { Acknowledgement } from "#domain/rules/inbound-mail.ts";
import type { Cursor } from "../../kernel/cursor.ts";

export type InboundRow = typeof inboundMails.$inferSelect;
type NewInbound = Omit<typeof inboundMails.$inferInsert, "memberId"> & { fromKey: string };

/** Stores an email with the member its From address belongs to; a copy of an earlier one changes nothing. */
export function insertInbound(db: Db, { fromKey, ...row }: NewInbound) {
  const memberId = sql`(select m.id from members m where m.email_key = ${fromKey} and m.deleted_at is null)`;
  return db
    .insert(inboundMails)
    .values({ ...row, memberId })
    .onConflictDoNothing();
}

export function selectInbound(db: Db, id: string) {
  return db.select().from(inboundMails).where(eq(inboundMails.id, id));
}

/** Decided once: a later decision changes nothing. */
export function setAcknowledgement(db: Db, id: string, acknowledgement: Acknowledgement) {
  return db
    .update(inboundMails)
    .set({ acknowledgement })
    .where(and(eq(inboundMails.id, id), isNull(inboundMails.acknowledgement)));
}

export function setForwarded(db: Db, id: string, now: number) {
  return db.update(inboundMails).set({ forwardedAt: now }).where(eq(inboundMails.id, id));
}

export function setAnswered(db: Db, id: string, answeredAt: number | null) {
  const isOther = answeredAt === null ? isNotNull(inboundMails.answeredAt) : isNull(inboundMails.answeredAt);
  return db
    .update(inboundMails)
    .set({ answeredAt })
    .where(and(eq(inboundMails.id, id), isOther));
}

// Must match the partial indexes' conditions word for word.
const IS_OPEN_REFUND = sql`asks_refund = 1 and answered_at is null`;
const IS_OF_STRANGER = sql`member_id is null`;

export function selectOpenRefunds(db: Db, after: Cursor | null, limit: number) {
  return db
    .select()
    .from(inboundMails)
    .where(and(IS_OPEN_REFUND, after ? sql`(received_at, id) > (${after.at}, ${after.id})` : undefined))
    .orderBy(asc(inboundMails.receivedAt), asc(inboundMails.id))
    .limit(limit);
}

export function selectOfStrangers(db: Db, before: Cursor | null, limit: number) {
  return db
    .select()
    .from(inboundMails)
    .where(and(IS_OF_STRANGER, before ? sql`(received_at, id) < (${before.at}, ${before.id})` : undefined))
    .orderBy(desc(inboundMails.receivedAt), desc(inboundMails.id))
    .limit(limit);
}

export function selectOfMember(db: Db, memberId: string, limit: number) {
  return db
    .select()
    .from(inboundMails)
    .where(eq(inboundMails.memberId, memberId))
    .orderBy(desc(inboundMails.receivedAt))
    .limit(limit);
}

/** Counts open refund requests, up to `limit`, and returns the oldest one's time. */
export function countOpenRefunds(db: Db, limit: number) {
  return db.all<{ count: number; oldestAt: number | null }>(sql`
    select count(*) as count, min(received_at) as "oldestAt"
    from (select received_at from inbound_mails where ${IS_OPEN_REFUND} order by received_at, id limit ${limit})`);
}

export function deleteInboundBefore(db: Db, before: number, limit: number) {
  return db.run(sql`
    delete from inbound_mails where id in (
      select id from inbound_mails where received_at < ${before} order by received_at limit ${limit})`);
}

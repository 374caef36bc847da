import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { inboundMails } from "#db/schema/inbound.ts";
import type { InboundQuery } from "#domain/contract/mail-responses.ts";
import type { Acknowledgement } from "#domain/rules/inbound-mail.ts";
import { foldText } from "#domain/rules/text.ts";
import type { Cursor } from "../../kernel/cursor.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";
import { hasWords } from "../../kernel/has-words.queries.ts";

export type InboundRow = typeof inboundMails.$inferSelect;
type NewInbound = Omit<typeof inboundMails.$inferInsert, "memberId" | "folded"> & { fromKey: string };

export const WORDS = sql`from_address || ' ' || from_name || ' ' || subject`;

/** Stores an email with the member its From address belongs to; a copy of an earlier one changes nothing. */
export function insertInbound(db: Db, { fromKey, ...row }: NewInbound) {
  const memberId = sql`(select m.id from members m where m.email_key = ${fromKey} and m.deleted_at is null)`;
  const folded = foldText([row.fromAddress, row.fromName, row.subject].join(" "));
  return db
    .insert(inboundMails)
    .values({ ...row, memberId, folded })
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

const LISTS: Record<InboundQuery["list"], SQL> = {
  refunds: IS_OPEN_REFUND,
  strangers: IS_OF_STRANGER,
  answered: sql`asks_refund = 1 and answered_at is not null`,
  every: sql`true`,
};

/** A page of a list: open requests oldest first, all others newest first. */
export function selectInboundList(db: Db, { list, q }: InboundQuery, from: Cursor | null, limit: number) {
  const isOldestFirst = list === "refunds";
  const inOrder = isOldestFirst ? asc : desc;
  const place = from && sql`(${from.at}, ${from.id})`;
  return db
    .select()
    .from(inboundMails)
    .where(
      and(
        LISTS[list],
        place ? sql`(received_at, id) ${sql.raw(isOldestFirst ? ">" : "<")} ${place}` : undefined,
        q ? hasWords(sql`coalesce(folded, lower(${WORDS}))`, q) : undefined,
      ),
    )
    .orderBy(inOrder(inboundMails.receivedAt), inOrder(inboundMails.id))
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

export const deleteOldInbound = (db: Db, old: Old) => deleteOldest(db, inboundMails.receivedAt, old);

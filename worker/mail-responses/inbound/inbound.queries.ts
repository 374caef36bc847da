import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { inboundMails } from "#db/schema/inbound.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import type { InboundQuery } from "#domain/contract/mail-responses.ts";
import type { Acknowledgement } from "#domain/rules/inbound-mail.ts";
import { foldText } from "#domain/rules/text.ts";
import type { Cursor } from "../../kernel/cursor.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";
import { hasWords } from "../../kernel/has-words.queries.ts";
import { beginningWith } from "../../mail/transactional-mails.queries.ts";

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

type Answered = { at: number | null; by: string | null; isAfterChange?: boolean };

/** With `isAfterChange`, only if the statement before it changed something. */
export function setAnswered(db: Db, id: string, { at, by, isAfterChange = false }: Answered) {
  const isOther = at === null ? isNotNull(inboundMails.answeredAt) : isNull(inboundMails.answeredAt);
  return db
    .update(inboundMails)
    .set({ answeredAt: at, answeredBy: by })
    .where(and(eq(inboundMails.id, id), isAfterChange ? sql`changes() > 0` : isOther));
}

/** Must match the partial index's condition word for word. */
const IS_OPEN = sql`wants_answer is not 0 and answered_at is null`;

const LISTS: Record<InboundQuery["list"], SQL> = {
  open: IS_OPEN,
  answered: sql`answered_at is not null`,
  every: sql`true`,
};

/** `answerDueAt`, word for word as in the index of what waits. */
const DUE_AT = sql`received_at + (2 - asks_refund) * 86400000`;

/** A page of a list: what waits by when its answer is due, all others newest first. */
export function selectInboundList(db: Db, { list, q }: InboundQuery, from: Cursor | null, limit: number) {
  const [key, way, inOrder] = list === "open" ? [DUE_AT, ">", asc] : [sql`received_at`, "<", desc];
  const place = from && sql`(${from.at}, ${from.id})`;
  return db
    .select()
    .from(inboundMails)
    .where(
      and(
        LISTS[list],
        // SQLite seeks an expression alone, but not in a row of values.
        place ? sql`${key} ${sql.raw(`${way}=`)} ${from?.at} and (${key}, id) ${sql.raw(way)} ${place}` : undefined,
        q ? hasWords(sql`coalesce(folded, lower(${WORDS}))`, q) : undefined,
      ),
    )
    .orderBy(inOrder(key), inOrder(inboundMails.id))
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

/** Counts what waits for an answer, up to `limit`, and returns the first deadline. */
export function countOpen(db: Db, limit: number) {
  return db.all<{ count: number; dueAt: number | null }>(sql`
    select count(*) as count, min(due) as "dueAt"
    from (select ${DUE_AT} as due from inbound_mails where ${IS_OPEN} order by due, id limit ${limit})`);
}

export const deleteOldInbound = (db: Db, old: Old) => deleteOldest(db, inboundMails.receivedAt, old);

/** IDs of answers, and so the primary key's index, begin with the day on which their email came. */
const ANSWERS = "answer-";

export const prefixOfAnswers = ({ id, receivedAt }: InboundRow) =>
  `${ANSWERS}${new Date(receivedAt).toISOString().slice(0, 10)}-${id}-`;

export function selectAnswers(db: Db, row: InboundRow) {
  return db
    .select()
    .from(transactionalMails)
    .where(beginningWith(prefixOfAnswers(row)))
    .orderBy(asc(transactionalMails.createdAt));
}

/** Condition: an email has this many answers. */
export const hasAnswers = (row: InboundRow, count: number): SQL =>
  sql`${count} = (select count(*) from transactional_mails where ${beginningWith(prefixOfAnswers(row))})`;

/** Deletes the answers to emails that came before a day. */
export function deleteOldAnswers(db: Db, day: string, limit: number) {
  const old = sql`select id from transactional_mails
    where id >= ${ANSWERS} and id < ${ANSWERS + day} and state <> 'pending' order by id limit ${limit}`;
  return db.run(sql`delete from transactional_mails where id in (${old})`);
}

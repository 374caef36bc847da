import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { broadcasts } from "#db/schema/broadcasts.ts";
import { type Segment, segment } from "#domain/contract/member-list.ts";
import { type BroadcastAudience, type BroadcastKind, MOST_MESSAGES } from "#domain/rules/broadcasts.ts";
import { inSegment, isSought } from "../account/member/segment.queries.ts";
import { isAddressed } from "../mail/kinds/causes.queries.ts";

export type BroadcastRow = typeof broadcasts.$inferSelect;
type NewBroadcast = Pick<
  BroadcastRow,
  "id" | "kind" | "audience" | "segment" | "subject" | "body" | "author" | "recipients" | "createdAt" | "beginsAt"
>;

/** SQLite uses the partial index only if this text matches it exactly. */
const isOpen = sql`state in ('waiting','sending')`;

export function mailIdsOf(broadcastId: string): string {
  return `broadcast:${broadcastId}:`;
}

export type To = { kind: BroadcastKind; audience: BroadcastAudience; segment: Segment };
export const toOf = ({ kind, audience, segment: text }: Pick<BroadcastRow, keyof To>): To => ({
  kind,
  audience,
  segment: segment.parse(JSON.parse(text)),
});

/** Members that a message concerns, despite what they got before. */
const concerned = ({ audience, segment: of }: To, now: number) => sql`
  members where ${isAddressed(sql`${audience}`, now)} and ${inSegment(of, now)} and ${isSought(of, of.inside !== undefined)}`;

/** Whether a row of `members` may get another message of a kind. */
function mayGet({ kind }: To, now: number): SQL {
  const fits = MOST_MESSAGES[kind].map(
    ({ most, withinMs }) => sql`(select count(*) from transactional_mails t
      join broadcasts b on b.id = t.parameters ->> 'broadcastId' and b.kind = ${kind}
      where t.member_id = members.id and t.created_at > ${now - withinMs} and t.kind = 'service-message' and t.state <> 'closed') < ${most}`,
  );
  return sql`(${sql.join(fits, sql` and `)})`;
}

export function countRecipients(db: Db, to: To, now: number) {
  return db.all<{ recipients: number; limited: number }>(sql`
    select coalesce(sum(may), 0) as recipients, coalesce(sum(not may), 0) as limited
    from (select ${mayGet(to, now)} as may from ${concerned(to, now)})`);
}

/** Stores a message, unless one of its kind is still being sent. */
export function insertBroadcast(db: Db, row: NewBroadcast) {
  const { id, kind, audience, segment: to, subject, body, author, recipients, createdAt, beginsAt } = row;
  return db.run(sql`
    insert into broadcasts (id, kind, audience, segment, subject, body, author, recipients, state, created_at, begins_at)
    select ${id}, ${kind}, ${audience}, ${to}, ${subject}, ${body}, ${author}, ${recipients}, 'waiting', ${createdAt}, ${beginsAt}
    where not exists (select 1 from broadcasts where ${isOpen} and kind = ${kind})
    on conflict do nothing`);
}

export function selectBroadcast(db: Db, id: string) {
  return db.select().from(broadcasts).where(eq(broadcasts.id, id));
}

export function selectBroadcasts(db: Db, limit: number) {
  return db.select().from(broadcasts).orderBy(desc(broadcasts.createdAt)).limit(limit);
}

/** Changes no row if the last email has left. */
export function cancelOpen(db: Db, id: string, now: number) {
  return db.run(sql`update broadcasts set state = 'cancelled', ended_at = ${now} where id = ${id} and ${isOpen}`);
}

/** Put it directly after the statement that closes emails. */
export function subtractClosed(db: Db, id: string) {
  return db.run(sql`update broadcasts set written = written - changes() where id = ${id} and changes() > 0`);
}

type Due = Pick<BroadcastRow, keyof To | "id" | "cursor"> & { isBehind: 0 | 1 };

/** The messages to write emails of, at most one of a kind. `isBehind`: the last one written hasn't left. */
export function selectDue(db: Db, now: number) {
  return db.all<Due>(sql`
    select id, kind, audience, segment, cursor, exists (
      select 1 from transactional_mails t where t.id = 'broadcast:' || b.id || ':' || b.cursor and t.state = 'pending') as "isBehind"
    from broadcasts b where ${isOpen} and begins_at <= ${now} order by begins_at`);
}

type After = { to: To; after: string; now: number; limit: number };

/** The next recipients by ID. */
export function selectRecipients(db: Db, { to, after, now, limit }: After) {
  return db.all<{ id: string; email: string }>(sql`
    select id, email from ${concerned(to, now)} and members.id > ${after} and ${mayGet(to, now)}
    order by members.id limit ${limit}`);
}

/** Condition: no one has cancelled the message. */
export function isUncancelled(id: string): SQL {
  return sql`exists (select 1 from broadcasts where id = ${id} and ${isOpen})`;
}

/** Put it directly after the statement that writes the emails. Never moves back. Returns no row if the message was cancelled. */
export function reach(db: Db, id: string, cursor: string) {
  return db.all<{ id: string }>(sql`
    update broadcasts set state = 'sending', cursor = max(cursor, ${cursor}), written = written + changes()
    where id = ${id} and ${isOpen} returning id`);
}

/** Changes no row while one of its emails, of whichever slice, waits to be tried again. */
export function endBroadcast(db: Db, id: string, now: number) {
  return db.run(sql`
    update broadcasts set state = 'sent', ended_at = ${now} where id = ${id} and ${isOpen} and not exists (
      select 1 from transactional_mails
      where state = 'pending' and kind = 'service-message' and parameters ->> 'broadcastId' = ${id})`);
}

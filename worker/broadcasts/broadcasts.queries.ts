import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { broadcasts } from "#db/schema/broadcasts.ts";
import { BROADCAST_EVERY_MS, type BroadcastAudience } from "#domain/rules/broadcasts.ts";
import { isAddressed } from "../mail/kinds/causes.queries.ts";

export type BroadcastRow = typeof broadcasts.$inferSelect;
type NewBroadcast = Pick<
  BroadcastRow,
  "id" | "audience" | "subject" | "body" | "recipients" | "createdAt" | "beginsAt"
>;

/** SQLite uses the partial index only if this text matches it exactly. */
const isOpen = sql`state in ('waiting','sending')`;

export function mailIdsOf(broadcastId: string): string {
  return `broadcast:${broadcastId}:`;
}

export function countRecipients(db: Db, audience: BroadcastAudience, now: number) {
  return db.all<{ recipients: number }>(sql`
    select count(*) as recipients from members m where ${isAddressed(sql`${audience}`, now)}`);
}

/** Stores a message, unless one was confirmed less than seven days before or is held up. */
export function insertBroadcast(db: Db, row: NewBroadcast) {
  const { id, audience, subject, body, recipients, createdAt, beginsAt } = row;
  return db.run(sql`
    insert into broadcasts (id, kind, audience, subject, body, recipients, state, created_at, begins_at)
    select ${id}, 'service', ${audience}, ${subject}, ${body}, ${recipients}, 'waiting', ${createdAt}, ${beginsAt}
    where not exists (
      select 1 from broadcasts where created_at > ${createdAt - BROADCAST_EVERY_MS} and (state <> 'cancelled' or written > 0))
    and not exists (select 1 from broadcasts where ${isOpen})
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

type Due = Pick<BroadcastRow, "id" | "audience" | "cursor"> & { isBehind: 0 | 1 };

/** The message to write emails of, if one is due. `isBehind`: the last one written hasn't left. */
export function selectDue(db: Db, now: number) {
  return db.all<Due>(sql`
    select id, audience, cursor, exists (
      select 1 from transactional_mails t where t.id = 'broadcast:' || b.id || ':' || b.cursor and t.state = 'pending') as "isBehind"
    from broadcasts b where ${isOpen} and begins_at <= ${now} order by begins_at limit 1`);
}

type After = { audience: BroadcastAudience; after: string; now: number; limit: number };

/** The next recipients by ID. */
export function selectRecipients(db: Db, { audience, after, now, limit }: After) {
  return db.all<{ id: string; email: string }>(sql`
    select m.id, m.email from members m where m.id > ${after} and ${isAddressed(sql`${audience}`, now)}
    order by m.id limit ${limit}`);
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

/** Changes no row while an email, of whichever slice, waits to be tried again. */
export function endBroadcast(db: Db, id: string, now: number) {
  return db.run(sql`
    update broadcasts set state = 'sent', ended_at = ${now} where id = ${id} and ${isOpen} and not exists (
      select 1 from transactional_mails where state = 'pending' and kind = 'service-message')`);
}

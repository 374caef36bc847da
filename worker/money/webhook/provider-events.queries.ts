import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { providerEvents } from "#db/schema/provider-events.ts";

export type ProviderEvent = typeof providerEvents.$inferSelect;

/** Stores an event. Returns no row if it was stored before. */
export function insertEvent(db: Db, event: Pick<ProviderEvent, "id" | "type" | "subject" | "receivedAt" | "body">) {
  return db.insert(providerEvents).values(event).onConflictDoNothing().returning({ id: providerEvents.id });
}

export function selectEvent(db: Db, id: string) {
  return db.select().from(providerEvents).where(eq(providerEvents.id, id));
}

export function markApplied(db: Db, id: string, outcome: string, now: number) {
  return db.update(providerEvents).set({ appliedAt: now, outcome }).where(eq(providerEvents.id, id));
}

export function noteTrouble(db: Db, id: string, { outcome, checkAt }: Pick<ProviderEvent, "outcome" | "checkAt">) {
  return db
    .update(providerEvents)
    .set({ outcome, checkAt })
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.appliedAt)));
}

/** Events that weren't applied, still have their bodies, and are due for another attempt; the longest waiting first. */
export function selectOpenEvents(db: Db, now: number, limit: number) {
  return db
    .select()
    .from(providerEvents)
    .where(sql`applied_at is null and body is not null and coalesce(check_at, received_at) <= ${now}`)
    .orderBy(sql`coalesce(check_at, received_at)`)
    .limit(limit);
}

/** Empties the bodies of up to `limit` events received before an instant. */
export function emptyBodies(db: Db, before: number, limit: number) {
  const old = db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNotNull(providerEvents.body), lt(providerEvents.receivedAt, before)))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit);
  return db.update(providerEvents).set({ body: null }).where(sql`id in (${old})`);
}

import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { paypalEvents } from "#db/schema/paypal-events.ts";

export type ProviderEvent = typeof paypalEvents.$inferSelect;

/** Stores an event. Returns no row if it was stored before. */
export function insertEvent(db: Db, event: Pick<ProviderEvent, "id" | "type" | "subject" | "receivedAt" | "body">) {
  return db.insert(paypalEvents).values(event).onConflictDoNothing().returning({ id: paypalEvents.id });
}

export function selectEvent(db: Db, id: string) {
  return db.select().from(paypalEvents).where(eq(paypalEvents.id, id));
}

export function markApplied(db: Db, id: string, outcome: string, now: number) {
  return db.update(paypalEvents).set({ appliedAt: now, outcome }).where(eq(paypalEvents.id, id));
}

export function noteTrouble(db: Db, id: string, { outcome, checkAt }: Pick<ProviderEvent, "outcome" | "checkAt">) {
  return db
    .update(paypalEvents)
    .set({ outcome, checkAt })
    .where(and(eq(paypalEvents.id, id), isNull(paypalEvents.appliedAt)));
}

/** Events that weren't applied, still have their bodies, and are due for another attempt; the longest waiting first. */
export function selectOpenEvents(db: Db, now: number, limit: number) {
  return db
    .select()
    .from(paypalEvents)
    .where(sql`applied_at is null and body is not null and coalesce(check_at, received_at) <= ${now}`)
    .orderBy(sql`coalesce(check_at, received_at)`)
    .limit(limit);
}

/** Empties the bodies of up to `limit` events received before an instant. */
export function emptyBodies(db: Db, before: number, limit: number) {
  const old = db
    .select({ id: paypalEvents.id })
    .from(paypalEvents)
    .where(and(isNotNull(paypalEvents.body), lt(paypalEvents.receivedAt, before)))
    .orderBy(asc(paypalEvents.receivedAt))
    .limit(limit);
  return db.update(paypalEvents).set({ body: null }).where(sql`id in (${old})`);
}

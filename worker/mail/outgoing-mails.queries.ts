import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { outgoingMails } from "#db/schema/mail.ts";
import { members } from "#db/schema/members.ts";

export type OutgoingMailRow = typeof outgoingMails.$inferSelect;
export type NewOutgoingMail = typeof outgoingMails.$inferInsert;

export function insertOutgoingMail(db: Db, row: NewOutgoingMail) {
  return db.insert(outgoingMails).values(row);
}

/** Takes a pending mail for one attempt: no other attempt begins before `until`. Undefined when it is taken or settled. */
export async function takeOutgoingMail(
  db: Db,
  id: string,
  now: number,
  until: number,
): Promise<OutgoingMailRow | undefined> {
  return db
    .update(outgoingMails)
    .set({ nextAttemptAt: until, attempts: sql`attempts + 1`, firstAttemptAt: sql`coalesce(first_attempt_at, ${now})` })
    .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, "pending"), lte(outgoingMails.nextAttemptAt, now)))
    .returning()
    .get();
}

export async function settleOutgoingMail(
  db: Db,
  id: string,
  settled: { state: "sent" | "failed" | "closed"; lastError?: string; settledAt: number },
): Promise<void> {
  await db
    .update(outgoingMails)
    .set(settled)
    .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, "pending")));
}

export async function postponeOutgoingMail(
  db: Db,
  id: string,
  nextAttemptAt: number,
  lastError: string,
): Promise<void> {
  await db
    .update(outgoingMails)
    .set({ nextAttemptAt, lastError })
    .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, "pending")));
}

/** A refused attempt proves that nothing was accepted, so the 23 hours of an unclear outcome begin again. */
export async function postponeRefusedMail(db: Db, id: string, nextAttemptAt: number, lastError: string): Promise<void> {
  await db
    .update(outgoingMails)
    .set({ nextAttemptAt, lastError, firstAttemptAt: null })
    .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, "pending")));
}

export async function listDueOutgoingMails(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(and(sql`state = 'pending'`, lte(outgoingMails.nextAttemptAt, now)))
    .orderBy(asc(outgoingMails.nextAttemptAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Closes what is still waiting for a member's address, once they are deleted. */
export function closeMailsOfDeleted(db: Db, memberId: string, now: number) {
  const address = db
    .select({ email: members.email })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.deletedAt)));
  return db
    .update(outgoingMails)
    .set({ state: "closed", lastError: "The account was deleted.", settledAt: now })
    .where(and(eq(outgoingMails.state, "pending"), inArray(outgoingMails.toAddress, address)));
}

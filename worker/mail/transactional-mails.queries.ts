import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import { members } from "#db/schema/members.ts";

export type TransactionalMailRow = typeof transactionalMails.$inferSelect;
export type NewTransactionalMail = typeof transactionalMails.$inferInsert;

export function insertTransactionalMail(db: Db, row: NewTransactionalMail) {
  return db.insert(transactionalMails).values(row);
}

/** Takes a pending mail for one attempt: no other attempt begins before `until`. Undefined when it is taken or settled. */
export async function takeTransactionalMail(
  db: Db,
  id: string,
  now: number,
  until: number,
): Promise<TransactionalMailRow | undefined> {
  return db
    .update(transactionalMails)
    .set({ nextAttemptAt: until, attempts: sql`attempts + 1`, firstAttemptAt: sql`coalesce(first_attempt_at, ${now})` })
    .where(
      and(
        eq(transactionalMails.id, id),
        eq(transactionalMails.state, "pending"),
        lte(transactionalMails.nextAttemptAt, now),
      ),
    )
    .returning()
    .get();
}

export async function settleTransactionalMail(
  db: Db,
  id: string,
  settled: { state: "sent" | "failed" | "closed"; lastError?: string; settledAt: number },
): Promise<void> {
  await db
    .update(transactionalMails)
    .set(settled)
    .where(and(eq(transactionalMails.id, id), eq(transactionalMails.state, "pending")));
}

export async function postponeTransactionalMail(
  db: Db,
  id: string,
  nextAttemptAt: number,
  lastError: string,
): Promise<void> {
  await db
    .update(transactionalMails)
    .set({ nextAttemptAt, lastError })
    .where(and(eq(transactionalMails.id, id), eq(transactionalMails.state, "pending")));
}

/** A refused attempt proves that nothing was accepted, so the 23 hours of an unclear outcome begin again. */
export async function postponeRefusedMail(db: Db, id: string, nextAttemptAt: number, lastError: string): Promise<void> {
  await db
    .update(transactionalMails)
    .set({ nextAttemptAt, lastError, firstAttemptAt: null })
    .where(and(eq(transactionalMails.id, id), eq(transactionalMails.state, "pending")));
}

export async function listDueTransactionalMails(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: transactionalMails.id })
    .from(transactionalMails)
    .where(and(sql`state = 'pending'`, lte(transactionalMails.nextAttemptAt, now)))
    .orderBy(asc(transactionalMails.nextAttemptAt))
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
    .update(transactionalMails)
    .set({ state: "closed", lastError: "The account was deleted.", settledAt: now })
    .where(and(eq(transactionalMails.state, "pending"), inArray(transactionalMails.toAddress, address)));
}

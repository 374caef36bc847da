import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { adminSessions } from "#db/schema/account.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";

export function insertAdminSession(db: Db, row: typeof adminSessions.$inferInsert) {
  return db.insert(adminSessions).values(row);
}

export function selectAdminSession(db: Db, id: string, startedAfter: number) {
  return db
    .select({ id: adminSessions.id })
    .from(adminSessions)
    .where(and(eq(adminSessions.id, id), gt(adminSessions.startedAt, startedAfter), isNull(adminSessions.endedAt)));
}

export function endAdminSession(db: Db, id: string, now: number) {
  return db
    .update(adminSessions)
    .set({ endedAt: now })
    .where(and(eq(adminSessions.id, id), isNull(adminSessions.endedAt)));
}

/** A login of this administrator (null: the owner) from a network. */
export function selectLoginFrom(db: Db, network: string, startedAfter: number, administratorId: string | null) {
  return db
    .select({ id: adminSessions.id })
    .from(adminSessions)
    .where(
      and(
        gt(adminSessions.startedAt, startedAfter),
        eq(adminSessions.network, network),
        sql`${adminSessions.administratorId} is ${administratorId}`,
      ),
    )
    .limit(1);
}

export const deleteOldAdminSessions = (db: Db, old: Old) => deleteOldest(db, adminSessions.startedAt, old);

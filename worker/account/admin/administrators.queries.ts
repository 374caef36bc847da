import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { administrators, adminKeys, adminSessions } from "#db/schema/account.ts";
import type { GIVEN_ROLES } from "#domain/rules/administrators.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";

export type AdministratorRow = typeof administrators.$inferSelect;
/** The one row of the owner, whose key isn't stored. */
export const OWNER_ID = "owner";

/** Finds the administrator who holds a key, or held it: `retiredAt` is set for a retired one. */
export function selectByKey(db: Db, hash: string) {
  return db
    .select({ administrator: administrators, retiredAt: adminKeys.retiredAt })
    .from(adminKeys)
    .innerJoin(administrators, eq(administrators.id, adminKeys.administratorId))
    .where(eq(adminKeys.hash, hash));
}

export function selectAdministrators(db: Db) {
  return db
    .select()
    .from(administrators)
    .where(isNull(administrators.removedAt))
    .orderBy(asc(administrators.createdAt));
}

const isHere = (id: string) =>
  and(
    eq(administrators.id, id),
    inArray(administrators.role, ["administrator", "editor"]),
    isNull(administrators.removedAt),
  );

export function selectAdministrator(db: Db, id: string) {
  return db.select().from(administrators).where(isHere(id));
}

type NewRow = Pick<AdministratorRow, "id" | "name" | "email" | "createdAt" | "codeVersion" | "codeKey"> & {
  role: (typeof GIVEN_ROLES)[number];
};

/** An existing ID means that the request arrived twice. */
export function insertAdministrator(db: Db, row: NewRow) {
  return db.insert(administrators).values(row).onConflictDoNothing();
}

type Change = Partial<
  Pick<AdministratorRow, "name" | "email" | "codeVersion" | "codeKey" | "removedAt"> & { role: NewRow["role"] }
>;

export function updateAdministrator(db: Db, id: string, change: Change) {
  return db.update(administrators).set(change).where(isHere(id)).returning();
}

/** Adds a key to an administrator, if the statement before changed a row. */
export function insertKey(db: Db, { hash, id, now }: { hash: string; id: string; now: number }) {
  return db.run(
    sql`insert into admin_keys (hash, administrator_id, created_at) select ${hash}, ${id}, ${now} where changes() > 0`,
  );
}

export function retireKeys(db: Db, id: string, now: number) {
  return db
    .update(adminKeys)
    .set({ retiredAt: now })
    .where(and(eq(adminKeys.administratorId, id), isNull(adminKeys.retiredAt)));
}

export function endAdminSessionsOf(db: Db, id: string, now: number) {
  return db
    .update(adminSessions)
    .set({ endedAt: now })
    .where(and(eq(adminSessions.administratorId, id), isNull(adminSessions.endedAt)));
}

/** The owner's row is made by their first login. */
export function noteOwnersLogin(db: Db, now: number) {
  const owner = { id: OWNER_ID, name: "Owner", email: "", role: "owner", lastLoginAt: now, createdAt: now } as const;
  return db
    .insert(administrators)
    .values(owner)
    .onConflictDoUpdate({ target: administrators.id, set: { lastLoginAt: now } });
}

export function noteLogin(db: Db, id: string, now: number) {
  return db.update(administrators).set({ lastLoginAt: now }).where(eq(administrators.id, id));
}

export const deleteRetiredKeys = (db: Db, old: Old) =>
  deleteOldest(db, adminKeys.retiredAt, old, { key: sql`hash`, where: sql`retired_at is not null` });

import { and, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions } from "#db/schema/account.ts";
import { members } from "#db/schema/members.ts";
import { checkouts } from "#db/schema/payments.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";
import { goodLinkOwner } from "../auth-tokens.queries.ts";
import { hasOldProgress, isMember, ownerOfPassword } from "../member/members.queries.ts";

export type SessionRow = typeof sessions.$inferSelect;
type Own = Pick<SessionRow, "id" | "memberId">;
type Living = { usedAfter: number; openedAfter: number };

const isLiving = ({ usedAfter, openedAfter }: Living) =>
  and(gt(sessions.lastUsedAt, usedAfter), gt(sessions.createdAt, openedAfter));

/** Returns no row if the account was closed meanwhile. */
export function insertSession(db: Db, row: SessionRow, isStillTrue?: SQL) {
  return db.all<{ id: string }>(sql`
    insert into sessions (id, member_id, created_at, last_used_at, user_agent, signing_key, is_by_mail, knows_password)
    select ${row.id}, ${members.id}, ${row.createdAt}, ${row.lastUsedAt}, ${row.userAgent}, ${row.signingKey},
      ${Number(row.isByMail)}, ${Number(row.knowsPassword)}
    from ${members} where ${and(isMember(row.memberId), isStillTrue)} returning id`);
}

/** Requires the hash that was checked, so a reset in between blocks this login too. */
export function insertSessionByPassword(db: Db, row: SessionRow, passwordHash: string) {
  return insertSession(db, row, eq(members.passwordHash, passwordHash));
}

export function insertSessionByLink(db: Db, row: SessionRow, tokenHash: string, now: number) {
  return insertSession(db, row, inArray(members.id, goodLinkOwner(db, tokenHash, now)));
}

/** Opens a session only if the checkout's nonce was spent for this one. */
export function insertSessionByCheckout(db: Db, row: SessionRow, checkoutId: string) {
  const isItsOwn = sql`exists (select 1 from ${checkouts} c where c.id = ${checkoutId} and c.session_id = ${row.id})`;
  return insertSession(db, row, isItsOwn);
}

export function selectSession(db: Db, { id, memberId }: Own, living: Living) {
  return db
    .select({ member: members, session: sessions, hasOldProgress })
    .from(sessions)
    .innerJoin(members, and(eq(members.id, sessions.memberId), isNull(members.deletedAt)))
    .where(and(eq(sessions.id, id), eq(sessions.memberId, memberId), isLiving(living)));
}

/** A member's logins, the last used first; with `null`, also those that have expired. */
export function selectSessionsOf(db: Db, memberId: string, living: Living | null, limit: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), living ? isLiving(living) : undefined))
    .orderBy(desc(sessions.lastUsedAt), sessions.id)
    .limit(limit);
}

type Used = Pick<SessionRow, "id" | "signingKey">;

/** Of parallel requests, only one writes. */
export function touchSession(db: Db, { id, signingKey }: Used, now: number, unlessUsedAfter: number) {
  return db
    .update(sessions)
    .set({ lastUsedAt: now, signingKey })
    .where(and(eq(sessions.id, id), lte(sessions.lastUsedAt, unlessUsedAfter)));
}

/** Does nothing if this isn't the member's password. */
export function notePasswordKnown(db: Db, { id, memberId }: Own, passwordHash: string) {
  const owner = ownerOfPassword(db, memberId, passwordHash);
  return db
    .update(sessions)
    .set({ knowsPassword: true })
    .where(and(eq(sessions.id, id), inArray(sessions.memberId, owner)));
}

/** Sessions past their maximum age aren't used either, so checking the last use finds every expired one. */
export const deleteUnusedSessions = (db: Db, old: Old) => deleteOldest(db, sessions.lastUsedAt, old);

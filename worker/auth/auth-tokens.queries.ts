import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { attemptCounters, authTokens } from "#db/schema/auth.ts";
import { members } from "#db/schema/members.ts";
import type { LinkPurpose, LinkRow } from "./single-use-link.ts";

export function insertLink(db: Db, link: LinkRow) {
  return db.insert(authTokens).values(link);
}

/** A link and its owner, whether or not it is still good. */
export async function findLink(db: Db, tokenHash: string, purposes: LinkPurpose[]) {
  return db
    .select({ link: authTokens, member: members })
    .from(authTokens)
    .innerJoin(members, and(eq(members.id, authTokens.memberId), isNull(members.deletedAt)))
    .where(and(eq(authTokens.tokenHash, tokenHash), inArray(authTokens.purpose, purposes)))
    .get();
}

function goodLinkOwner(db: Db, tokenHash: string, now: number) {
  return db
    .select({ memberId: authTokens.memberId })
    .from(authTokens)
    .where(and(eq(authTokens.tokenHash, tokenHash), isNull(authTokens.usedAt), gt(authTokens.expiresAt, now)));
}

/** Sets the password of whoever a good link belongs to; no row when the link has been spent meanwhile. Ends other sessions. */
export function setPasswordByLink(db: Db, tokenHash: string, passwordHash: string, now: number) {
  return db
    .update(members)
    .set({ passwordHash, sessionVersion: sql`session_version + 1`, updatedAt: now })
    .where(inArray(members.id, goodLinkOwner(db, tokenHash, now)))
    .returning();
}

/** Spends a good link and every other password link of its owner. */
export function spendPasswordLinks(db: Db, tokenHash: string, now: number) {
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(
      and(
        inArray(authTokens.memberId, goodLinkOwner(db, tokenHash, now)),
        inArray(authTokens.purpose, ["setup", "reset"]),
        isNull(authTokens.usedAt),
      ),
    );
}

/** Spends what links a member has left, once they are deleted. */
export function spendLinksOfDeleted(db: Db, memberId: string, now: number) {
  const isDeleted = exists(
    db
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.id, memberId), isNotNull(members.deletedAt))),
  );
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(eq(authTokens.memberId, memberId), isNull(authTokens.usedAt), isDeleted));
}

/** Forgets attempts whose window is over. */
export async function forgetOverAttempts(db: Db, now: number): Promise<void> {
  await db.delete(attemptCounters).where(lte(attemptCounters.windowEndsAt, now));
}

/** Spends one link; answers its owner's id once, and to nobody a second time. */
export async function spendLink(
  db: Db,
  tokenHash: string,
  purpose: LinkPurpose,
  now: number,
): Promise<string | undefined> {
  const spent = await db
    .update(authTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(authTokens.tokenHash, tokenHash),
        eq(authTokens.purpose, purpose),
        isNull(authTokens.usedAt),
        gt(authTokens.expiresAt, now),
      ),
    )
    .returning({ memberId: authTokens.memberId })
    .get();
  return spent?.memberId;
}

/** Failures that still count, by key. */
export async function findFailures(db: Db, keys: string[], now: number) {
  return db
    .select()
    .from(attemptCounters)
    .where(and(inArray(attemptCounters.key, keys), gt(attemptCounters.windowEndsAt, now)));
}

/** Counts one failure under a key, beginning a new window when the last one is over. */
export function countFailure(db: Db, key: string, now: number, windowMs: number) {
  return db
    .insert(attemptCounters)
    .values({ key, count: 1, windowEndsAt: now + windowMs })
    .onConflictDoUpdate({
      target: attemptCounters.key,
      set: {
        count: sql`case when window_ends_at <= ${now} then 1 else count + 1 end`,
        windowEndsAt: sql`case when window_ends_at <= ${now} then ${now + windowMs} else window_ends_at end`,
      },
    })
    .returning();
}

export function takeBackFailure(db: Db, key: string) {
  return db.update(attemptCounters).set({ count: sql`max(count - 1, 0)` }).where(eq(attemptCounters.key, key));
}

export function forgetFailures(db: Db, key: string) {
  return db.delete(attemptCounters).where(eq(attemptCounters.key, key));
}

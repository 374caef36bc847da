import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { authTokens } from "#db/schema/auth.ts";
import { members } from "#db/schema/members.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import type { LinkRow } from "./single-use-link.ts";

export function insertLink(db: Db, link: LinkRow) {
  return db.insert(authTokens).values(link);
}

/** A link and its owner, whether or not it is still good. */
export function selectLink(db: Db, tokenHash: string, purposes: LinkPurpose[]) {
  return db
    .select({ link: authTokens, member: members })
    .from(authTokens)
    .innerJoin(members, and(eq(members.id, authTokens.memberId), isNull(members.deletedAt)))
    .where(and(eq(authTokens.tokenHash, tokenHash), inArray(authTokens.purpose, purposes)));
}

/** Moves the end of a member's newest reset link if it was made after an instant and is unused. */
export function renewResetLink(
  db: Db,
  memberId: string,
  { expiresAt, madeAfter }: { expiresAt: number; madeAfter: number },
) {
  const newest = db
    .select({ id: authTokens.id })
    .from(authTokens)
    .where(and(eq(authTokens.memberId, memberId), eq(authTokens.purpose, "reset"), gt(authTokens.createdAt, madeAfter)))
    .orderBy(desc(authTokens.createdAt))
    .limit(1);
  return db
    .update(authTokens)
    .set({ expiresAt })
    .where(and(inArray(authTokens.id, newest), isNull(authTokens.usedAt)));
}

/** A member's unused link for a purpose, while it is valid; with the address that it confirms, if any. */
export function selectLinkLeft(db: Db, memberId: string, purpose: LinkPurpose, now: number) {
  return db
    .select({ id: authTokens.id, email: authTokens.newEmail, expiresAt: authTokens.expiresAt })
    .from(authTokens)
    .where(
      and(
        eq(authTokens.memberId, memberId),
        eq(authTokens.purpose, purpose),
        isNull(authTokens.usedAt),
        gt(authTokens.expiresAt, now),
      ),
    )
    .limit(1);
}

type OwnLink = { tokenHash: string; memberId: string; purpose: LinkPurpose };

function isGood(tokenHash: string, now: number) {
  return and(eq(authTokens.tokenHash, tokenHash), isNull(authTokens.usedAt), gt(authTokens.expiresAt, now));
}

/** A subquery: the id of the member whose link this is, as long as it is good. */
export function goodLinkOwner(db: Db, tokenHash: string, now: number) {
  return db.select({ memberId: authTokens.memberId }).from(authTokens).where(isGood(tokenHash, now));
}

/** Sets the password of whoever a good link belongs to; no row when the link has been spent meanwhile. */
export function setPasswordByLink(db: Db, tokenHash: string, passwordHash: string, now: number) {
  return db
    .update(members)
    .set({ passwordHash })
    .where(inArray(members.id, goodLinkOwner(db, tokenHash, now)))
    .returning();
}

/** Spends a good link and every other link of its owner. */
export function spendLinksOfOwner(db: Db, tokenHash: string, now: number) {
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(inArray(authTokens.memberId, goodLinkOwner(db, tokenHash, now)), isNull(authTokens.usedAt)));
}

export function spendLink(db: Db, tokenHash: string, now: number) {
  return db.update(authTokens).set({ usedAt: now }).where(isGood(tokenHash, now));
}

/** Spends a good link of a member for a purpose; no row for one that is not good, or not theirs. */
export function spendOwnLink(db: Db, { tokenHash, memberId, purpose }: OwnLink, now: number) {
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(isGood(tokenHash, now), eq(authTokens.memberId, memberId), eq(authTokens.purpose, purpose)))
    .returning({ id: authTokens.id });
}

/** Sets a password in place of the one that was checked; no row when it has been changed meanwhile. */
export function replacePassword(db: Db, memberId: string, hashes: { from: string; to: string }) {
  return db
    .update(members)
    .set({ passwordHash: hashes.to })
    .where(and(eq(members.id, memberId), eq(members.passwordHash, hashes.from), isNull(members.deletedAt)))
    .returning({ id: members.id });
}

/** Spends what links a member has left, if this is their password. */
export function spendLinksUnderPassword(db: Db, memberId: string, passwordHash: string, now: number) {
  const owner = db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), eq(members.passwordHash, passwordHash)));
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(inArray(authTokens.memberId, owner), isNull(authTokens.usedAt)));
}

/** Spends the set-up links a member has left: the next mail brings another. */
export function spendSetupLinks(db: Db, memberId: string, now: number) {
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(eq(authTokens.memberId, memberId), eq(authTokens.purpose, "setup"), isNull(authTokens.usedAt)));
}

/** Spends what links a member has left, once they are deleted, but for the way back: a second deletion may be under way. */
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
    .where(
      and(
        eq(authTokens.memberId, memberId),
        isNull(authTokens.usedAt),
        ne(authTokens.purpose, "keep-account"),
        isDeleted,
      ),
    );
}

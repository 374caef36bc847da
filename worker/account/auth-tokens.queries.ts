import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { authTokens, sessions } from "#db/schema/account.ts";
import { members } from "#db/schema/members.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import type { Member } from "./member/member.ts";
import type { LinkRow } from "./single-use-link.ts";

/** A link ends when its account gets another address. */
const isOfAddress = sql`${authTokens.emailKey} = (select m.email_key from members m where m.id = ${authTokens.memberId})`;

const isLeft = (now: number) => and(isNull(authTokens.usedAt), gt(authTokens.expiresAt, now), isOfAddress);

export function insertLink(db: Db, link: LinkRow) {
  return db.insert(authTokens).values(link);
}

export function insertLinks(db: Db, links: LinkRow[], onlyIf = sql`true`) {
  return db.run(sql`
    insert into auth_tokens (id, member_id, email_key, purpose, token_hash, signing_key, expires_at, created_at)
    select value->>'id', value->>'memberId', value->>'emailKey', value->>'purpose', value->>'tokenHash',
      value->>'signingKey', value->>'expiresAt', value->>'createdAt'
    from json_each(${JSON.stringify(links)}) where ${onlyIf}`);
}

/** Put it directly after a change. It does nothing if that wrote nothing. */
export const insertLinksOfChange = (db: Db, links: LinkRow[]) => insertLinks(db, links, sql`changes() > 0`);

/** Returns a link and its owner, even if the link has been used or has expired, but not an unused one to an old address. */
export function selectLink(db: Db, tokenHash: string, purposes: LinkPurpose[]) {
  const isFound = and(eq(authTokens.tokenHash, tokenHash), inArray(authTokens.purpose, purposes));
  return db
    .select({ link: authTokens, member: members })
    .from(authTokens)
    .innerJoin(members, and(eq(members.id, authTokens.memberId), isNull(members.deletedAt)))
    .where(and(isFound, or(isNotNull(authTokens.usedAt), isOfAddress)));
}

/** Returns the open link whose code works for this browser or session, and its owner. */
export function selectLinkBoundTo(db: Db, boundTo: string, purpose: LinkPurpose, now: number) {
  return db
    .select({ link: authTokens, member: members })
    .from(authTokens)
    .innerJoin(members, and(eq(members.id, authTokens.memberId), isNull(members.deletedAt)))
    .where(and(eq(authTokens.boundTo, boundTo), eq(authTokens.purpose, purpose), isLeft(now)));
}

/** Extends a member's newest reset link if it's unused and was created after `madeAfter`. */
export function renewResetLink(db: Db, memberId: string, renewal: { expiresAt: number; madeAfter: number }) {
  const { expiresAt, madeAfter } = renewal;
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

export function selectLinkLeft(db: Db, memberId: string, purpose: LinkPurpose, now: number) {
  return db
    .select({ id: authTokens.id, email: authTokens.newEmail, expiresAt: authTokens.expiresAt })
    .from(authTokens)
    .where(and(eq(authTokens.memberId, memberId), eq(authTokens.purpose, purpose), isLeft(now)))
    .limit(1);
}

type OwnLink = { tokenHash: string; memberId: string; purpose: LinkPurpose };

const isGood = (tokenHash: string, now: number) => and(eq(authTokens.tokenHash, tokenHash), isLeft(now));

export function goodLinkOwner(db: Db, tokenHash: string, now: number) {
  return db.select({ memberId: authTokens.memberId }).from(authTokens).where(isGood(tokenHash, now));
}

/** Returns no row if the link was spent in the meantime. */
export function setPasswordByLink(db: Db, tokenHash: string, passwordHash: string, now: number) {
  return db
    .update(members)
    .set({ passwordHash })
    .where(inArray(members.id, goodLinkOwner(db, tokenHash, now)))
    .returning();
}

function spend(db: Db, now: number, of: SQL | undefined) {
  return db
    .update(authTokens)
    .set({ usedAt: now })
    .where(and(isNull(authTokens.usedAt), of));
}

/** `owner` selects the account's ID while the batch may change it. */
export function spendLinksOf(db: Db, owner: SQLWrapper, now: number) {
  return spend(db, now, inArray(authTokens.memberId, owner));
}

/** All but this link. */
export function spendOtherLinksOfOwner(db: Db, tokenHash: string, now: number) {
  const isOther = ne(authTokens.tokenHash, tokenHash);
  return spend(db, now, and(isOther, inArray(authTokens.memberId, goodLinkOwner(db, tokenHash, now))));
}

export const spendLink = (db: Db, tokenHash: string, now: number) => spend(db, now, isGood(tokenHash, now));

/** Returns no row if the link isn't valid or isn't the member's. */
export function spendOwnLink(db: Db, { tokenHash, memberId, purpose }: OwnLink, now: number) {
  const isOwn = and(isGood(tokenHash, now), eq(authTokens.memberId, memberId), eq(authTokens.purpose, purpose));
  return spend(db, now, isOwn).returning({ id: authTokens.id });
}

/** Returns no row if the password has changed, or the session has ended, since they were checked. */
export function replacePassword(db: Db, session: { id: string }, hashes: { from: string | null; to: string }) {
  const owner = db.select({ id: sessions.memberId }).from(sessions).where(eq(sessions.id, session.id));
  return db
    .update(members)
    .set({ passwordHash: hashes.to })
    .where(and(inArray(members.id, owner), sql`${members.passwordHash} is ${hashes.from}`, isNull(members.deletedAt)))
    .returning({ id: members.id });
}

/** For purposes where a newer link ends the older ones. */
export function spendLinksFor(db: Db, memberId: string, purpose: LinkPurpose, now: number) {
  return spend(db, now, and(eq(authTokens.memberId, memberId), eq(authTokens.purpose, purpose)));
}

/** Put it after the link's insertion: the link ends if its member's password has changed since it was read. */
export function spendLinkOfOldPassword(db: Db, id: string, { passwordHash }: Member, now: number) {
  const present = sql`(select m.password_hash from members m where m.id = ${authTokens.memberId})`;
  return spend(db, now, and(eq(authTokens.id, id), sql`${present} is not ${passwordHash}`));
}

/** Spends the links of a closed account, except the one that restores the account: a second deletion may be running. */
export function spendLinksOfClosed(db: Db, closed: SQL, now: number) {
  return spend(db, now, and(inArray(authTokens.memberId, closed), ne(authTokens.purpose, "keep-account")));
}

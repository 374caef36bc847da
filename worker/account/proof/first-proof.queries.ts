import { and, eq, inArray, isNull, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions } from "#db/schema/account.ts";
import { feeds } from "#db/schema/feeds.ts";
import { members } from "#db/schema/members.ts";
import { suppressionOf } from "../member/members.queries.ts";

export type Proof = {
  /** Selects the account's ID while what proves its mailbox is valid. */
  owner: SQLWrapper;
  /** The session that the proving browser has. */
  heldId: string | null;
  emailKey: string;
};

/** The account, while its mailbox isn't proved. */
export const selectUnproved = (db: Db, { owner, emailKey }: Pick<Proof, "owner" | "emailKey">) =>
  db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, owner), eq(members.emailKey, emailKey), isNull(members.mailboxProvedAt)));

/** Whether the browser's session was opened with the member's password, or set it. */
const isKnown = (heldId: string | null): SQL => sql`exists (
  select 1 from sessions s where s.id = ${heldId} and s.member_id = ${members.id} and s.knows_password = 1)`;

const isForgotten = (heldId: string | null) => and(sql`${members.passwordHash} is not null`, not(isKnown(heldId)));

export type Began = { devices: number; feeds: string; hasPassword: 0 | 1; suppressedAt: number | null };
type Proving = { memberId: string; heldId: string | null; addressHash: string };

/** What a first proof would end, and whether its address gets no email. `feeds` is a JSON list of names. */
export function selectBegan(db: Db, { memberId, heldId, addressHash }: Proving) {
  return db.all<Began>(sql`
    select ${suppressionOf(addressHash).suppressedAt} as "suppressedAt",
      (select count(*) from ${sessions} where ${sessions.memberId} = ${memberId} and ${sessions.id} is not ${heldId}) as "devices",
      (select json_group_array(name) from ${feeds}
        where ${feeds.memberId} = ${memberId} and coalesce(${feeds.sessionId}, '') is not ${heldId}) as "feeds",
      ${isForgotten(heldId)} as "hasPassword"
    from ${members} where ${members.id} = ${memberId}`);
}

export function endOtherFeeds(db: Db, proof: Proof) {
  const isOther = sql`coalesce(${feeds.sessionId}, '') is not ${proof.heldId}`;
  return db.delete(feeds).where(and(inArray(feeds.memberId, selectUnproved(db, proof)), isOther));
}

export function endPassword(db: Db, proof: Proof) {
  const hasForgotten = and(inArray(members.id, selectUnproved(db, proof)), isForgotten(proof.heldId));
  return db.update(members).set({ passwordHash: null }).where(hasForgotten);
}

export function setProved(db: Db, proof: Proof, now: number) {
  const isUnproved = inArray(members.id, selectUnproved(db, proof));
  return db.update(members).set({ mailboxProvedAt: now }).where(isUnproved);
}

/** As a proof's owner, where the account's being open decides. */
export const openAccount = (memberId: string): SQL =>
  sql`(select id from members where id = ${memberId} and deleted_at is null)`;

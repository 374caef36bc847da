import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { invitations } from "#db/schema/invitations.ts";
import { members } from "#db/schema/members.ts";
import { isMember } from "../member/members.queries.ts";

export function selectInvitation(db: Db, memberId: string) {
  return db.select().from(invitations).where(eq(invitations.memberId, memberId));
}

const among = (ids: string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Records the first invitation, the reminder, or an invitation without one, of accounts that haven't had it. */
export function recordInvited(db: Db, which: "invitedAt" | "remindedAt" | "both", ids: string[], now: number) {
  const change = which === "both" ? { invitedAt: now, remindedAt: now } : { [which]: now };
  const isNew = isNull(invitations[which === "remindedAt" ? which : "invitedAt"]);
  return db
    .update(invitations)
    .set(change)
    .where(and(inArray(invitations.memberId, among(ids)), isNew, isNull(invitations.acceptedAt)));
}

/** No reminder follows, and accepting leaves wake-up emails off. */
export function unsubscribeInvited(db: Db, memberIds: SQL) {
  return db
    .update(invitations)
    .set({ isUnsubscribed: true })
    .where(and(inArray(invitations.memberId, memberIds), isNull(invitations.acceptedAt)));
}

type WakeUp = { wakeUpHour: number; timezone: string };

/** Switches emails on from now, unless they unsubscribed. `isFollowing`: only if the statement before it wrote. */
export function acceptMember(db: Db, id: string, wakeUp: WakeUp, { now, isFollowing }: Occasion) {
  const isUnsubscribed = sql`coalesce((select i.is_unsubscribed from invitations i where i.member_id = ${id}), 0)`;
  return db
    .update(members)
    .set({ ...wakeUp, isUnaccepted: false, emailEnabled: sql`not ${isUnsubscribed}`, wakeUpSince: now, updatedAt: now })
    .where(and(isMember(id), eq(members.isUnaccepted, true), isFollowing ? sql`changes() > 0` : undefined));
}
type Occasion = { now: number; isFollowing: boolean };

export function recordAccepted(db: Db, memberId: string, now: number) {
  return db.run(sql`
    update invitations set accepted_at = ${now} where member_id = ${memberId} and accepted_at is null
      and exists (select 1 from members m where m.id = ${memberId} and m.is_unaccepted = 0)`);
}

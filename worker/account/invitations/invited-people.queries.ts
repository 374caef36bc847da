import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { InvitationChoices } from "#domain/contract/imports.ts";
import type { Segment } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import { INVITATION_DAYS, REMINDED_AFTER_DAYS } from "#domain/rules/invitations.ts";
import { INVITATIONS, inSegment, isSought } from "../member/segment.queries.ts";
import type { Invited } from "./invite.ts";
import { stayReason } from "./untouched.queries.ts";

const person = sql`m.id, m.email, m.first_name as "firstName", m.timezone, m.access_ends_at as "accessEndsAt",
  m.subscription_ends_at as "subscriptionEndsAt", m.subscription_type as "subscriptionType"`;
const { waiting: isWaiting, sent: isOpen } = INVITATIONS;
/** Must match the partial index's condition word for word. */
const isToRemind = sql`${isOpen} and reminded_at is null and is_unsubscribed = 0`;
const isInvitable = sql`m.is_unaccepted = 1 and m.deleted_at is null`;
const isReachable = sql`m.suppressed_at is null`;
const isMailable = sql`${isInvitable} and ${isReachable}`;
const hasAgreed = sql`i.is_unsubscribed = 0 and import_id in (select id from imports where agreed_at is not null)`;
const hasAccessAt = (now: number) => sql`coalesce(m.access_ends_at > ${now}, 0)`;

/** Those an administrator chose, and whose import isn't being undone. Must match the index's condition. */
const isChosen = sql`chosen_at is not null and ${isWaiting} and import_id in (select id from imports where state in ('done','cancelled'))`;

/** Who is invited next, in the order of their file: those with access, or those without who agreed to emails. */
export function selectToInvite(db: Db, { now, limit, who }: { now: number; limit: number; who: Who }) {
  const isTheirTurn = who === "members" ? hasAccessAt(now) : sql`not ${hasAccessAt(now)} and ${hasAgreed}`;
  return db.all<Invited>(sql`
    select ${person} from invitations i cross join members m on m.id = i.member_id
    where ${isChosen} and ${isMailable} and ${isTheirTurn} limit ${limit}`);
}
export type Who = "members" | "agreed";

export function selectChosen(db: Db) {
  return db.all<{ id: string }>(sql`select member_id as id from invitations where ${isChosen} limit 1`);
}

/** No one is left who was chosen before then and may be invited. */
export function endChoice(db: Db, before: number) {
  return db.run(sql`update invitations set chosen_at = null where chosen_at < ${before} and ${isWaiting}`);
}

const inChosen = (segment: Segment, now: number) => sql`exists (select 1 from members
  where members.id = i.member_id and ${inSegment(segment, now)} and ${isSought(segment, segment.inside !== undefined)})`;

/** Those of a segment who wait and may be invited. */
export function chooseInvited(db: Db, segment: Segment, now: number) {
  return db.run(sql`
    update invitations as i set chosen_at = ${now}
    from members m where m.id = i.member_id and chosen_at is null and ${isWaiting}
      and import_id in (select id from imports where state in ('done','cancelled'))
      and ${isMailable} and (${hasAccessAt(now)} or ${hasAgreed}) and ${inChosen(segment, now)}`);
}

/** Who of a segment waits for an invitation, and who has one. `agreed`: without access, and agreed to emails; `unreachable`: suppressed. */
export function countWaiting(db: Db, segment: Segment, now: number) {
  const isOut = sql`${isReachable} and not ${hasAccessAt(now)} and`;
  const of = (state: SQL) => sql`from invitations i cross join members m on m.id = i.member_id
    where ${state} and ${isInvitable} and ${inChosen(segment, now)}`;
  return db.all<InvitationChoices>(sql`
    select coalesce(sum(${isReachable} and ${hasAccessAt(now)}), 0) as "withAccess", coalesce(sum(${isOut} i.is_unsubscribed = 0), 0) as "withoutAccess",
      coalesce(sum(${isOut} i.is_unsubscribed), 0) as "optedOut", coalesce(sum(${isOut} ${hasAgreed}), 0) as agreed,
      coalesce(sum(not ${isReachable}), 0) as unreachable, (select count(*) ${of(isOpen)}) as invited
    ${of(isWaiting)}`);
}

/** Who is reminded now: people with access. Who unsubscribed isn't, nor whose turn passed unnoticed long ago. */
export function selectToRemind(db: Db, now: number, limit: number) {
  const [latest, earliest] = [1, 2].map((times) => now - times * REMINDED_AFTER_DAYS * DAY_MS);
  return db.all<Invited>(sql`
    select ${person} from invitations i indexed by invitations_to_remind join members m on m.id = i.member_id
    where ${isToRemind} and invited_at > ${earliest} and invited_at <= ${latest}
      and ${isMailable} and ${hasAccessAt(now)}
    order by invited_at limit ${limit}`);
}

export type InvitationCounts = { waiting: number; open: number; accepted: number };

export function countInvitations(db: Db) {
  return db.all<InvitationCounts>(sql`
    select (select count(*) from invitations where ${isWaiting}) as waiting,
      (select count(*) from invitations where ${isOpen}) as open,
      (select count(*) from invitations where accepted_at is not null) as accepted`);
}

export type Unaccepted = { id: string; emailKey: string };

/** Only accounts that no one has used (`stayReason`). */
function selectUnaccepted(db: Db, of: SQL, limit: number, among = sql`invitations`) {
  return db.all<Unaccepted>(sql`
    select m.id, m.email_key as "emailKey" from ${among} i cross join members m on m.id = i.member_id
    where ${of} and m.deleted_at is null and ${stayReason} is null limit ${limit}`);
}

const LOOKED_AT = 1000;

/** Invited long ago, never accepted, and without access now or later. Looks at `LOOKED_AT` accounts by ID: from one on, then from the first. */
export function selectExpired(db: Db, now: number, from: string, limit: number) {
  const before = now - INVITATION_DAYS * DAY_MS;
  const part = (ids: SQL) =>
    sql`select * from (select * from invitations where ${ids} order by member_id limit ${LOOKED_AT})`;
  const some = sql`(${part(sql`member_id >= ${from}`)} union all ${part(sql`member_id < ${from}`)} limit ${LOOKED_AT})`;
  return selectUnaccepted(db, sql`${isOpen} and invited_at <= ${before} and m.access_changes_at is null`, limit, some);
}

/** Everyone who hasn't accepted, of accounts created by then. */
export function selectAllUnaccepted(db: Db, createdBy: number, limit: number) {
  const isOld = sql`m.created_at <= ${createdBy}`;
  return [
    selectUnaccepted(db, sql`${isWaiting} and ${isOld}`, limit),
    selectUnaccepted(db, sql`${isOpen} and ${isOld}`, limit),
  ] as const;
}

/** Closes an account that still has nothing but what its import made, and makes its purge due. */
export function closeUnaccepted(db: Db, id: string, now: number) {
  return db.run(sql`
    update members as m set deleted_at = ${now}, purge_at = ${now}, updated_at = ${now}
    where m.id = ${id} and m.deleted_at is null and ${stayReason} is null`);
}

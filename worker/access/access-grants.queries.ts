import { asc, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { accessGrants } from "#db/schema/access.ts";
import { members } from "#db/schema/members.ts";
import { GRANT_PLANS, GRANT_SOURCES, type GrantEndReason } from "#domain/rules/access.ts";
import type { Member, NewMember } from "../account/member/member.ts";
import { type AccessColumn, suppressionOf, wakeUpSinceAfter } from "../account/member/members.queries.ts";
import { importedField, isClosedKey, isKnownKey, isSuppressedHash, type NewImported } from "./imported.queries.ts";
import { hasAwaited } from "./subscription-grants.queries.ts";

export type AccessGrant = typeof accessGrants.$inferSelect;
export type NewAccessGrant = typeof accessGrants.$inferInsert;

/** Members per tick; the rest waits for the next. */
const MEMBERS_PER_TICK = 500;

/** When grant `g` really ends. */
export const endOf = sql`min(g.until, coalesce(g.ended_at, g.until))`;

/** Whether grant `g` runs at `now` or later; one that ended before it began never does. */
export function isOpen(now: number): SQL {
  return sql`${endOf} > ${now} and g.starts_at < ${endOf}`;
}

/** The position of a column's value in a list, from 1. */
function rankOf(column: SQL, values: readonly string[]): SQL {
  const places = values.map((value, index) => sql` when ${sql.raw(`'${value}'`)} then ${sql.raw(String(index + 1))}`);
  return sql`case ${column}${sql.join(places)} end`;
}

/** `unsubscribeKey` is the key of its unsubscribe links. */
type NewAccount = Omit<NewMember, AccessColumn> & { unsubscribeKey: number };

/**
 * Inserts an account without access. A suppressed address stays suppressed, even after its last account is gone, and isn't proved
 * (`firstProof`).
 */
export function insertMember(db: Db, { mailboxProvedAt = null, ...member }: NewAccount, addressHash: string) {
  const words = { subscriptionType: "trial", subscriptionStatus: "expired" } as const;
  const suppression = suppressionOf(addressHash);
  const proved = sql`iif(${suppression.suppressedAt} is null, ${mailboxProvedAt}, null)`;
  return db.insert(members).values({ ...member, ...words, ...suppression, mailboxProvedAt: proved });
}

/** Inserts a slice's accounts, without emails or a password, unless their address is known. `mayGo` guards the slice. */
export function insertImported(
  db: Db,
  people: NewImported[],
  mayGo: SQL,
  now: { now: number; unsubscribeKey: number },
) {
  return db.run(sql`
    insert into members (id, email, email_key, first_name, last_name, subscription_type, subscription_status, wake_up_hour, timezone,
      email_enabled, is_unaccepted, wake_up_since, joined_at, created_at, updated_at, unsubscribe_key, suppressed_at, suppression_reason)
    select ${importedField("id")}, ${importedField("email")}, ${importedField("emailKey")}, ${importedField("firstName")}, ${importedField("lastName")}, 'trial', 'expired',
      ${importedField("wakeUpHour")}, ${importedField("timezone")}, 0, 1, ${now.now}, ${importedField("joinedAt")}, ${now.now}, ${now.now}, ${now.unsubscribeKey},
      iif(${importedField("suppression")} is null, null, ${now.now}), ${importedField("suppression")}
    from json_each(${JSON.stringify(people)}) r
    where ${mayGo} and not ${isKnownKey(importedField("emailKey"))} and not ${isClosedKey(importedField("emailKey"))}
      and not ${isSuppressedHash(importedField("addressHash"))}
    on conflict do nothing`);
}

export function insertGrant(db: Db, grant: NewAccessGrant) {
  return db.insert(accessGrants).values(grant);
}

/** What the answer about a trial says. */
export type GrantedTrial = Pick<AccessGrant, "startsAt" | "until"> &
  Pick<Member, "email" | "emailKey" | "timezone" | "suppressedAt" | "deletedAt"> & {
    grantedAt: number;
    memberSince: number;
  };

/** The trial granted to a request, and its member. */
export function selectTrialBySource(db: Db, sourceId: string) {
  return db.all<GrantedTrial>(sql`
    select g.starts_at as startsAt, g.until, g.created_at as grantedAt, m.email, m.email_key as emailKey,
      m.created_at as memberSince, m.timezone, m.suppressed_at as suppressedAt, m.deleted_at as deletedAt
    from access_grants g join members m on m.id = g.member_id
    where g.source = 'trial' and g.source_id = ${sourceId}`);
}

/** A member's current and future grants, the last to end first. */
export function selectOpenGrants(db: Db, of: { id: string } | { emailKey: string }, now: number) {
  const isMember = "id" in of ? sql`m.id = ${of.id}` : sql`m.email_key = ${of.emailKey}`;
  return db.all<Pick<AccessGrant, "source" | "plan"> & { endsAt: number }>(sql`
    select g.source, g.plan, ${endOf} as endsAt
    from members m join access_grants g on g.member_id = m.id
    where ${isMember} and m.deleted_at is null and ${isOpen(now)}
    order by endsAt desc`);
}

/** Whether member `m` has no current or future access other than trials. */
function hasTrialsOnly(now: number): SQL {
  return sql`not exists (
    select 1 from access_grants g where g.member_id = m.id and g.source <> 'trial' and ${isOpen(now)})
    and not ${hasAwaited(sql`m.id`, now)}`;
}

type TrialGrant = Omit<NewAccessGrant, "source" | "createdAt"> & { lastEnd: number | null; now: number };

/**
 * Grants a trial if the member's other access and last trial end are as they were read. Otherwise the member ID is null, which
 * fails the whole batch.
 */
export function insertTrialGrant(db: Db, { memberId, lastEnd, now, ...grant }: TrialGrant) {
  const unchanged = sql<string>`(
    select m.id from members m
    where m.id = ${memberId} and m.deleted_at is null and ${hasTrialsOnly(now)}
      and (select max(${endOf}) from access_grants g where g.member_id = m.id and ${isOpen(now)}) is ${lastEnd})`;
  return insertGrant(db, { ...grant, source: "trial", memberId: unchanged as unknown as string, createdAt: now });
}

type AdministratorGrant = Pick<NewAccessGrant, "id" | "memberId" | "sourceId" | "plan" | "startsAt" | "until">;

/** Grants access by the administrator; nothing if the request already did, or the member is gone. */
export function insertAdministratorGrant(db: Db, grant: AdministratorGrant, now: number) {
  return db.all<{ id: string }>(sql`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, created_at)
    select ${grant.id}, m.id, 'administrator', ${grant.sourceId}, ${grant.plan}, ${grant.startsAt}, ${grant.until}, ${grant.until}, ${now}
    from members m where m.id = ${grant.memberId} and m.deleted_at is null
    on conflict (source, source_id) do nothing
    returning id`);
}

/** The grant made by an administrator's request. */
export function selectAdministratorGrant(db: Db, sourceId: string) {
  return db.all<Pick<AccessGrant, "memberId" | "plan" | "until">>(sql`
    select member_id as "memberId", plan, until from access_grants
    where source = 'administrator' and source_id = ${sourceId}`);
}

export function selectGrantsOf(db: Db, memberId: string) {
  return db
    .select()
    .from(accessGrants)
    .where(eq(accessGrants.memberId, memberId))
    .orderBy(desc(accessGrants.createdAt));
}

/** Ends a current or future grant, but not a subscription's. */
export function endGrant(db: Db, { id, memberId }: { id: string; memberId: string }, now: number) {
  const reason = "cancelled" satisfies GrantEndReason;
  return db.all<{ id: string }>(sql`
    update access_grants as g set ended_at = ${now}, end_reason = ${reason}
    where g.id = ${id} and g.member_id = ${memberId} and g.source <> 'subscription' and ${endOf} > ${now}
    returning id`);
}

/** Moves a trial's end if it's still at `from`, and cuts earlier grants at the new end. Returns no row if it's over or was changed. */
export function moveTrialEnd(db: Db, memberId: string, { from, to }: { from: number; to: number }, now: number) {
  const ends = sql`case when g.until = ${from} then ${to} else min(g.until, ${to}) end`;
  return db.all<{ id: string }>(sql`
    update access_grants as g set until = ${ends}, paid_until = ${ends}
    where g.member_id = ${memberId} and g.source = 'trial' and g.ended_at is null and g.until > ${now}
      and ${from} = (
        select max(o.until) from access_grants o where o.member_id = ${memberId} and o.source = 'trial' and o.ended_at is null)
      and exists (select 1 from members m where m.id = ${memberId} and m.deleted_at is null)
    returning id`);
}

/** Closes the account of a member who has or had trials only; no row for anyone else. */
export function softDeleteTrialMember(db: Db, id: string, { now, purgeAt }: { now: number; purgeAt: number }) {
  return db.all<{ id: string }>(sql`
    update members as m set deleted_at = ${now}, purge_at = ${purgeAt}, updated_at = ${now}
    where m.id = ${id} and m.subscription_type = 'trial' and m.subscription_ends_at is not null and m.deleted_at is null
      and ${hasTrialsOnly(now)}
    returning id`);
}

/** Ends the remaining grants of a closed account. */
export function endGrantsOfClosed(db: Db, closed: SQL, now: number) {
  const reason = "account_deleted" satisfies GrantEndReason;
  return db.run(sql`
    update access_grants as g set ended_at = ${now}, end_reason = ${reason}
    where g.member_id in ${closed} and ${endOf} > ${now}`);
}

/** Members whose access changes by an instant, the oldest change first. */
export function selectMembersChangingBy(db: Db, instant: number) {
  return db
    .select({ id: members.id })
    .from(members)
    .where(lte(members.accessChangesAt, instant))
    .orderBy(asc(members.accessChangesAt))
    .limit(MEMBERS_PER_TICK);
}

/** `wordsAt` is the instant for type, status, and shown end: `now`, except in an early tick. */
type Recomputed = { now: number; wordsAt?: number };

/** The only statement that writes access, type, status, shown end, and highest plan. Runs in every batch that changes a grant. */
export function recomputeAccess(db: Db, memberIds: string[], { now, wordsAt = now }: Recomputed) {
  const accessEndsAt = sql`case when access.is_running then run.ends_at else access.last_end end`;
  return db.run(sql`
    with who(id) as materialized (select value from json_each(${JSON.stringify(memberIds)})),
    grants as materialized (
      select g.id, g.member_id, g.source, g.plan, g.end_reason, g.starts_at, ${endOf} as ends_at,
        case when g.ended_at < g.paid_until then g.ended_at else g.paid_until end as shown_end,
        ${rankOf(sql`g.source`, GRANT_SOURCES)} as source_rank, ${rankOf(sql`g.plan`, GRANT_PLANS)} as plan_rank
      from who cross join access_grants g on g.member_id = who.id
    ),
    access as (
      select member_id,
        max(starts_at <= ${now} and ends_at > ${now}) as is_running,
        max(case when ends_at <= ${now} then ends_at end) as last_end,
        max(case when starts_at <= ${now} and ends_at > ${now} then plan_rank end) as plan_rank,
        min(case when starts_at > ${now} then starts_at when ends_at > ${now} then ends_at end) as changes_at
      from grants where starts_at < ends_at group by member_id
    ),
    -- The unbroken run ends at the first end that no other grant reaches across.
    run as (
      select e.member_id, min(e.ends_at) as ends_at from grants e
      where e.starts_at < e.ends_at and e.ends_at > ${now} and not exists (
        select 1 from grants o where o.member_id = e.member_id and o.starts_at <= e.ends_at and o.ends_at > e.ends_at)
      group by e.member_id
    ),
    -- 0 running, 1 over, 2 to come, 3 never to run
    placed as (
      select *, case when starts_at >= ends_at then 3 when starts_at > ${wordsAt} then 2 when ends_at > ${wordsAt} then 0 else 1 end
        as place
      from grants
    ),
    words as (
      select member_id, shown_end,
        case when source in ('trial','gift') then source else plan end as type,
        case when place in (1, 3) then iif(end_reason = 'cancelled', 'cancelled', 'expired')
          when source = 'trial' then 'trial' else 'active' end as status
      from (
        select *, row_number() over (
          partition by member_id
          order by place, iif(place = 2, -starts_at, ends_at) desc, source_rank desc, plan_rank desc, id
        ) as position
        from placed
      ) where position = 1
    )
    update members set
      access_ends_at = ${accessEndsAt},
      highest_plan = case access.plan_rank ${sql.join(GRANT_PLANS.map((plan, index) => sql.raw(` when ${index + 1} then '${plan}'`)))} end,
      access_changes_at = access.changes_at,
      purge_at = iif(access.changes_at is null or members.deleted_at is not null, members.purge_at, null),
      subscription_type = coalesce(words.type, members.subscription_type),
      subscription_status = coalesce(words.status, members.subscription_status),
      subscription_ends_at = iif(words.member_id is null, members.subscription_ends_at, words.shown_end),
      wake_up_since = ${wakeUpSinceAfter({ accessEndsAt }, now)}
    from who
      left join access on access.member_id = who.id
      left join run on run.member_id = who.id
      left join words on words.member_id = who.id
    where members.id = who.id`);
}

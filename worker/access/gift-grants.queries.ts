import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { GrantEndReason, GrantPlan } from "#domain/rules/access.ts";
import { endOf, isOpen } from "./access-grants.queries.ts";
import { isAwaited } from "./subscription-grants.queries.ts";

type GiftGrant = { id: string; giftId: string; memberId: string; plan: GrantPlan; startsAt: number; until: number };

/** Grants a gift's access once, if the gift was granted to that member at this instant. */
export function insertGiftGrant(db: Db, { id, giftId, memberId, plan, startsAt, until }: GiftGrant, now: number) {
  return db.run(sql`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, created_at)
    select ${id}, g.member_id, 'gift', g.id, ${plan}, ${startsAt}, ${until}, ${until}, ${now}
    from gifts g where g.id = ${giftId} and g.member_id = ${memberId} and g.granted_at = ${now}
    on conflict (source, source_id) do nothing`);
}

/** Moves a gift that hasn't begun, because what it waited for ended earlier. */
export function moveGiftGrant(db: Db, { giftId, startsAt, until }: GiftGrant, now: number) {
  return db.all<{ id: string }>(sql`
    update access_grants set starts_at = ${startsAt}, until = ${until}, paid_until = ${until}
    where source = 'gift' and source_id = ${giftId} and ended_at is null and starts_at > ${now} and starts_at <> ${startsAt}
    returning id`);
}

/** Ends a gift's access because it was refunded or reversed. */
export function endGiftGrant(db: Db, giftId: string, reason: GrantEndReason, now: number) {
  return db.all<{ id: string }>(sql`
    update access_grants set ended_at = ${now}, end_reason = ${reason}
    where source = 'gift' and source_id = ${giftId} and ended_at is null and until > ${now} returning id`);
}

/** Gifts that end after a lost one that still gives access. */
export function selectGiftsBehind(db: Db, giftId: string, now: number) {
  return db.all<Behind>(sql`
    select h.id, h.plan, h.starts_at as "startsAt", g.plan as "lostPlan", g.until as "lostUntil", m.timezone
    from access_grants g join access_grants h on h.member_id = g.member_id join members m on m.id = g.member_id
    where g.source = 'gift' and g.source_id = ${giftId} and g.ended_at is null and g.until > ${now}
      and h.source = 'gift' and h.ended_at is null and h.until > g.until`);
}
export type Behind = Pick<GiftGrant, "id" | "plan" | "startsAt"> & {
  lostPlan: GrantPlan;
  lostUntil: number;
  timezone: string;
};

/** Shortens a gift's grant by what a lost one had added to it, once. Must run before the statement that ends the lost one. */
export function shortenGiftGrant(db: Db, id: string, { giftId, added, least }: Shortening) {
  const until = sql`min(until, max(until - ${added}, ${least}))`;
  return db.run(sql`
    update access_grants set until = ${until}, paid_until = ${until}
    where id = ${id} and ended_at is null
      and exists (select 1 from access_grants g where g.source = 'gift' and g.source_id = ${giftId} and g.ended_at is null)`);
}
type Shortening = { giftId: string; added: number; least: number };

export type OpenStretch = { source: string; startsAt: number; endsAt: number; isPaidFor: 0 | 1 };

/** Joins the subscription `s` of a grant `g` if it keeps charging: neither cancelled nor lost. */
const chargingOf = sql`subscriptions s on g.source = 'subscription' and s.id = g.source_id
      and s.status in ('APPROVED','ACTIVE','SUSPENDED') and s.cancel_asked_at is null and s.revoked_at is null`;

const openStretches = (memberId: string, now: number) => sql`access_grants g left join ${chargingOf}
    where g.member_id = ${memberId} and (${isOpen(now)} or ${isAwaited(now)})`;

/** Grants that run or are still to come. `isPaidFor` says whether a subscription keeps charging for one. */
export function selectOpenStretches(db: Db, memberId: string, now: number) {
  return db.all<OpenStretch>(sql`
    select g.source, g.starts_at as "startsAt", ${endOf} as "endsAt", s.id is not null as "isPaidFor"
    from ${openStretches(memberId, now)}`);
}

/** When a member's open access ends; null without any. */
export function lastEndOf(memberId: string, now: number): SQL {
  return sql`(select max(${endOf}) from ${openStretches(memberId, now)})`;
}

/** Whether a subscription keeps charging for a member's access, so that their gifts wait. */
export function isCharged(memberId: SQL, now: number): SQL {
  return sql`exists (select 1 from access_grants g join ${chargingOf} where g.member_id = ${memberId}
    and (${isOpen(now)} or ${isAwaited(now)}))`;
}

import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { CHECKOUT_OPEN_MS } from "../../money/checkout/checkouts.queries.ts";
import { keyToPurge } from "./member-rows.queries.ts";

const KEPT_MS = SERVICE_TERMS.retentionDays * DAY_MS;
export const NOTICE_MS = SERVICE_TERMS.purgeNoticeDays * DAY_MS;

/** When the retention period of a member `m` without current or coming access starts. */
const ENDED = sql`coalesce(access_ends_at, created_at)`;
// Must match the partial indexes' conditions word for word.
const IS_UNTOLD = sql`access_changes_at is null and purge_at is null and deleted_at is null`;
const IS_TO_PURGE = sql`purge_at is not null and purged_at is null`;

/** Holds a purge back: PayPal may still charge or start to, or a gift starts when that ends. */
const isHeld = (now: number) => sql`(
  exists (select 1 from subscriptions s where s.member_id = m.id and s.status in ('APPROVED','ACTIVE','SUSPENDED'))
  or exists (
    select 1 from checkouts c where c.member_id = m.id and c.bought_at is null and c.created_at > ${now - CHECKOUT_OPEN_MS})
  or m.deleted_at is null and exists (
    select 1 from gifts g where g.member_id = m.id and g.redeemed_at is not null and g.granted_at is null and g.refunded_at is null))`;

/** Whether the purge notice was sent to member `m`'s open account. A suppressed address isn't waited for. */
const WAS_TOLD = sql`(suppressed_at is not null or exists (
  select 1 from transactional_mails t where t.id = 'purge-ahead:' || m.id || ':' || m.purge_at and t.state = 'sent'))`;

/** Whether member `m`'s personal data is to be purged now: the account is closed, or access ended long enough ago. */
export function isDue(now: number): SQL {
  return sql`${IS_TO_PURGE} and purge_at <= ${now} and not ${isHeld(now)} and (
    deleted_at is not null or access_changes_at is null and ${ENDED} <= ${now - KEPT_MS} and ${WAS_TOLD})`;
}

export type Untold = { id: string; email: string; firstName: string | null; timezone: string };

function isToTell(now: number): SQL {
  return sql`${IS_UNTOLD} and ${ENDED} <= ${now - KEPT_MS + NOTICE_MS} and not ${isHeld(now)}`;
}

/** Returns members to be purged in two weeks who haven't been notified, the longest without access first. */
export function selectUntold(db: Db, now: number, limit: number) {
  return db.all<Untold>(sql`
    select id, email, first_name as "firstName", timezone from members m where ${isToTell(now)} order by ${ENDED} limit ${limit}`);
}

/** Sets the day a member's data is purged; changes no row if access came back or they've been notified. */
export function setPurgeAt(db: Db, id: string, { now, purgeAt }: { now: number; purgeAt: number }) {
  return db.run(sql`update members as m set purge_at = ${purgeAt} where m.id = ${id} and ${isToTell(now)}`);
}

/** Clears the day of open accounts if it has come without a sent notice; they get a new notice. */
export function withdrawUntold(db: Db, now: number) {
  return db.run(sql`
    update members as m set purge_at = null
    where ${IS_TO_PURGE} and purge_at <= ${now} and deleted_at is null and not ${WAS_TOLD}`);
}

export function selectDue(db: Db, now: number, limit: number) {
  return db.all<{ id: string; emailKey: string }>(sql`
    select id, email_key as "emailKey" from members m where ${isDue(now)} order by purge_at limit ${limit}`);
}

/** Removes a giver's name from the accounts they gave to. Runs before the gifts lose their addresses. */
export function forgetGiver(db: Db, { id, emailKey, now }: { id: string; emailKey: string; now: number }) {
  return db.run(sql`
    update members set gift_giver_name = null where gift_giver_name is not null and id in (
      select member_id from gifts where lower(giver_email) = ${keyToPurge({ id, emailKey })})
      and exists (select 1 from members p where p.id = ${id} and p.purged_at = ${now})`);
}

export type Coming = {
  id: string;
  email: string;
  endedAt: number;
  /** When the data is purged; null until the notice is written. */
  purgeAt: number | null;
  deletedAt: number | null;
  isHeld: 0 | 1;
};

/**
 * Returns members to be purged up to an instant if nothing changes, earliest first, including those on hold. Each half reads its
 * own index no further than `limit`.
 */
export function selectComing(db: Db, { now, until, limit }: { now: number; until: number; limit: number }) {
  const columns = sql`id, email, ${ENDED} as "endedAt", purge_at as "purgeAt", deleted_at as "deletedAt", ${isHeld(now)} as "isHeld"`;
  return db.all<Coming>(sql`
    select * from (
      select * from (
        select ${columns} from members m where ${IS_TO_PURGE} and purge_at <= ${until} order by purge_at limit ${limit})
      union all
      select * from (
        select ${columns} from members m where ${IS_UNTOLD} and ${ENDED} <= ${until - KEPT_MS} order by ${ENDED} limit ${limit}))
    order by coalesce("purgeAt", "endedAt" + ${KEPT_MS}) limit ${limit}`);
}

export function selectPurged(db: Db, limit: number) {
  return db.all<{ id: string; at: number; details: string | null }>(sql`
    select subject as id, at, details from audit where action = 'member.purge' order by id desc limit ${limit}`);
}

export function setPurgeCounts(db: Db, memberId: string, details: string) {
  return db.run(sql`update audit set details = ${details} where subject = ${memberId} and action = 'member.purge'`);
}

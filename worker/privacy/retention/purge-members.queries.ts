import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { CHECKOUT_OPEN_MS } from "../../money/checkout/checkouts.queries.ts";
import { keyToPurge } from "./member-rows.queries.ts";

const KEPT_MS = SERVICE_TERMS.retentionDays * DAY_MS;
export const NOTICE_MS = SERVICE_TERMS.purgeNoticeDays * DAY_MS;

/** From when the days of a member of the alias `m` count who has no access and none to come. */
const ENDED = sql`coalesce(access_ends_at, created_at)`;
// Word for word as in the partial indexes.
const IS_UNTOLD = sql`access_changes_at is null and purge_at is null and deleted_at is null`;
const IS_TO_PURGE = sql`purge_at is not null and purged_at is null`;

/** PayPal may go on charging, or be about to begin, or a gift begins when that ends. */
const isHeld = (now: number) => sql`(
  exists (select 1 from subscriptions s where s.member_id = m.id and s.status in ('APPROVED','ACTIVE','SUSPENDED'))
  or exists (
    select 1 from checkouts c where c.member_id = m.id and c.bought_at is null and c.created_at > ${now - CHECKOUT_OPEN_MS})
  or m.deleted_at is null and exists (
    select 1 from gifts g where g.member_id = m.id and g.redeemed_at is not null and g.granted_at is null and g.refunded_at is null))`;

/** Whether the mail about that day has left for an open account of the alias `m`; one to which none is sent is not waited for. */
const WAS_TOLD = sql`(suppressed_at is not null or exists (
  select 1 from transactional_mails t where t.id = 'purge-ahead:' || m.id || ':' || m.purge_at and t.state = 'sent'))`;

/** Whether what is personal of a member of the alias `m` is to go now: their account is closed, or their access ended so long ago. */
export function isDue(now: number): SQL {
  return sql`${IS_TO_PURGE} and purge_at <= ${now} and not ${isHeld(now)} and (
    deleted_at is not null or access_changes_at is null and ${ENDED} <= ${now - KEPT_MS} and ${WAS_TOLD})`;
}

export type Untold = { id: string; email: string; firstName: string | null; timezone: string };

function isToTell(now: number): SQL {
  return sql`${IS_UNTOLD} and ${ENDED} <= ${now - KEPT_MS + NOTICE_MS} and not ${isHeld(now)}`;
}

/** Members whose data are to go in two weeks and who have not been told, the longest without access first. */
export function selectUntold(db: Db, now: number, limit: number) {
  return db.all<Untold>(sql`
    select id, email, first_name as "firstName", timezone from members m where ${isToTell(now)} order by ${ENDED} limit ${limit}`);
}

/** Sets the day on which a member's data go; no row when access came back meanwhile, or they were told. */
export function setPurgeAt(db: Db, id: string, { now, purgeAt }: { now: number; purgeAt: number }) {
  return db.run(sql`update members as m set purge_at = ${purgeAt} where m.id = ${id} and ${isToTell(now)}`);
}

/** Takes back the day of open accounts whose day has come without the mail about it: they are told anew. */
export function withdrawUntold(db: Db, now: number) {
  return db.run(sql`
    update members as m set purge_at = null
    where ${IS_TO_PURGE} and purge_at <= ${now} and deleted_at is null and not ${WAS_TOLD}`);
}

export function selectDue(db: Db, now: number, limit: number) {
  return db.all<{ id: string; emailKey: string }>(sql`
    select id, email_key as "emailKey" from members m where ${isDue(now)} order by purge_at limit ${limit}`);
}

/** Takes a giver's name off the accounts of those they have given to. It stands before the gifts lose their addresses. */
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
  /** When the data go; null where the mail that says so has not been written. */
  purgeAt: number | null;
  deletedAt: number | null;
  isHeld: 0 | 1;
};

/**
 * Whose data go up to an instant if nothing changes, the first to go first; those that something holds back as well. Each half goes
 * along its own index no further than the list.
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

/** The last purges by the audit, the newest first. */
export function selectPurged(db: Db, limit: number) {
  return db.all<{ id: string; at: number; details: string | null }>(sql`
    select subject as id, at, details from audit where action = 'member.purge' order by id desc limit ${limit}`);
}

/** Notes beside the record of a purge how many rows of each table it took. */
export function setPurgeCounts(db: Db, memberId: string, details: string) {
  return db.run(sql`update audit set details = ${details} where subject = ${memberId} and action = 'member.purge'`);
}

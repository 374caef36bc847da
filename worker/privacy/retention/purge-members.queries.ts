import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { stayReason } from "../../account/invitations/untouched.queries.ts";
import { CHECKOUT_OPEN_MS } from "../../money/checkout/checkouts.queries.ts";
import { columnsOf, isClaimed, keyToPurge, type Person } from "./member-rows.queries.ts";

export const KEPT_MS = SERVICE_TERMS.retentionDays * DAY_MS;
export const NOTICE_MS = SERVICE_TERMS.purgeNoticeDays * DAY_MS;

/** When the retention period of a member `m` without current or coming access starts. */
const ENDED = sql`coalesce(access_ends_at, created_at)`;
// Must match the partial indexes' conditions word for word.
const IS_UNNOTIFIED = sql`access_changes_at is null and purge_at is null and deleted_at is null`;
const IS_TO_PURGE = sql`purge_at is not null and purged_at is null`;

/** Holds a purge back while PayPal may still charge, or a gift waits to start. */
const isOnHold = (now: number) => sql`(
  exists (select 1 from subscriptions s where s.member_id = m.id and s.status in ('APPROVED','ACTIVE','SUSPENDED'))
  or exists (
    select 1 from checkouts c where c.member_id = m.id and c.bought_at is null and c.created_at > ${now - CHECKOUT_OPEN_MS})
  or m.deleted_at is null and exists (
    select 1 from gifts g where g.member_id = m.id and g.redeemed_at is not null and g.granted_at is null and g.refunded_at is null))`;

/** Whether the purge notice was sent to member `m`, or can't be because the address is suppressed. */
const WAS_NOTIFIED = sql`(suppressed_at is not null or exists (
  select 1 from transactional_mails t where t.id = 'purge-ahead:' || m.id || ':' || m.purge_at and t.state = 'sent'))`;

/** Whether member `m`'s data is to be purged now. */
function isDue(now: number): SQL {
  return sql`${IS_TO_PURGE} and purge_at <= ${now} and not ${isOnHold(now)} and (
    deleted_at is not null or access_changes_at is null and ${ENDED} <= ${now - KEPT_MS} and ${WAS_NOTIFIED})`;
}

/** Member `m` accepted, or has something that the purge of unaccepted accounts leaves to this one. */
const IS_OURS = sql`(m.is_unaccepted = 0 or exists (
  select 1 from invitations i where i.member_id = m.id and ${stayReason} is not null))`;

export type Unnotified = { id: string; email: string; firstName: string | null; timezone: string };

function isToNotify(now: number): SQL {
  return sql`${IS_UNNOTIFIED} and ${IS_OURS} and ${ENDED} <= ${now - KEPT_MS + NOTICE_MS} and not ${isOnHold(now)}`;
}

/** Returns members to be purged in two weeks who haven't been notified, longest without access first. */
export function selectUnnotified(db: Db, now: number, limit: number) {
  return db.all<Unnotified>(sql`
    select id, email, first_name as "firstName", timezone from members m where ${isToNotify(now)} order by ${ENDED} limit ${limit}`);
}

/** Sets the day a member's data is purged, unless access came back or they've been notified. */
export function setPurgeAt(db: Db, id: string, { now, purgeAt }: { now: number; purgeAt: number }) {
  return db.run(sql`update members as m set purge_at = ${purgeAt} where m.id = ${id} and ${isToNotify(now)}`);
}

/** Clears the purge day of open accounts that weren't notified in time; they get a new notice. */
export function withdrawUnnotified(db: Db, now: number) {
  return db.run(sql`
    update members as m set purge_at = null
    where ${IS_TO_PURGE} and purge_at <= ${now} and deleted_at is null and not ${WAS_NOTIFIED}`);
}

export function selectDue(db: Db, now: number, limit: number) {
  return db.all<{ id: string; emailKey: string }>(sql`
    select id, email_key as "emailKey" from members m where ${isDue(now)} order by purge_at limit ${limit}`);
}

/** A purged member's own row, which stays for its ID. */
export const emptyMember = (now: number) => ({
  email: "",
  email_key: "",
  first_name: null,
  last_name: null,
  password_hash: null,
  gift_giver_name: null,
  phone_number: null,
  sms_enabled: 0,
  email_enabled: 0,
  wake_up_hour: 6,
  weekend_hour: null,
  timezone: "America/Chicago",
  playback_speed: 1,
  items_completed: 0,
  last_completed_date: null,
  current_streak: 0,
  paused_until: null,
  suppressed_at: null,
  suppression_reason: null,
  suppression_asked_at: null,
  full_bounces: 0,
  joined_at: null,
  deleted_at: sql`coalesce(deleted_at, ${now})`,
  purged_at: now,
  updated_at: now,
});

/** A checkout whose buyer is forgotten. */
export const EMPTY_CHECKOUT = {
  email: "",
  email_key: "",
  wake_up_hour: null,
  timezone: null,
  session_id: null,
  request_id: null,
};

/** Marks a person as purged and empties their own row, if that's still due. */
export function claimPurge(db: Db, { id, emailKey, now }: Person) {
  return db.all<{ id: string }>(sql`
    update members as m set ${columnsOf(emptyMember(now))}
    where m.id = ${id} and m.email_key = ${emailKey} and ${isDue(now)} returning id`);
}

/** Removes a giver's name from the accounts they gave to. Runs before the gifts lose their addresses. */
export function forgetGiver(db: Db, person: Person) {
  return db.run(sql`
    update members set gift_giver_name = null where gift_giver_name is not null and id in (
      select member_id from gifts where lower(giver_email) = ${keyToPurge(person)}) and ${isClaimed(person)}`);
}

export type Coming = {
  id: string;
  email: string;
  endedAt: number;
  /** Null until the notice is written. */
  purgeAt: number | null;
  deletedAt: number | null;
  isHeld: 0 | 1;
};

/** Returns coming purges, including those on hold, earliest first. Each half reads its own index no further than `limit`. */
export function selectComing(db: Db, { now, until, limit }: { now: number; until: number; limit: number }) {
  const columns = sql`id, email, ${ENDED} as "endedAt", purge_at as "purgeAt", deleted_at as "deletedAt", ${isOnHold(now)} as "isHeld"`;
  return db.all<Coming>(sql`
    select * from (
      select * from (
        select ${columns} from members m where ${IS_TO_PURGE} and purge_at <= ${until} order by purge_at limit ${limit})
      union all
      select * from (
        select ${columns} from members m where ${IS_UNNOTIFIED} and ${ENDED} <= ${until - KEPT_MS} order by ${ENDED} limit ${limit}))
    order by coalesce("purgeAt", "endedAt" + ${KEPT_MS}) limit ${limit}`);
}

export function selectPurged(db: Db, limit: number) {
  return db.all<{ id: string; at: number; details: string | null }>(sql`
    select subject as id, at, details from audit where action = 'member.purge' order by id desc limit ${limit}`);
}

export function setPurgeCounts(db: Db, memberId: string, details: string) {
  return db.run(sql`update audit set details = ${details} where subject = ${memberId} and action = 'member.purge'`);
}

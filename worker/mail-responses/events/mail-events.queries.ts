import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import { mailEvents } from "#db/schema/mail-events.ts";
import {
  MAX_FULL_BOUNCES,
  type MailFigures,
  type PausableKind,
  type SuppressionReason,
} from "#domain/rules/mail-events.ts";
import { wakeUpSinceAfter } from "../../account/member/members.queries.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";
import { kindsPausedAs } from "../../mail/kinds/kinds.ts";
import { codeOf } from "../../wake-up/deliveries/stored-delivery.queries.ts";

/** A reported outcome of a delivery: `day` and `state` as stored, `at` in seconds, `reason` if it failed. */
export type Report = { day: number; memberId: string; state: number; at: number; reason: string | null } & {
  /** The address, if its mailbox is full. */
  full: string | undefined;
};

/** A bounce or a complaint. `at` is epoch ms, `date` its UTC day. */
export type Trouble = {
  id: string;
  date: string;
  at: number;
  reason: SuppressionReason;
  emailKey: string;
  addressHash: string;
  isLasting: boolean;
  kind: PausableKind | null;
  /** Counts once, however often it complains: a member, or the hash of an address. */
  recipient: string;
};

type Occasion = { now: number; requestId: string };

const reports = (list: Report[]) => sql`json_each(${JSON.stringify(list)}) j
  cross join deliveries d on d.day = j.value ->> 'day' and d.member_id = j.value ->> 'memberId'`;
const said = sql`(j.value ->> 'state')`;
/** The provider accepted the email and later reported a failure: only such a failed delivery has a `sent_at`. */
const hasFailedThere = sql`d.state = ${codeOf("failed")} and d.sent_at is not null`;
const isOpen = sql`(d.state in (${codeOf("claimed")}, ${codeOf("sent")}, ${codeOf("unknown")}) or ${hasFailedThere})`;
const isStopped = sql`full_bounces >= ${MAX_FULL_BOUNCES}`;
const isFailure = sql`${said} = ${codeOf("failed")}`;

/** Mirrors in batches' counts what `moveDeliveries` will change, so it runs first. The batch's outcome counts those still claimed. */
export function moveCounts(db: Db, list: Report[]) {
  const wasUnknown = sql`d.state = ${codeOf("unknown")}`;
  const wasClaimed = sql`d.state = ${codeOf("claimed")}`;
  return db.run(sql`
    update wake_up_batches
    set sent_count = sent_count + s.sent, failed_count = failed_count + s.failed, unknown_count = unknown_count - s.unknown
    from (
      select d.batch,
        sum(case when d.state = ${codeOf("sent")} then -1 else not (${isFailure}) end) as sent,
        sum(case when ${hasFailedThere} then -1 else ${isFailure} end) as failed,
        sum(${wasUnknown}) as unknown
      from ${reports(list)}
      where ${wasUnknown} or (${hasFailedThere} or ${wasClaimed}) and ${said} > d.state and ${said} >= ${codeOf("failed")}
        or d.state = ${codeOf("sent")} and ${isFailure}
      group by d.batch
    ) s
    where number = s.batch`);
}

/** Also checks the day before: an event without a readable time is dated by its arrival, and Resend may repeat it after midnight. */
const isNew = sql`not exists (
  select 1 from mail_events e
  where e.date in (j.value ->> 'date', date(j.value ->> 'date', '-1 day')) and e.id = j.value ->> 'id')`;

/** Counts what is reported for the first time. Runs before the deliveries move and the events are stored. */
export function countReports(db: Db, date: string, list: Report[], troubles: Trouble[]) {
  const newOf = (reason: SuppressionReason) => sql`(
    select count(distinct j.value ->> 'id') from json_each(${JSON.stringify(troubles)}) j
    where j.value ->> 'reason' = ${reason} and ${isNew})`;
  const newlyReported = sql`(select count(*) from ${reports(list)} where ${isOpen} and ${said} >= ${codeOf("delivered")})`;
  return db.run(sql`
    insert into mail_days (date, told, bounced, complained) values (${date}, ${newlyReported}, ${newOf("bounced")}, ${newOf("complained")})
    on conflict (date) do update set told = told + excluded.told, bounced = bounced + excluded.bounced,
      complained = complained + excluded.complained`);
}

/** Moves deliveries forward only: later states win, and any report settles an unknown one. An upsert reads and writes one row for each. */
export function moveDeliveries(db: Db, list: Report[]) {
  return db.run(sql`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at, reason)
    select d.day, d.member_id, d.batch, d.key_version, ${said}, d.claimed_at, coalesce(d.sent_at, j.value ->> 'at'),
      j.value ->> 'reason'
    from ${reports(list)}
    where (${isOpen} or d.state >= ${codeOf("delivered")}) and (
      d.state = ${codeOf("unknown")} or ${said} > d.state and ${said} >= ${codeOf("failed")})
    on conflict (day, member_id) do update
      set state = excluded.state, sent_at = excluded.sent_at, reason = excluded.reason`);
}

const auditMails = (action: "mails.suppressed" | "mails.unsuppressed", { now, requestId }: Occasion) => sql`
  insert into audit (at, actor, action, subject, details, request_id)
  select ${now}, 'system', ${action}, m.id, '{"reason":"full"}', ${requestId}`;

/** A delivery, of whatever email, shows that the mailbox has room: ends the row of bounces and what they stopped. */
export function endFullBounces(db: Db, emailKeys: string[], occasion: Occasion) {
  const { now } = occasion;
  const keys = sql`json_each(${JSON.stringify(emailKeys)}) k`;
  return [
    db.run(sql`
      update members set full_bounces = 0, wake_up_since = ${wakeUpSinceAfter({ fullBounces: 0 }, now)},
        updated_at = iif(${isStopped}, ${now}, updated_at)
      from ${keys} where full_bounces > 0 and email_key = k.value`),
    db.run(sql`${auditMails("mails.unsuppressed", occasion)}
      from (select 1 where changes() > 0) cross join ${keys}
      cross join members m on m.email_key = k.value and m.deleted_at is null and m.updated_at = ${now}`),
  ];
}

/** Counts wake-ups that newly came back from a full mailbox. Runs before the deliveries move. */
export function countFullBounces(db: Db, list: Report[], occasion: Occasion) {
  const counted = sql`(
    select d.member_id as id, j.value ->> 'full' as email_key, count(*) as bounced from ${reports(list)}
    where ${isOpen} or d.state = ${codeOf("delivered")} group by 1, 2)`;
  return [
    db.run(sql`${auditMails("mails.suppressed", occasion)} from ${counted} s cross join members m using (id, email_key)
      where not ${isStopped} and full_bounces + bounced >= ${MAX_FULL_BOUNCES}`),
    db.run(sql`
      update members set full_bounces = full_bounces + bounced from ${counted} s
      where members.id = s.id and members.email_key = s.email_key`),
  ];
}

/** Suppresses the addresses of new events, unless an administrator has lifted the suppression since they happened. */
export function suppressAddresses(db: Db, troubles: Trouble[]) {
  return db.run(sql`
    insert into suppressions (address_hash, reason, suppressed_at)
    select j.value ->> 'addressHash', j.value ->> 'reason', j.value ->> 'at' from json_each(${JSON.stringify(troubles)}) j
    where j.value ->> 'isLasting' and ${isNew}
    on conflict (address_hash) do update
      set reason = excluded.reason, suppressed_at = excluded.suppressed_at, lifted_at = null
      where suppressions.lifted_at <= excluded.suppressed_at`);
}

const suppressed = (troubles: Trouble[]) => sql`
  json_each(${JSON.stringify(troubles)}) j
  cross join suppressions s on s.address_hash = j.value ->> 'addressHash' and s.lifted_at is null`;
const ofSuppressed = (troubles: Trouble[]) => sql`select j.value ->> 'emailKey' from ${suppressed(troubles)}`;

export function suppressMembers(db: Db, troubles: Trouble[], now: number) {
  return db.run(sql`
    update members set suppressed_at = ${now},
      suppression_reason = (select s.reason from ${suppressed(troubles)} where j.value ->> 'emailKey' = members.email_key)
    where email_key in (${ofSuppressed(troubles)}) and deleted_at is null and suppressed_at is null`);
}

/** Audits the statement before it, with one entry per member. */
export function auditSuppressed(db: Db, troubles: Trouble[], { now, requestId }: Occasion) {
  return db.run(sql`
    insert into audit (at, actor, action, subject, request_id)
    select ${now}, 'system', 'mails.suppressed', id, ${requestId} from members
    where changes() > 0 and email_key in (${ofSuppressed(troubles)}) and deleted_at is null and suppressed_at = ${now}`);
}

export function storeEvents(db: Db, troubles: Trouble[]) {
  return db.run(sql`
    insert into mail_events (date, id, reason, kind, recipient, at)
    select value ->> 'date', value ->> 'id', value ->> 'reason', value ->> 'kind', value ->> 'recipient', value ->> 'at'
    from json_each(${JSON.stringify(troubles)}) j where ${isNew}
    on conflict do nothing`);
}

export function selectFigures(db: Db, from: string) {
  return db.all<MailFigures>(sql`
    select coalesce(sum(told), 0) as reported, coalesce(sum(bounced), 0) as bounced, coalesce(sum(complained), 0) as complained
    from mail_days where date >= ${from}`);
}

/** The start of the complaints that may pause a kind or alert the operator: a UTC day, and an instant within it. */
export type Since = { date: string; at: number };

export function countComplainers(db: Db, { date, at }: Since) {
  return db.all<{ kind: PausableKind; complained: number }>(sql`
    select kind, count(distinct recipient) as complained from mail_events
    where date >= ${date} and reason = 'complained' and kind is not null and at >= ${at} group by kind`);
}

export function countComplaints(db: Db, { date, at }: Since) {
  return db.all<{ complained: number }>(sql`
    select count(*) as complained from mail_events
    where date >= ${date} and reason = 'complained' and coalesce(at, 0) >= ${at}`);
}

/** Counts a kind's delivered emails since then: reported deliveries for wake-ups, sent emails for other kinds, both minus bounces. */
export function countDelivered(db: Db, kind: PausableKind, { date, at }: Since) {
  const sent =
    kind === "wake-up"
      ? sql`select coalesce(sum(told), 0) from mail_days where date >= ${date}`
      : sql`select count(*) from transactional_mails where state = 'sent' and settled_at >= ${at}
          and kind in (select value from json_each(${JSON.stringify(kindsPausedAs(kind))}))`;
  return db.all<{ delivered: number }>(sql`
    select max(0, (${sent}) - (
      select count(*) from mail_events where date >= ${date} and at >= ${at} and kind = ${kind} and reason <> 'complained')) as delivered`);
}

export function selectAlarmSince(db: Db, { date, at }: Since) {
  const isOf = (name: string) => sql`id >= ${`${name}:${date}`} and id < ${`${name};`}`;
  return db
    .select({ id: transactionalMails.id })
    .from(transactionalMails)
    .where(sql`(${isOf("complaints-alarm")} or ${isOf("complaints-pause")}) and created_at >= ${at}`)
    .limit(1);
}

export const deleteOldEvents = (db: Db, old: Old) => deleteOldest(db, mailEvents.date, old, { key: sql`date, id` });

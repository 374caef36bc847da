import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { onOffer } from "../../content/content.queries.ts";
import { fallbacks } from "../../content/fallbacks.queries.ts";
import { isBeforeDaysEnd } from "../../wake-up/batches/batches.queries.ts";

/** Counts stop here. */
export const MOST_COUNTED = 10;
const REFUSED_READ = 3;

/** Instants before or since which something counts as trouble; dates; keys of counters. */
type SpanInstants = "now" | "lateBefore" | "morningsSince" | "openEventsBefore" | "eventsKeptSince" | "refusedSince";
type Spans = Record<SpanInstants, number> &
  Record<"countedDay" | "today" | "from" | "through" | "resetKey" | "loginKey" | "adminKey" | "codesKey", string>;

type Counts =
  | "missedSlots"
  | "failedBatches"
  | "deadBatches"
  | "refusedEvents"
  | "reportedMails"
  | "differences"
  | "refusedPushes";
type Instants = "lateBatchSlotAt" | "unsettledSlotAt" | "openEventAt" | "lastEventAt";
/** Null means absent or unknown. Instants are the oldest of their kind. */
export type CheckCounts = Record<Counts | "morningsAhead" | "hasFallback" | "hasBouncedInvitations", number> &
  Record<Instants | "sentMails" | "databaseBytes" | "membersWithAccess" | "resetMails" | "wrongCodes", number | null> &
  // Wrong passwords within their windows, as JSON of count and end.
  Record<"wrongLogins" | "wrongAdmins", string | null>;

const countedBy = (key: string, now: number) =>
  sql`(select json_object('count', count, 'endsAt', window_ends_at) from attempt_counters where key = ${key} and window_ends_at > ${now})`;
const countIn = (key: string, now: number) =>
  sql`(select count from attempt_counters where key = ${key} and window_ends_at > ${now})`;
const countOf = (rows: SQL) => sql`(select count(*) from (${rows} limit ${MOST_COUNTED}))`;

/** Reads everything the checks need, in one row. It names the partial indexes because in a busy hour SQLite may choose others. */
export function selectCheckCounts(db: Db, spans: Spans) {
  const { lateBefore, morningsSince, openEventsBefore, eventsKeptSince, refusedSince, now } = spans;
  const { countedDay, today, from, through, resetKey, loginKey, adminKey, codesKey } = spans;
  const counts = {
    lateBatchSlotAt: sql`(select slot_at from wake_up_batches indexed by wake_up_batches_late
      where state = 'open' and slot_at < ${lateBefore} and closes_at is null order by slot_at limit 1)`,
    unsettledSlotAt: sql`(select slot_at from wake_up_slots indexed by wake_up_slots_unsettled
      where outcome is null and slot_at < ${lateBefore} order by slot_at limit 1)`,
    missedSlots: countOf(sql`select 1 from wake_up_slots indexed by wake_up_slots_missed
      where outcome = 'missed' and due_count > 0 and settled_at > ${morningsSince}`),
    failedBatches: countOf(sql`select 1 from wake_up_batches indexed by wake_up_batches_failed
      where state = 'failed' and sent_again_as is null and settled_at > ${morningsSince} and ${isBeforeDaysEnd(now)}`),
    deadBatches: countOf(sql`select 1 from wake_up_batches indexed by wake_up_batches_dead
      where state = 'open' and last_error = 'dead_letter'`),
    // Less than 1% is a few browsers' trouble: a fault of ours hits everyone.
    refusedPushes: sql`(select coalesce(sum(refused), 0) from push_counts where local_date >= ${today} and refused * 100 >= accepted)`,
    openEventAt: sql`(select received_at from provider_events indexed by provider_events_open
      where applied_at is null and body is not null and received_at between ${eventsKeptSince} and ${openEventsBefore}
      order by received_at limit 1)`,
    refusedEvents: sql`(select count(*) from (
      select at from audit where action = 'webhook.refused' order by id desc limit ${REFUSED_READ}) where at > ${refusedSince})`,
    lastEventAt: sql`(select received_at from provider_events indexed by provider_events_kept
      where body is not null order by received_at desc limit 1)`,
    sentMails: sql`(select wake_ups_sent from daily_stats where date = ${countedDay})`,
    databaseBytes: sql`(select database_bytes from daily_stats where date = ${countedDay})`,
    reportedMails: sql`(select coalesce(sum(told), 0) from mail_days where date >= ${countedDay})`,
    differences: countOf(
      sql`select 1 from subscriptions indexed by subscriptions_different where difference is not null`,
    ),
    hasBouncedInvitations: sql`exists (select 1 from invitation_pace where id = 1 and stop_reason = 'bounces')`,
    membersWithAccess: sql`(select members_with_access from totals limit 1)`,
    morningsAhead: sql`(select count(*) from content where ${onOffer} and date between ${from} and ${through})`,
    hasFallback: sql`exists (select 1 from ${fallbacks})`,
    resetMails: countIn(resetKey, now),
    wrongCodes: countIn(codesKey, now),
    wrongLogins: countedBy(loginKey, now),
    wrongAdmins: countedBy(adminKey, now),
  } satisfies Record<keyof CheckCounts, SQL>;
  const columns = Object.entries(counts).map(([name, sign]) => sql`${sign} as ${sql.identifier(name)}`);
  return db.all<CheckCounts>(sql`select ${sql.join(columns, sql`, `)}`);
}

import { desc, gte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dailyStats } from "#db/schema/statistics.ts";

export type DailyStatsRow = typeof dailyStats.$inferSelect;

export function selectLastCountedDay(db: Db) {
  return db.select({ date: dailyStats.date }).from(dailyStats).orderBy(desc(dailyStats.date)).limit(1);
}

/** The days from a date on, oldest first. */
export function selectDailyStats(db: Db, from: string) {
  return db.select().from(dailyStats).where(gte(dailyStats.date, from)).orderBy(dailyStats.date);
}

/** A day between two instants, the second not included. */
export type Day = { date: string; startsAt: number; endsAt: number };

/**
 * Counts a day that is over; one that is counted stays as it is. Members and their types are those of the day's end as far as
 * their rows still tell. A subscription begins when nobody had another in its place, and ends with the access that it gave.
 * It reads every member and grant once, so it is an hourly cron's work and no request's.
 */
export function insertDailyStats(db: Db, { date, startsAt, endsAt }: Day, countedAt: number) {
  const inDay = (instant: string) => sql`${sql.raw(instant)} >= ${startsAt} and ${sql.raw(instant)} < ${endsAt}`;
  const withType = (type: string) => sql`coalesce(sum(access_ends_at > ${endsAt} and subscription_type = ${type}), 0)`;
  return db.run(sql`
    insert into daily_stats (date, members, monthly, quarterly, annual, gift, trial, trials_begun, trials_ended,
      wake_ups_due, wake_ups_sent, wake_ups_on_time, wake_ups_failed, wake_ups_missed, wake_ups_unknown,
      other_mails, completions, revenue_cents, refunded_cents, subscriptions_begun, subscriptions_ended, failed_payments,
      recovered_payments, counted_at)
    select ${date}, m.*,
      (select count(*) from access_grants where source = 'trial' and ${inDay("starts_at")}),
      (select count(*) from access_grants where source = 'trial' and ${inDay("min(until, coalesce(ended_at, until))")}),
      b.due + s.due, b.sent, b.on_time, b.failed, b.missed + s.due, b.unknown,
      (select count(*) from transactional_mails where state = 'sent' and ${inDay("settled_at")}),
      (select count(*) from progress where completed_date = ${date}),
      (select coalesce(sum(amount_cents), 0) from payments where ${inDay("paid_at")}),
      (select coalesce(sum(amount_cents), 0) from refunds where ${inDay("done_at")}),
      (select count(*) from subscriptions where replaces_id is null and ${inDay("created_at")}),
      (select count(*) from access_grants g join subscriptions s on s.id = g.source_id where g.source = 'subscription'
        and ${inDay("min(g.until, coalesce(g.ended_at, g.until))")}
        and s.id not in (select replaces_id from subscriptions where replaces_id is not null)),
      (select count(*) from subscriptions where failed_at < ${endsAt} and revoked_at is null
        and status in ('APPROVED','ACTIVE','SUSPENDED')),
      (select count(*) from transactional_mails where kind = 'payment-recovered' and ${inDay("created_at")}),
      ${countedAt}
    from (
      select count(*), ${withType("monthly")}, ${withType("quarterly")}, ${withType("annual")}, ${withType("gift")}, ${withType("trial")}
      from members where created_at < ${endsAt} and (deleted_at is null or deleted_at >= ${endsAt})
    ) m, (
      select coalesce(sum(due), 0) as due, coalesce(sum(sent), 0) as sent, coalesce(sum(on_time), 0) as on_time,
        coalesce(sum(failed), 0) as failed, coalesce(sum(missed), 0) as missed, coalesce(sum(unknown), 0) as unknown
      from wake_up_counts where local_date = ${date}
    ) b, (
      select coalesce(sum(due_count), 0) as due from wake_up_slots where outcome = 'missed' and ${inDay("slot_at")}
    ) s
    where true
    on conflict (date) do nothing`);
}

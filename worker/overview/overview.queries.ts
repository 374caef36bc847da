import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

export type MorningCounts = {
  due: number;
  sent: number;
  onTime: number;
  failed: number;
  missed: number;
  unknown: number;
  open: number;
  troubledBatches: number;
};

/** What became of a morning's batches so far, in one row. */
export function selectMorningCounts(db: Db, localDate: string) {
  const sumOf = (column: string) => sql`coalesce(sum(${sql.raw(column)}), 0)`;
  return db.all<MorningCounts>(sql`
    select ${sumOf("due")} as due, ${sumOf("sent")} as sent, ${sumOf("on_time")} as "onTime", ${sumOf("failed")} as failed,
      ${sumOf("missed")} as missed, ${sumOf("unknown")} as unknown, ${sumOf("open")} as open,
      ${sumOf("troubled_batches")} as "troubledBatches"
    from wake_up_counts where local_date = ${localDate}`);
}

export type MoneyCounts = {
  failedPayments: number;
  differingSubscriptions: number;
  doubleSubscriptions: number;
  giftsToDeliver: number;
  giftsToRedeem: number;
};

/**
 * What of money is open, in one row. A second live subscription is none while it waits to take the other's place; to find them
 * each subscription is looked at once.
 */
export function selectMoneyCounts(db: Db, now: number) {
  const isLive = sql`status in ('APPROVED','ACTIVE','SUSPENDED')`;
  const isGiftOpen = sql`paid_at is not null and redeemed_at is null and refunded_at is null`;
  return db.all<MoneyCounts>(sql`
    select
      (select count(*) from subscriptions where failed_at is not null and revoked_at is null and ${isLive}) as "failedPayments",
      (select count(*) from subscriptions where difference is not null) as "differingSubscriptions",
      (select count(*) from (
        select 1 from subscriptions
        where ${isLive} and cancel_asked_at is null and (replaces_id is null or replaced_at is not null)
        group by member_id having count(*) > 1)) as "doubleSubscriptions",
      (select count(*) from gifts where ${isGiftOpen} and mailed_at is null) as "giftsToDeliver",
      (select count(*) from gifts where ${isGiftOpen} and mailed_at is not null and expires_at > ${now}) as "giftsToRedeem"`);
}

/** Whether an event that is not called off lies between two instants. */
export function selectLiveEventBetween(db: Db, from: number, to: number) {
  return db.all<{ hasLiveEvent: number }>(sql`
    select exists (
      select 1 from live_events where cancelled_at is null and starts_at >= ${from} and starts_at < ${to}) as "hasLiveEvent"`);
}

import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { OverviewResponse } from "#domain/contract/health.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { LISTS } from "../../account/member/member-status.queries.ts";
import { GROUPS } from "../../account/member/segment.queries.ts";

export type MorningCounts = OverviewResponse["today"] & { troubledBatches: number };

export function selectMorningCounts(db: Db, { from, through }: { from: string; through: string }) {
  const sumOf = (column: string) => sql`sum(${sql.raw(column)})`;
  return db.all<MorningCounts>(sql`
    select local_date as date, ${sumOf("due")} as due, ${sumOf("sent")} as sent, ${sumOf("on_time")} as "onTime", ${sumOf("failed")} as failed,
      ${sumOf("missed")} as missed, ${sumOf("unknown")} as unknown, ${sumOf("open")} as open,
      ${sumOf("troubled_batches")} as "troubledBatches"
    from wake_up_counts where local_date between ${from} and ${through} group by local_date`);
}

/** A dispute counts as open for this long unless PayPal reports its end, or it is read there as closed. */
const DISPUTE_MS = 60 * DAY_MS;

/** Members who pay twice: by two subscriptions that charge, or by a renewal and a plan approved after it, until one is refunded. */
const doubles = sql`
  select member_id as id from charged_subscriptions where count > 1
  union
  select a.subject from audit a
  cross join subscriptions s on s.id = a.details ->> 'subscriptionId'
  cross join subscriptions o on o.id = s.replaces_id
  where a.action = 'subscription.double' and s.revoked_at is null and o.revoked_at is null`;

/** Open money matters, and what was fixed and refused since an instant. Each count reads only what it counts. */
export function selectMoneyCounts(db: Db, { now, since }: { now: number; since: number }) {
  // Must match the partial index's condition and expression word for word.
  const isGiftOpen = sql`paid_at is not null and redeemed_at is null and refunded_at is null`;
  const audited = (action: AuditAction) =>
    sql`(select count(*) from audit where action = ${action} and at >= ${since})`;
  return db.all<Omit<OverviewResponse["money"], "doubles" | "differing" | "pastDue">>(sql`
    select
      (select count(*) from (${LISTS["past-due"]()})) as "failedPayments",
      (select count(*) from subscriptions where difference is not null) as "differingSubscriptions",
      (select count(*) from (${doubles})) as "doubleSubscriptions",
      ${audited("subscription.differed")} as "healedDifferences", ${audited("payment.refused")} as "refusedPayments",
      (select count(*) from (
        select 1 from audit where action = 'payment.dispute' and +at >= ${now - DISPUTE_MS}
          and not exists (select 1 from disputes where id = details ->> 'disputeId' and closed_at is not null)
        group by coalesce(details ->> 'disputeId', details ->> 'paymentId')
        having not max(details ->> 'type' = 'CUSTOMER.DISPUTE.RESOLVED'))) as "openDisputes",
      (select count(*) from gifts where ${isGiftOpen} and (mailed_at is null) = 1) as "giftsToDeliver",
      (select count(*) from gifts where ${isGiftOpen} and (mailed_at is null) = 0 and expires_at > ${now}) as "giftsToRedeem"`);
}

type Named = { id: string; email: string };

export function selectMoneyTroubles(db: Db, limit: number) {
  const first = (list: SQL) =>
    db.all<Named>(sql`
      select m.id, m.email from (select id, key from (${list}) order by key, id limit ${limit}) l
      cross join members m on m.id = l.id order by l.key, l.id`);
  return {
    doubles: first(sql`select id, 0 as key from (${doubles})`),
    differing: first(GROUPS["out-of-sync"](0)),
    pastDue: first(LISTS["past-due"]()),
  };
}

export function selectSetUp(db: Db, { from, to }: { from: number; to: number }) {
  return db.all<{ hasAdministrators: number; hasLiveEvent: number }>(sql`
    select exists (select 1 from administrators where role <> 'owner' and removed_at is null) as "hasAdministrators", exists (
      select 1 from live_events where cancelled_at is null and starts_at >= ${from} and starts_at < ${to}) as "hasLiveEvent"`);
}

import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { GrantEndReason, GrantPlan } from "#domain/rules/access.ts";
import type { SubscriptionTime } from "#domain/rules/subscription-time.ts";
import { FIRST_PAYMENT_MS } from "#domain/rules/unpaid-access.ts";

type SubscriptionGrant = SubscriptionTime["grant"] & { memberId: string; subscriptionId: string; plan: GrantPlan };

/** Sets a subscription's grant by its last reading. Runs after the statement that stores the reading. */
export function setSubscriptionGrant(db: Db, grant: SubscriptionGrant, now: number) {
  const { memberId, subscriptionId, plan, startsAt, until, paidUntil, endedAt, endReason } = grant;
  return db.run(sql`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, ended_at, end_reason, created_at)
    values (${crypto.randomUUID()}, ${memberId}, 'subscription', ${subscriptionId}, ${plan}, ${startsAt}, ${until}, ${paidUntil},
      ${endedAt}, ${endReason}, ${now})
    on conflict (source, source_id) do update set starts_at = excluded.starts_at, until = excluded.until,
      paid_until = excluded.paid_until, ended_at = excluded.ended_at, end_reason = excluded.end_reason`);
}

/** Ends a subscription's grant at its paid end, without a stored reading. */
export function endSubscriptionGrant(db: Db, subscriptionId: string, now: number) {
  const end = sql`min(until, coalesce((select s.paid_until from subscriptions s where s.id = source_id), ${now}))`;
  return db.run(sql`
    update access_grants set until = ${end}, paid_until = ${end}, end_reason = 'cancelled'
    where source = 'subscription' and source_id = ${subscriptionId} and ended_at is null`);
}

/** Ends a subscription's grant now because its payment is lost, without a stored reading. */
export function loseSubscriptionGrant(db: Db, subscriptionId: string, reason: GrantEndReason, now: number) {
  return db.run(sql`
    update access_grants set ended_at = ${now}, end_reason = ${reason}
    where source = 'subscription' and source_id = ${subscriptionId} and ended_at is null and until > ${now}`);
}

/** Whether subscription `s` continues with an empty grant: access starts with its first payment, which may still come. */
export function isAwaited(now: number): SQL {
  return sql`(s.last_payment_at is null and s.unpaid_until <= s.unpaid_from and s.starts_at > ${now - FIRST_PAYMENT_MS}
    and s.status in ('APPROVED','ACTIVE','SUSPENDED') and s.cancel_asked_at is null and s.revoked_at is null)`;
}

export function hasAwaited(memberId: SQL, now: number): SQL {
  return sql`exists (select 1 from subscriptions s where s.member_id = ${memberId} and ${isAwaited(now)})`;
}

/** The plan of such a subscription, by its member's address. */
export function selectAwaitedPlan(db: Db, emailKey: string, now: number) {
  return db.all<{ plan: GrantPlan }>(sql`
    select s.plan from members m join subscriptions s on s.member_id = m.id
    where m.email_key = ${emailKey} and m.deleted_at is null and ${isAwaited(now)} limit 1`);
}

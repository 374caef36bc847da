import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import type { Canceller, ProviderStatus } from "#domain/rules/payments.ts";
import { hasAwaited } from "../subscription-grants.queries.ts";

/** After `from` and up to `until`, in epoch ms; at most `limit` rows. */
type Stretch = { from: number; until: number; limit: number };

export type EndingTrial = { id: string; email: string; firstName: string | null; timezone: string; endsAt: number };

function isUntold(id: SQL): SQL {
  return sql`not exists (select 1 from transactional_mails t where t.id = ${id})`;
}

/** Members whose trial ends in the stretch with no access after it, and who haven't been emailed under an ID of this kind. */
export function selectEndingTrials(db: Db, kind: string, { from, until, limit }: Stretch) {
  return db.all<EndingTrial>(sql`
    select m.id, m.email, m.first_name as "firstName", m.timezone, m.subscription_ends_at as "endsAt" from members m
    where m.subscription_type = 'trial' and m.subscription_ends_at > ${from} and m.subscription_ends_at <= ${until}
      and m.deleted_at is null and m.suppressed_at is null
      and m.subscription_status = 'trial' and m.access_ends_at <= m.subscription_ends_at
      and not ${hasAwaited(sql`m.id`, from)}
      and ${isUntold(sql`${kind} || ':' || m.id || ':' || m.subscription_ends_at`)}
    order by m.subscription_ends_at limit ${limit}`);
}

export type EndedSubscription = {
  subscriptionId: string;
  plan: GrantPlan;
  endedAt: number;
  status: ProviderStatus;
  lastPaymentAt: number | null;
  cancelledBy: Canceller | null;
  memberId: string;
  email: string;
  timezone: string;
};

/**
 * Subscriptions whose access ended in the stretch and left no other access or awaited plan. One that PayPal may still collect must have
 * been read since. Refunded or never paid ones get another email.
 */
export function selectEndedSubscriptions(db: Db, { from, until, limit }: Stretch) {
  return db.all<EndedSubscription>(sql`
    select s.id as "subscriptionId", s.plan, g.until as "endedAt", s.status, s.last_payment_at as "lastPaymentAt",
      s.cancelled_by as "cancelledBy", m.id as "memberId", m.email, m.timezone
    from access_grants g indexed by access_grants_subscriptions
      join subscriptions s on s.id = g.source_id join members m on m.id = g.member_id
    where g.source = 'subscription' and g.until > ${from} and g.until <= ${until} and m.access_ends_at = g.until
      and s.revoked_at is null and iif(s.status in ('CANCELLED','EXPIRED'), s.last_payment_at is not null, s.read_at >= g.until)
      and m.deleted_at is null and m.suppressed_at is null and not ${hasAwaited(sql`m.id`, until)}
      and ${isUntold(sql`'subscription-ended:' || s.id || ':' || g.until`)}
    order by g.until limit ${limit}`);
}

export type RenewingYear = {
  subscriptionId: string;
  renewsAt: number;
  priceCents: number;
  memberId: string;
  email: string;
  timezone: string;
};

/** Paid annual subscriptions that renew in the stretch. */
export function selectRenewingYears(db: Db, { from, until, limit }: Stretch) {
  return db.all<RenewingYear>(sql`
    select s.id as "subscriptionId", s.next_billing_at as "renewsAt", c.price_cents as "priceCents",
      m.id as "memberId", m.email, m.timezone
    from subscriptions s join members m on m.id = s.member_id join checkouts c on c.id = s.checkout_id
    where s.plan = 'annual' and s.status = 'ACTIVE' and s.cancel_asked_at is null and s.last_payment_at is not null
      and s.next_billing_at > ${from} and s.next_billing_at <= ${until}
      and m.deleted_at is null and m.suppressed_at is null
      and ${isUntold(sql`'renewal-ahead:' || s.id || ':' || s.next_billing_at`)}
    order by s.next_billing_at limit ${limit}`);
}

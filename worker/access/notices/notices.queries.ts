import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { subscriptions } from "#db/schema/payments.ts";
import { ONLY } from "../../mail/dispatcher.queries.ts";
import { hasAwaited } from "../subscription-grants.queries.ts";

/** After `from` and up to `until`, in epoch ms; at most `limit` rows. */
type Stretch = { from: number; until: number; limit: number };

type Addressee = { memberId: string; email: string; timezone: string };
export type EndingTrial = Addressee & { firstName: string | null; endsAt: number };

function isUnnotified(id: SQL): SQL {
  return sql`not exists (select 1 from transactional_mails t where t.id = ${id})`;
}

/** Members whose trial ends in the stretch with no access after it, and who haven't been emailed under an ID of this kind. */
export function selectEndingTrials(db: Db, kind: string, { from, until, limit }: Stretch) {
  return db.all<EndingTrial>(sql`
    select m.id as "memberId", m.email, m.first_name as "firstName", m.timezone, m.subscription_ends_at as "endsAt" from members m
    where m.subscription_type = 'trial' and m.subscription_ends_at > ${from} and m.subscription_ends_at <= ${until}
      and m.deleted_at is null and m.suppressed_at is null and m.is_unaccepted = 0
      and m.subscription_status = 'trial' and m.access_ends_at <= m.subscription_ends_at
      and not ${hasAwaited(sql`m.id`, from)}
      and ${isUnnotified(sql`${kind} || ':' || m.id || ':' || m.subscription_ends_at`)}
    order by m.subscription_ends_at limit ${limit}`);
}

type Ended = Pick<typeof subscriptions.$inferSelect, "plan" | "status" | "lastPaymentAt" | "cancelledBy">;
export type EndedSubscription = Addressee & Ended & { subscriptionId: string; endedAt: number };

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
      and m.deleted_at is null and m.suppressed_at is null
      -- iif, because the planner would look up the awaited plans of every candidate first.
      and iif(${isUnnotified(sql`'subscription-ended:' || s.id || ':' || g.until`)}, not ${hasAwaited(sql`m.id`, until)}, false)
    order by g.until limit ${limit}`);
}

export type EndedImport = Addressee & { grantId: string; endedAt: number };

/** Accepted members whose imported access ended in the stretch and left no other access or awaited plan. */
export function selectEndedImports(db: Db, { from, until, limit }: Stretch) {
  return db.all<EndedImport>(sql`
    select g.id as "grantId", g.until as "endedAt", m.id as "memberId", m.email, m.timezone
    from access_grants g indexed by access_grants_imports join members m on m.id = g.member_id
    where g.source = 'import' and g.until > ${from} and g.until <= ${until} and m.access_ends_at = g.until
      and m.is_unaccepted = 0 and m.deleted_at is null and m.suppressed_at is null
      and iif(${isUnnotified(sql`'import-ended:' || g.id`)}, not ${hasAwaited(sql`m.id`, until)}, false)
    order by g.until limit ${limit}`);
}

export type RenewingYear = Addressee & { subscriptionId: string; renewsAt: number; priceCents: number };

/** Paid annual subscriptions that renew in the period. */
export function selectRenewingYears(db: Db, { from, until, limit }: Stretch) {
  return db.all<RenewingYear>(sql`
    select s.id as "subscriptionId", s.next_billing_at as "renewsAt", c.price_cents as "priceCents",
      m.id as "memberId", m.email, m.timezone
    from subscriptions s join members m on m.id = s.member_id join checkouts c on c.id = s.checkout_id
    where s.plan = 'annual' and s.status = 'ACTIVE' and s.cancel_asked_at is null and s.last_payment_at is not null
      and s.next_billing_at > ${from} and s.next_billing_at <= ${until}
      and m.deleted_at is null and m.suppressed_at is null
      and ${isUnnotified(sql`'renewal-ahead:' || s.id || ':' || s.next_billing_at`)}
    order by s.next_billing_at limit ${limit}`);
}

/** Orders members by when they joined: who did so elsewhere long ago isn't welcomed as new. */
export type Place = { createdAt: number; id: string };
export type Joined = Omit<Addressee, "memberId"> & Place & { firstName: string | null; isUnaccepted: 0 | 1 };

/** Members who joined after a place and up to an instant (epoch ms), as a range of the index. */
export function selectJoined(db: Db, after: Place, until: number, limit: number) {
  return db.all<Joined>(sql`
    select id, email, first_name as "firstName", timezone, member_since as "createdAt", is_unaccepted as "isUnaccepted" from members
    where deleted_at is null and (member_since, id) > (${after.createdAt}, ${after.id}) and member_since <= ${until}
    order by member_since, id limit ${limit}`);
}

/** Records how far the series has been written; never moves back. */
export function recordWelcomed(db: Db, { createdAt, id }: Place) {
  return db.run(sql`
    insert into dispatcher (id, welcomed_at, welcomed_id) values (${ONLY}, ${createdAt}, ${id})
    on conflict (id) do update set welcomed_at = excluded.welcomed_at, welcomed_id = excluded.welcomed_id
    where (coalesce(dispatcher.welcomed_at, 0), coalesce(dispatcher.welcomed_id, '')) < (excluded.welcomed_at, excluded.welcomed_id)`);
}

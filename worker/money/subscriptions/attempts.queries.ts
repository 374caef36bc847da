import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { subscriptions } from "#db/schema/payments.ts";
import { hasUnpaidTime, type Subscription } from "./subscriptions.queries.ts";

/** Whether the buyer has tried before and never paid, and when the access they paid for ends. */
export type Attempt = { isRepeated: 0 | 1; paidEnd: number | null };
type Buyer = Pick<Subscription, "id" | "memberId" | "payerId">;

/** Whether the member, or the same PayPal account, has another unpaid subscription, unless a later one was paid. */
function isRepeated({ id, memberId, payerId }: Buyer) {
  const paidAfter = sql`p.created_at > o.created_at and p.last_payment_at is not null and p.revoked_at is null`;
  return sql`(exists (select 1 from subscriptions o where o.member_id = ${memberId} and o.last_payment_at is null and o.id <> ${id}
      and not exists (select 1 from subscriptions p where p.member_id = o.member_id and ${paidAfter}))
    or exists (select 1 from subscriptions o where o.payer_id = ${payerId} and o.last_payment_at is null and o.payer_id is not null and o.id <> ${id}
      and not exists (select 1 from subscriptions p where p.payer_id = o.payer_id and p.payer_id is not null and ${paidAfter})))`;
}

/** What decides whether a new subscription gives access before its first payment. */
export function selectAttempt(db: Db, buyer: Buyer, now: number) {
  return db.all<Attempt>(sql`
    select ${isRepeated(buyer)} as "isRepeated", max(e.ends_at) as "paidEnd" from (${paidEndsOf(buyer.memberId, now)}) e`);
}

function paidEndsOf(memberId: string, now: number) {
  return sql`
      select s.paid_until as ends_at from subscriptions s
      where s.member_id = ${memberId} and s.last_payment_at is not null and s.revoked_at is null
      union all
      select g.until from access_grants g join gifts f on f.id = g.source_id
      where g.member_id = ${memberId} and g.source = 'gift' and g.ended_at is null and f.paid_at is not null
        and not ${hasUnpaidTime(memberId, now)}`;
}

/** Stores a new subscription. If its buyer began another meanwhile, `status` becomes null, which fails the whole batch. */
export function insertSubscription(db: Db, row: Subscription, attempt: Attempt) {
  const status = sql`case when ${isRepeated(row)} = ${attempt.isRepeated} then ${row.status} end`;
  return db.insert(subscriptions).values({ ...row, status });
}

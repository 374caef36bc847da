import { desc, eq, gte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkouts, subscriptions } from "#db/schema/payments.ts";

/** Our records of subscriptions made since an instant, newest first. */
export function selectRecentSubscriptions(db: Db, from: number, limit: number) {
  return db
    .select({
      id: subscriptions.id,
      status: subscriptions.status,
      plan: subscriptions.plan,
      planId: checkouts.planId,
      startsAt: subscriptions.startsAt,
      payerEmail: subscriptions.payerEmail,
      memberId: subscriptions.memberId,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .innerJoin(checkouts, eq(checkouts.id, subscriptions.checkoutId))
    .where(gte(subscriptions.createdAt, from))
    .orderBy(desc(subscriptions.createdAt))
    .limit(limit);
}

export type PaymentForRefund = {
  id: string;
  subscriptionId: string | null;
  memberId: string | null;
  amountCents: number;
  refundedCents: number;
  currency: string;
  state: string;
  paidAt: number;
  firstPaidAt: number | null;
  earlierPaymentId: string | null;
  earlierDoneAt: number | null;
};

/** A payment, when its member paid for the first time, and what a request made of it before. */
export function selectForRefund(db: Db, paymentId: string, requestId: string) {
  return db.all<PaymentForRefund>(sql`
    select p.id, p.subscription_id as "subscriptionId", p.member_id as "memberId", p.amount_cents as "amountCents",
      p.refunded_cents as "refundedCents", p.currency, p.state, p.paid_at as "paidAt",
      (select min(f.paid_at) from payments f where f.member_id = p.member_id) as "firstPaidAt",
      (select r.payment_id from refunds r where r.id = ${requestId}) as "earlierPaymentId",
      (select r.done_at from refunds r where r.id = ${requestId}) as "earlierDoneAt"
    from payments p where p.id = ${paymentId}`);
}

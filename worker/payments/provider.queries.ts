import { desc, gte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { subscriptions } from "#db/schema/payments.ts";

/** Our records of subscriptions made since an instant, newest first. */
export function selectRecentSubscriptions(db: Db, from: number, limit: number) {
  return db
    .select({
      id: subscriptions.id,
      status: subscriptions.status,
      plan: subscriptions.plan,
      startsAt: subscriptions.startsAt,
      payerEmail: subscriptions.payerEmail,
      memberId: subscriptions.memberId,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
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
  earlierProviderId: string | null;
};

/** A payment, when its member paid for the first time, and what a request made of it before. */
export function selectForRefund(db: Db, paymentId: string, requestId: string) {
  return db.all<PaymentForRefund>(sql`
    select p.id, p.subscription_id as "subscriptionId", p.member_id as "memberId", p.amount_cents as "amountCents",
      p.refunded_cents as "refundedCents", p.currency, p.state, p.paid_at as "paidAt",
      (select min(f.paid_at) from payments f where f.member_id = p.member_id) as "firstPaidAt",
      (select r.payment_id from refunds r where r.id = ${requestId}) as "earlierPaymentId",
      (select r.provider_id from refunds r where r.id = ${requestId}) as "earlierProviderId"
    from payments p where p.id = ${paymentId}`);
}

type AskedRefund = {
  id: string;
  paymentId: string;
  amountCents: number;
  currency: string;
  reason: string;
  isWithinWindow: boolean;
  now: number;
};

/** Notes a refund before PayPal is asked, once for a request. */
export function insertAskedRefund(db: Db, refund: AskedRefund) {
  const { id, paymentId, amountCents, currency, reason, isWithinWindow, now } = refund;
  return db.run(sql`
    insert into refunds (id, payment_id, amount_cents, currency, reason, is_within_window, asked_at)
    values (${id}, ${paymentId}, ${amountCents}, ${currency}, ${reason}, ${isWithinWindow ? 1 : 0}, ${now})
    on conflict (id) do nothing`);
}

/** Notes what PayPal made of it; one that its webhook has told of already goes. */
export function finishRefund(db: Db, id: string, done: { providerId: string; amountCents: number; now: number }) {
  return [
    db.run(sql`delete from refunds where provider_id = ${done.providerId} and id <> ${id}`),
    db.run(sql`
      update refunds set provider_id = ${done.providerId}, amount_cents = ${done.amountCents}, done_at = ${done.now}, last_error = null
      where id = ${id} and done_at is null`),
  ] as const;
}

export function failRefund(db: Db, id: string, error: string) {
  return db.run(sql`update refunds set last_error = ${error} where id = ${id} and done_at is null`);
}

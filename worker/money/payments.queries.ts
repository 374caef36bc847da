import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { payments, subscriptions } from "#db/schema/payments.ts";

export type Payment = typeof payments.$inferSelect;

export function selectPayment(db: Db, id: string) {
  return db.select().from(payments).where(eq(payments.id, id));
}

/** A subscription's payments by time. `reportedCents` is the refunded amount that emails have announced. */
export function selectPaymentsOfSubscription(db: Db, subscriptionId: string) {
  const prefix = sql`'refunded-' || payments.id || '-'`;
  const reportedCents = sql<number>`coalesce((
    select max(cast(substr(t.id, length(${prefix}) + 1) as integer)) from transactional_mails t
    where t.id > ${prefix} and t.id < ${prefix} || ':'), 0)`;
  return db
    .select({ ...getTableColumns(payments), reportedCents })
    .from(payments)
    .where(eq(payments.subscriptionId, subscriptionId))
    .orderBy(payments.paidAt);
}

export const firstPaidAt = sql<
  number | null
>`(select min(f.paid_at) from payments f where f.member_id = payments.member_id)`;

/** Whether it's its subscription's latest payment: only refunding that one ends access. */
const isLastPayment = sql<number>`not exists (
  select 1 from payments l where l.subscription_id = payments.subscription_id and l.paid_at > payments.paid_at)`;

/** Ten years of monthly payments. */
const PAYMENTS_SHOWN = 120;

export function selectPaymentsOf(db: Db, memberId: string) {
  return db
    .select({ ...getTableColumns(payments), plan: subscriptions.plan, firstPaidAt, isLast: isLastPayment })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(eq(payments.memberId, memberId))
    .orderBy(desc(payments.paidAt))
    .limit(PAYMENTS_SHOWN);
}

/** Stores a payment; a known one stays unchanged. */
export function insertPayment(db: Db, payment: typeof payments.$inferInsert) {
  return db.insert(payments).values(payment).onConflictDoNothing();
}

/** Stores a payment's current state. A reversed one stays reversed, since PayPal's lists don't show reversals. */
export function putPayment(db: Db, row: Payment) {
  const { state, refundedCents, feeCents, taxCents } = row;
  return db
    .insert(payments)
    .values(row)
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        state: sql`case when ${payments.state} = 'reversed' then 'reversed' else ${state} end`,
        refundedCents: sql`max(${payments.refundedCents}, ${refundedCents})`,
        feeCents,
        taxCents,
      },
      // Each reading has all payments, and most are as they were.
      setWhere: sql`${payments.state} not in ('reversed', ${state}) or ${payments.refundedCents} < ${refundedCents}
        or ${payments.feeCents} is not ${feeCents} or ${payments.taxCents} is not ${taxCents}`,
    });
}

export function setPaymentState(db: Db, id: string, change: { state: Payment["state"]; refundedCents?: number }) {
  return db.update(payments).set(change).where(eq(payments.id, id));
}

export function setFeeAsked(db: Db, paymentId: string, now: number) {
  return db.run(sql`update payments set fee_asked_at = ${now} where id = ${paymentId}`);
}

/** A fee that a reading stored meanwhile stays. */
export function setFee(db: Db, paymentId: string, feeCents: number) {
  return db.run(sql`update payments set fee_cents = ${feeCents} where id = ${paymentId} and fee_cents is null`);
}

/** Sets the refunded amount: PayPal's total, or the sum of recorded refunds if that is more. */
export function setRefunded(db: Db, paymentId: string, totalCents: number) {
  const refunded = sql`max(refunded_cents, ${totalCents}, coalesce((
    select sum(amount_cents) from refunds where payment_id = ${paymentId} and done_at is not null), 0))`;
  return db.run(sql`
    update payments set refunded_cents = ${refunded}, state = case
      when state = 'reversed' then state when ${refunded} >= amount_cents then 'refunded' else 'partially_refunded' end
    where id = ${paymentId}`);
}

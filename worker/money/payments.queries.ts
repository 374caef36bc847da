import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { payments } from "#db/schema/payments.ts";
import type { GrantPlan } from "#domain/rules/access.ts";

export type Payment = typeof payments.$inferSelect;

/** A subscription's payments by their time. `toldCents` of what was sent back of each stands in a mail to its payer. */
export function selectPaymentsOfSubscription(db: Db, subscriptionId: string) {
  const prefix = sql`'refunded-' || payments.id || '-'`;
  const toldCents = sql<number>`coalesce((
    select max(cast(substr(t.id, length(${prefix}) + 1) as integer)) from transactional_mails t
    where t.id > ${prefix} and t.id < ${prefix} || ':'), 0)`;
  return db
    .select({ ...getTableColumns(payments), toldCents })
    .from(payments)
    .where(eq(payments.subscriptionId, subscriptionId))
    .orderBy(payments.paidAt);
}

/** Stores a payment as it stands now. One that was reversed stays so: PayPal's lists have no word for it. */
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
    });
}

export function setReversed(db: Db, id: string) {
  return db.update(payments).set({ state: "reversed" }).where(eq(payments.id, id));
}

type OwnedPayment = Payment & { plan: GrantPlan; refundReason: string | null; firstPaidAt: number | null };

/** A member's payments, the newest first; `firstPaidAt` is when they paid for the first time. */
export function selectPaymentsOf(db: Db, memberId: string, limit: number) {
  return db.all<OwnedPayment>(sql`
    select p.id, p.subscription_id as "subscriptionId", p.gift_id as "giftId", p.member_id as "memberId", p.state,
      p.amount_cents as "amountCents", p.currency, p.fee_cents as "feeCents", p.tax_cents as "taxCents",
      p.refunded_cents as "refundedCents", p.paid_at as "paidAt", p.created_at as "createdAt", s.plan,
      (select r.reason from refunds r where r.payment_id = p.id order by r.asked_at desc limit 1) as "refundReason",
      (select min(f.paid_at) from payments f where f.member_id = p.member_id) as "firstPaidAt"
    from payments p join subscriptions s on s.id = p.subscription_id
    where p.member_id = ${memberId} order by p.paid_at desc limit ${limit}`);
}

export function selectPayment(db: Db, id: string) {
  return db.select().from(payments).where(eq(payments.id, id)).orderBy(desc(payments.paidAt));
}

import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { payments, refunds } from "#db/schema/payments.ts";
import { firstPaidAt } from "../payments.queries.ts";

/** The part of payment `p` that isn't refunded yet. */
const left = sql`p.amount_cents - coalesce((
  select sum(r.amount_cents) from refunds r where r.payment_id = p.id and r.done_at is not null), 0)`;

/** Requested, with PayPal's response unknown; a refusal sets `last_error`. */
const isOpen = sql`done_at is null and last_error is null`;

/** A payment's first open refund, or the first of a given amount. */
function openOf(paymentId: string, cents?: number): SQL {
  const ofAmount = cents === undefined ? sql`true` : sql`amount_cents = ${cents}`;
  return sql`(select id from refunds where payment_id = ${paymentId} and ${isOpen} and ${ofAmount}
    order by asked_at limit 1)`;
}

const isUnknown = (providerId: string) => sql`not exists (select 1 from refunds k where k.provider_id = ${providerId})`;

export type Refund = typeof refunds.$inferSelect;
export type AskedRefund = Pick<Refund, "id" | "paymentId" | "amountCents" | "currency" | "askedAt"> & {
  reason: string;
  isWithinWindow: boolean;
  askedBy?: string | null;
};

export const hasChanged = sql`changes() > 0`;

/** Records a refund before PayPal is called, once per request. It reopens one that PayPal refused. */
export function insertAskedRefund(db: Db, refund: AskedRefund, onlyIf = sql`true`) {
  const { id, paymentId, amountCents, currency, reason, isWithinWindow, askedAt, askedBy = null } = refund;
  return db.run(sql`
    insert into refunds (id, payment_id, amount_cents, currency, reason, is_within_window, asked_at, asked_by)
    select ${id}, ${paymentId}, ${amountCents}, ${currency}, ${reason}, ${isWithinWindow ? 1 : 0}, ${askedAt}, ${askedBy} where ${onlyIf}
    on conflict (id) do update set last_error = null, amount_cents = excluded.amount_cents, reason = excluded.reason, asked_by = excluded.asked_by
      where done_at is null and last_error is not null`);
}

/** While a refund waits for PayPal's response, its payment gets no other, so two can't exceed it together. */
export function mayBeginRefund({ id, paymentId, amountCents }: Pick<AskedRefund, "id" | "paymentId" | "amountCents">) {
  return sql`not exists (select 1 from refunds where payment_id = ${paymentId} and id <> ${id} and ${isOpen})
    and exists (select 1 from payments p where p.id = ${paymentId} and ${amountCents} <= p.amount_cents - p.refunded_cents)`;
}

export function selectOpenRefund(db: Db, paymentId: string) {
  return db
    .select()
    .from(refunds)
    .where(sql`id = ${openOf(paymentId)}`);
}

/** The refunds of a member's subscriptions, newest first. */
export function selectRefundsOf(db: Db, memberId: string) {
  const { paymentId, amountCents, reason, askedBy: by, doneAt } = refunds;
  return db
    .select({ paymentId, amountCents, reason, by, doneAt: sql<number>`${doneAt}` })
    .from(payments)
    .innerJoin(refunds, and(eq(paymentId, payments.id), isNotNull(doneAt)))
    .where(eq(payments.memberId, memberId))
    .orderBy(desc(doneAt));
}

/** A payment, its member's first payment date, and the earlier refund by this request. */
export function selectForRefund(db: Db, paymentId: string, requestId: string) {
  return db
    .select({ payment: payments, firstPaidAt, earlier: refunds })
    .from(payments)
    .leftJoin(refunds, eq(refunds.id, requestId))
    .where(eq(payments.id, paymentId));
}

export function selectRefundsOfGift(db: Db, giftId: string) {
  const { id, doneAt } = refunds;
  return db
    .select({ id, doneAt })
    .from(payments)
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(eq(payments.giftId, giftId));
}

export function selectRefunds(db: Db, ids: string[]) {
  return db
    .select()
    .from(refunds)
    .where(sql`id in (select value from json_each(${JSON.stringify(ids)}))`);
}

type Made = { providerId: string | null; amountCents: number; now: number };

/**
 * Settles a refund that PayPal may have reported already, under this ID or another. The second statement changes no row
 * if it was settled before.
 */
export function finishRefund(db: Db, id: string, { providerId, amountCents, now }: Made) {
  return [
    db.run(sql`delete from refunds where provider_id = ${providerId} and id <> ${id}`),
    db.run(sql`
      update refunds set provider_id = ${providerId}, amount_cents = ${amountCents},
        done_at = coalesce(done_at, ${now}), last_error = null
      where id = ${id} and provider_id is null and (done_at is null or ${providerId} is not null)`),
  ] as const;
}

/** PayPal refused: the refund is no longer open, and repeating its request tries again. */
export function failRefund(db: Db, id: string, lastError: string) {
  return db
    .update(refunds)
    .set({ lastError })
    .where(and(eq(refunds.id, id), isNull(refunds.doneAt)));
}

type FoundRefund = { id: string; paymentId: string; amountCents: number; now: number };

/** Records a refund reported by PayPal, once. It completes our open request of that amount, and never exceeds what was paid. */
export function recordFoundRefund(db: Db, { id, paymentId, amountCents, now }: FoundRefund) {
  const cents = sql`min(${amountCents}, ${left})`;
  return [
    db.run(sql`
      update refunds set provider_id = ${id}, done_at = ${now}, last_error = null,
        amount_cents = (select ${cents} from payments p where p.id = payment_id)
      where id = ${openOf(paymentId, amountCents)} and ${isUnknown(id)}
        and exists (select 1 from payments p where p.id = payment_id and ${left} > 0)`),
    db.run(sql`
      insert into refunds (id, payment_id, provider_id, amount_cents, currency, asked_at, done_at)
      select ${id}, p.id, ${id}, ${cents}, p.currency, ${now}, ${now} from payments p
      where p.id = ${paymentId} and ${left} > 0 and ${isUnknown(id)}
      on conflict do nothing`),
  ] as const;
}

/**
 * Records as lost whatever no refund accounts for, once: PayPal says that none of the payment is left. It completes an open
 * request of ours, unless this is a reversal.
 */
export function recordLoss(db: Db, paymentId: string, { isReversal, now }: { isReversal: boolean; now: number }) {
  return [
    db.run(sql`
      update refunds set done_at = ${now}, last_error = null, amount_cents = (select ${left} from payments p where p.id = payment_id)
      where id = ${openOf(paymentId)} and not ${isReversal ? 1 : 0}
        and exists (select 1 from payments p where p.id = payment_id and ${left} > 0)`),
    db.run(sql`
      insert into refunds (id, payment_id, amount_cents, currency, is_reversal, asked_at, done_at)
      select 'loss:' || p.id, p.id, ${left}, p.currency, ${isReversal ? 1 : 0}, ${now}, ${now} from payments p
      where p.id = ${paymentId} and ${left} > 0
      on conflict do nothing`),
  ] as const;
}

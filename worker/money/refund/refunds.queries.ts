import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/** Of a payment of the alias `p`, what no refund accounts for yet. */
const left = sql`p.amount_cents - coalesce((
  select sum(r.amount_cents) from refunds r where r.payment_id = p.id and r.done_at is not null), 0)`;

/** The refund of a payment that was asked for first and of which nobody knows yet whether it was made. */
function openOf(paymentId: string): SQL {
  return sql`(select id from refunds where payment_id = ${paymentId} and done_at is null order by asked_at limit 1)`;
}

const isUnknown = (providerId: string) => sql`not exists (select 1 from refunds k where k.provider_id = ${providerId})`;

type AskedRefund = {
  id: string;
  paymentId: string;
  amountCents: number;
  currency: string;
  reason: string;
  isWithinWindow: boolean;
  now: number;
};

/** Notes a refund before the payment provider is asked, once for a request. */
export function insertAskedRefund(db: Db, refund: AskedRefund) {
  const { id, paymentId, amountCents, currency, reason, isWithinWindow, now } = refund;
  return db.run(sql`
    insert into refunds (id, payment_id, amount_cents, currency, reason, is_within_window, asked_at)
    values (${id}, ${paymentId}, ${amountCents}, ${currency}, ${reason}, ${isWithinWindow ? 1 : 0}, ${now})
    on conflict (id) do nothing`);
}

/** Notes what the provider made of it. The provider may have told of it already, under this id or another. */
export function finishRefund(db: Db, id: string, done: { providerId: string; amountCents: number; now: number }) {
  return [
    db.run(sql`delete from refunds where provider_id = ${done.providerId} and id <> ${id}`),
    db.run(sql`
      update refunds set provider_id = ${done.providerId}, amount_cents = ${done.amountCents},
        done_at = coalesce(done_at, ${done.now}), last_error = null
      where id = ${id} and provider_id is null`),
  ] as const;
}

/** Which of these refunds were asked for, and whether they are known to be made. */
export function selectRefunds(db: Db, ids: string[]) {
  return db.all<{ id: string; doneAt: number | null; amountCents: number }>(sql`
    select id, done_at as "doneAt", amount_cents as "amountCents" from refunds
    where id in (select value from json_each(${JSON.stringify(ids)}))`);
}

export function failRefund(db: Db, id: string, error: string) {
  return db.run(sql`update refunds set last_error = ${error} where id = ${id} and done_at is null`);
}

type FoundRefund = { id: string; paymentId: string; amountCents: number; now: number };

/**
 * Records a refund that the provider tells of, by its id there and once. While one that was asked for here is open it is that one;
 * no more is recorded than was paid.
 */
export function recordFoundRefund(db: Db, { id, paymentId, amountCents, now }: FoundRefund) {
  const cents = sql`min(${amountCents}, ${left})`;
  return [
    db.run(sql`
      update refunds set provider_id = ${id}, done_at = ${now}, last_error = null,
        amount_cents = (select ${cents} from payments p where p.id = payment_id)
      where id = ${openOf(paymentId)} and ${isUnknown(id)}
        and exists (select 1 from payments p where p.id = payment_id and ${left} > 0)`),
    db.run(sql`
      insert into refunds (id, payment_id, provider_id, amount_cents, currency, asked_at, done_at)
      select ${id}, p.id, ${id}, ${cents}, p.currency, ${now}, ${now} from payments p
      where p.id = ${paymentId} and ${left} > 0 and ${isUnknown(id)}
      on conflict do nothing`),
  ] as const;
}

/**
 * Records all that a payment has lost and no refund accounts for, once: the provider says that nothing of it is left. A refund that
 * was asked for here is that loss, unless the money was taken back.
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

/** What was sent back of a payment: what the provider adds up, or else what is recorded. */
export function setRefunded(db: Db, paymentId: string, totalCents: number) {
  const refunded = sql`max(refunded_cents, ${totalCents}, coalesce((
    select sum(amount_cents) from refunds where payment_id = ${paymentId} and done_at is not null), 0))`;
  return db.run(sql`
    update payments set refunded_cents = ${refunded}, state = case
      when state = 'reversed' then state when ${refunded} >= amount_cents then 'refunded' else 'partially_refunded' end
    where id = ${paymentId}`);
}

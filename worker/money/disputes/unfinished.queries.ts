import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import type { PayPalDispute } from "../../kernel/paypal/paypal-answers.ts";

/** Stores a dispute as PayPal reports it, for each payment of ours that it's about. */
export function putDispute(db: Db, read: PayPalDispute) {
  const isClosed = read.status === "RESOLVED";
  const paymentIds = read.disputed_transactions.map(({ seller_transaction_id: id }) => id);
  return db.run(sql`
    insert into disputes (id, payment_id, opened_at, closed_at, result)
    select ${read.dispute_id}, p.id, ${read.create_time}, ${isClosed ? read.update_time : null},
      ${(isClosed && read.dispute_outcome?.outcome_code) || null}
    from json_each(${JSON.stringify(paymentIds)}) j cross join payments p on p.id = j.value where true
    on conflict (id, payment_id) do update set closed_at = excluded.closed_at, result = excluded.result`);
}

/**
 * Open disputes and payments whose fee isn't known: on their first day, then once a day. A dispute's second tells its hour; of fees, those
 * that were asked for longest ago have their turn.
 */
export function selectUnfinished(db: Db, now: number, limit: number) {
  const [since, hour] = [now - DAY_MS, Math.floor(now / HOUR_MS) % 24];
  return db.all<{ of: "dispute" | "fee"; id: string }>(sql`
    select * from (select distinct 'dispute' as "of", id from disputes
      where closed_at is null and (opened_at > ${since} or opened_at / 1000 % 24 = ${hour})
      order by opened_at desc limit ${limit})
    union all
    select * from (select 'fee', id from payments
      where fee_cents is null and (fee_asked_at is null or fee_asked_at <= ${since} or -paid_at < ${-since})
      order by fee_asked_at, -paid_at limit ${limit})`);
}

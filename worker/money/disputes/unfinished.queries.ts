import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import type { PayPalDispute } from "../../kernel/paypal/paypal-answers.ts";

/** Stores a dispute as PayPal reports it, if it's about a payment of ours. */
export function putDispute(db: Db, read: PayPalDispute) {
  const isClosed = read.status === "RESOLVED";
  const paymentIds = read.disputed_transactions.map(({ seller_transaction_id: id }) => id);
  return db.run(sql`
    insert into disputes (id, payment_id, opened_at, closed_at, result)
    select ${read.dispute_id}, p.id, ${read.create_time}, ${isClosed ? read.update_time : null},
      ${(isClosed && read.dispute_outcome?.outcome_code) || null}
    from json_each(${JSON.stringify(paymentIds)}) j cross join payments p on p.id = j.value limit 1
    on conflict (id) do update set closed_at = excluded.closed_at, result = excluded.result`);
}

/** Open disputes and payments whose fee isn't known: on their first day, then in one hour of each day, which their second tells. */
export function selectUnfinished(db: Db, now: number, limit: number) {
  const isDue = (at: string) =>
    sql.raw(`(${at} > ${now - DAY_MS} or ${at} / 1000 % 24 = ${Math.floor(now / HOUR_MS) % 24})`);
  return db.all<{ of: "dispute" | "fee"; id: string }>(sql`
    select * from (select 'dispute' as "of", id from disputes where closed_at is null and ${isDue("opened_at")}
      order by opened_at desc limit ${limit})
    union all
    select * from (select 'fee', id from payments where fee_cents is null and ${isDue("paid_at")}
      order by paid_at desc limit ${limit})`);
}

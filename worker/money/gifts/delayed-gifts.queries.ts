import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { gifts } from "#db/schema/payments.ts";

/** The gifts whose own email would have gone out by now, written or not, and whose buyers have not been told that it waits. */
export function selectDelayedGifts(db: Db, now: number, limit: number) {
  const pending = sql`select parameters ->> 'giftId' from transactional_mails
    where state = 'pending' and next_attempt_at <= ${now} and kind = 'gift' and json_valid(parameters)`;
  return db
    .select()
    .from(gifts)
    .where(
      sql`(next_mail_at <= ${now} and mailed_at is null or id in (${pending}))
        and redeemed_at is null and refunded_at is null
        and not exists (select 1 from transactional_mails t where t.id = 'gift-delayed:' || gifts.id)`,
    )
    .limit(limit);
}

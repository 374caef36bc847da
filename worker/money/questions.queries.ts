import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkouts, gifts } from "#db/schema/payments.ts";

/** What buyers' pages ask PayPal about. */
const ASKED = { checkout: checkouts, gift: gifts };
type Asked = { of: keyof typeof ASKED; id: string };
type Answer = NonNullable<typeof checkouts.$inferSelect.answer | typeof gifts.$inferSelect.answer>;

/** PayPal is asked once per interval; everyone else gets the last answer. */
const ASKED_EVERY_MS = 2000;

/** Claims the one question to PayPal per interval, and clears the last answer. Returns no row to anyone who asks meanwhile. */
export function takeQuestion(db: Db, { of, id }: Asked, now: number) {
  return db.all<{ id: string }>(sql`
    update ${ASKED[of]} set asked_at = ${now}, answer = null
    where id = ${id} and coalesce(asked_at, 0) <= ${now - ASKED_EVERY_MS} returning id`);
}

export function setAnswer(db: Db, { of, id }: Asked, answer: Answer) {
  return db.run(sql`update ${ASKED[of]} set answer = ${answer} where id = ${id}`);
}

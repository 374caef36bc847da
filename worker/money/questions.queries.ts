import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkouts, gifts } from "#db/schema/payments.ts";

/** What buyers begin at PayPal. `isOpen` must repeat the partial indexes' conditions word for word. */
const ASKED = {
  checkout: {
    table: checkouts,
    providerId: sql`subscription_id`,
    isOpen: sql`bought_at is null and subscription_id is not null`,
  },
  gift: { table: gifts, providerId: sql`order_id`, isOpen: sql`paid_at is null and order_id is not null` },
};
export type Kind = keyof typeof ASKED;
export type Asked = { of: Kind; id: string };
export type Answer = NonNullable<typeof checkouts.$inferSelect.answer | typeof gifts.$inferSelect.answer>;

/** PayPal is asked once per interval; other callers get the last answer. */
const ASKED_EVERY_MS = 2000;

/** Claims the one question per interval and clears the last answer. Returns no row to anyone who asks meanwhile. */
export function takeQuestion(db: Db, { of, id }: Asked, now: number) {
  return db.all<{ id: string }>(sql`
    update ${ASKED[of].table} set asked_at = ${now}, answer = null
    where id = ${id} and coalesce(asked_at, 0) <= ${now - ASKED_EVERY_MS} returning id`);
}

export function setAnswer(db: Db, { of, id }: Asked, answer: Answer) {
  return db.run(sql`update ${ASKED[of].table} set answer = ${answer} where id = ${id}`);
}

export type Open = { id: string; providerId: string; createdAt: number };
type CheckLimits = { now: number; before?: number; first: number; again: number };

/**
 * Unfinished purchases that may have been paid: up to `first` never checked (from `before`, if given) and up to `again` due
 * for another check, each the longest waiting first.
 */
export function selectOpen(db: Db, of: Kind, { now, before, first, again }: CheckLimits) {
  const { table, providerId, isOpen } = ASKED[of];
  const open = sql`select id, ${providerId} as "providerId", created_at as "createdAt" from ${table} where ${isOpen}`;
  const isOlder = before === undefined ? sql`` : sql`and created_at <= ${before}`;
  return db.all<Open>(sql`
    select * from (${open} and check_at is null ${isOlder} order by created_at limit ${first})
    union all
    select * from (${open} and check_at <= ${now} order by check_at limit ${again})`);
}

export function setNextCheck(db: Db, { of, id }: Asked, checkAt: number) {
  return db.run(sql`update ${ASKED[of].table} set check_at = ${checkAt} where id = ${id}`);
}

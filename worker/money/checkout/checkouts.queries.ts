import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { sessions } from "#db/schema/account.ts";
import { checkouts, subscriptions } from "#db/schema/payments.ts";
import { DAY_MS } from "#domain/durations.ts";

/** How long a buyer may take to approve. PayPal itself forgets unapproved subscriptions after some hours. */
export const CHECKOUT_OPEN_MS = 3 * DAY_MS;

export type Checkout = typeof checkouts.$inferSelect;

function change(db: Db, id: string, values: SQLiteUpdateSetSource<typeof checkouts>, ...onlyIf: SQL[]) {
  return db
    .update(checkouts)
    .set(values)
    .where(and(eq(checkouts.id, id), ...onlyIf));
}

export function insertCheckout(db: Db, checkout: typeof checkouts.$inferInsert) {
  return db.insert(checkouts).values(checkout).onConflictDoNothing().returning();
}

export function selectCheckout(db: Db, id: string) {
  return db.select().from(checkouts).where(eq(checkouts.id, id));
}

export function selectCheckoutByRequest(db: Db, requestId: string) {
  return db.select().from(checkouts).where(eq(checkouts.requestId, requestId));
}

export function selectCheckoutOutcome(db: Db, id: string) {
  const { id: subscriptionId, memberId, lastPaymentAt, unpaidFrom, unpaidUntil } = subscriptions;
  return db
    .select({ checkout: checkouts, subscriptionId, memberId, lastPaymentAt, unpaidFrom, unpaidUntil })
    .from(checkouts)
    .leftJoin(subscriptions, eq(subscriptions.checkoutId, checkouts.id))
    .where(eq(checkouts.id, id));
}

/** Replaces the nonce and the chosen hour for a repeated request, unless the checkout has created its account or the nonce was used. */
export function renewNonce(db: Db, id: string, renewal: Pick<Checkout, "nonceHash" | "wakeUpHour" | "timezone">) {
  const { id: renewed, nonceUsedAt, createdMember } = checkouts;
  return change(db, id, renewal, isNull(nonceUsedAt), eq(createdMember, false)).returning({ id: renewed });
}

/** Stores the subscription's ID once and returns the stored one. */
export function setCheckoutSubscription(db: Db, id: string, subscriptionId: string) {
  const once = { subscriptionId: sql`coalesce(subscription_id, ${subscriptionId})` };
  return change(db, id, once).returning({ subscriptionId: checkouts.subscriptionId });
}

type Bought = Pick<Checkout, "memberId" | "createdMember" | "subscriptionId" | "boughtAt">;

export const bindCheckout = (db: Db, id: string, bought: Bought) => change(db, id, bought);

export function bindConsent(db: Db, checkoutId: string, memberId: string) {
  return db.run(sql`
    update consents set member_id = ${memberId} where purpose = 'checkout' and source_id = ${checkoutId} and member_id is null`);
}

/** Uses the nonce of a checkout that created its account; no change if it's used or too old. */
export function spendNonce(db: Db, id: string, spending: { sessionId: string; now: number; after: number }) {
  const { sessionId, now, after } = spending;
  const isUnused = isNull(checkouts.nonceUsedAt);
  const isYoung = gt(checkouts.createdAt, after);
  // From the first proof on, what the buyer began opens nothing more.
  const isUnproved = sql`exists (select 1 from members m where m.id = ${checkouts.memberId} and m.mailbox_proved_at is null)`;
  return change(
    db,
    id,
    { nonceUsedAt: now, sessionId },
    isUnused,
    eq(checkouts.createdMember, true),
    isYoung,
    isUnproved,
  );
}

/** When a checkout's nonce was used, and the session it opened, if that still exists. */
export function selectSpentNonce(db: Db, id: string) {
  return db
    .select({ usedAt: checkouts.nonceUsedAt, createdAt: checkouts.createdAt, session: sessions })
    .from(checkouts)
    .leftJoin(sessions, eq(sessions.id, checkouts.sessionId))
    .where(eq(checkouts.id, id));
}

export function deleteAbandonedCheckouts(db: Db, before: number, limit: number) {
  const abandoned = sql`select c.id from checkouts c where c.created_at < ${before} and c.bought_at is null
    and not exists (select 1 from subscriptions s where s.checkout_id = c.id) order by c.created_at limit ${limit}`;
  return [
    db.run(sql`delete from consents where purpose = 'checkout' and source_id in (${abandoned})`),
    db.delete(checkouts).where(sql`id in (${abandoned})`),
  ] as const;
}

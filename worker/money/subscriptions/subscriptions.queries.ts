import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { accessGrants } from "#db/schema/membership.ts";
import { checkouts, subscriptions } from "#db/schema/payments.ts";
import type { Canceller } from "#domain/rules/payments.ts";
import type { PayPalSubscription } from "../../kernel/paypal/paypal-answers.ts";
import type { Checkout } from "../checkout/checkouts.queries.ts";

export type Subscription = typeof subscriptions.$inferSelect;

export function selectSubscription(db: Db, id: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.id, id));
}

/** That a subscription is to end, and by whose word: the first to ask stays named. */
function asked(by: Canceller | null, { reason, now }: { reason: string | null; now: number | null }) {
  return {
    cancelAskedAt: sql`coalesce(cancel_asked_at, ${now})`,
    cancelledBy: sql`coalesce(cancelled_by, ${by})`,
    cancelReason: sql`coalesce(cancel_reason, ${reason})`,
  };
}

/**
 * Stores a newer reading of a subscription. When it was read by somebody else meanwhile it ends the whole batch: a column that
 * is never null would become so.
 */
export function updateSubscription(db: Db, row: Subscription, knownReadAt: number) {
  const { id, checkoutId: _checkout, memberId: _member, plan: _plan, createdAt: _created, ...change } = row;
  return db
    .update(subscriptions)
    .set({
      ...change,
      status: sql`case when read_at = ${knownReadAt} then ${change.status} end`,
      // Written without a reading, and so perhaps since this one began.
      ...asked(change.cancelledBy, { reason: change.cancelReason, now: change.cancelAskedAt }),
      replacedAt: sql`coalesce(replaced_at, ${change.replacedAt})`,
    })
    .where(eq(subscriptions.id, id));
}

type Wish = { reason: string | null; now: number };

/** Notes that a subscription is to end, before PayPal is asked. */
export function askToCancel(db: Db, id: string, { by, ...wish }: Wish & { by: Canceller }) {
  return db
    .update(subscriptions)
    .set({ ...asked(by, wish), checkAt: wish.now })
    .where(and(eq(subscriptions.id, id), inArray(subscriptions.status, ["APPROVED", "ACTIVE", "SUSPENDED"])));
}

/** Notes that PayPal charges nothing more, where no reading is stored: its account is closed. */
export function closeSubscription(db: Db, id: string, wish: Wish) {
  const over = { status: "CANCELLED", nextBillingAt: null, checkAt: null, difference: null } as const;
  return db
    .update(subscriptions)
    .set({ ...asked("account_closed", wish), ...over })
    .where(eq(subscriptions.id, id));
}

/**
 * What a payment of an account that is closed stands with: over, and without any access; nothing where it is known. Until it is closed
 * for good, it is due for another reading: its checkout counts as bought.
 */
export function insertClosedSubscription(
  db: Db,
  { id, start_time: startsAt }: PayPalSubscription,
  { id: checkoutId, plan, createdAt }: Checkout,
  { memberId, now }: { memberId: string; now: number },
) {
  return db
    .insert(subscriptions)
    .values({
      ...{ id, memberId, startsAt, checkoutId, plan, status: "CANCELLED" },
      ...{ approvedAt: createdAt, unpaidFrom: createdAt, unpaidUntil: createdAt, lastPaymentAt: now },
      ...{ revokedAt: now, revokeReason: "refunded", readAt: now, checkAt: now, createdAt: now },
    })
    .onConflictDoNothing();
}

/** Who had an account that is closed, and since when. */
export function selectClosedMember(db: Db, id: string) {
  return db.select().from(members).where(eq(members.id, id));
}

/** Notes that the money of a subscription is gone and that it is to end, where no reading is stored. */
export function loseSubscription(
  db: Db,
  id: string,
  { reason, now }: { reason: "refunded" | "reversed"; now: number },
) {
  return db
    .update(subscriptions)
    .set({ ...asked("refund", { reason: null, now }), revokedAt: now, revokeReason: reason })
    .where(eq(subscriptions.id, id));
}

export function setReplaced(db: Db, id: string, now: number) {
  return db
    .update(subscriptions)
    .set({ replacedAt: now })
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.replacedAt)));
}

/** A member's subscriptions with their prices and grants, the newest first. */
export function selectSubscriptionsOf(db: Db, memberId: string) {
  const { until, endedAt } = accessGrants;
  const accessUntil = sql<number | null>`min(${until}, coalesce(${endedAt}, ${until}))`;
  const { priceCents, currency } = checkouts;
  return db
    .select({ subscription: subscriptions, priceCents, currency, accessUntil })
    .from(subscriptions)
    .innerJoin(checkouts, eq(checkouts.id, subscriptions.checkoutId))
    .leftJoin(accessGrants, and(eq(accessGrants.source, "subscription"), eq(accessGrants.sourceId, subscriptions.id)))
    .where(eq(subscriptions.memberId, memberId))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id));
}
export type OwnedSubscription = Awaited<ReturnType<typeof selectSubscriptionsOf>>[number];

/**
 * A member's subscriptions that wait for their first charge at the end of time whose money went back since they were ordered: what
 * they were to follow is gone.
 */
export function selectLeftBehind(db: Db, memberId: string, now: number) {
  return db.all<{ id: string }>(sql`
    select s.id from subscriptions s
    where s.member_id = ${memberId} and s.status in ('APPROVED','ACTIVE','SUSPENDED') and s.last_payment_at is null
      and s.starts_at > ${now} and exists (
        select 1 from access_grants g where g.member_id = s.member_id and g.source in ('subscription','gift')
          and g.end_reason in ('refunded','reversed') and g.ended_at >= s.approved_at and g.paid_until > s.approved_at)`);
}

/** Whether a grant of the alias or table is of a subscription that is known here: the imports of 0.1.0 have none. */
const isKnownHere = (grant: "u" | "access_grants") =>
  sql.raw(
    `(${grant}.source = 'subscription' and exists (select 1 from subscriptions k where k.id = ${grant}.source_id))`,
  );

/**
 * Whether a member has time in force or to come that nobody paid for, such as a trial or an import. A gift is added behind it, so its end says
 * nothing of what is paid before.
 */
export function hasUnpaidTime(memberId: string, now: number) {
  return sql`exists (select 1 from access_grants u where u.member_id = ${memberId} and u.source <> 'gift' and not ${isKnownHere("u")}
    and u.starts_at < min(u.until, coalesce(u.ended_at, u.until)) and min(u.until, coalesce(u.ended_at, u.until)) > ${now})`;
}

/** Of a member's other grants in force or to come, the last end, and that of gifts, which somebody has paid. */
export function selectOtherEnd(db: Db, memberId: string, now: number) {
  return db.all<{ endsAt: number | null; giftEndsAt: number | null }>(sql`
    select max(min(until, coalesce(ended_at, until))) as "endsAt",
      max(case when source = 'gift' and not ${hasUnpaidTime(memberId, now)} and exists (select 1 from gifts f where f.id = source_id and f.paid_at is not null)
        then min(until, coalesce(ended_at, until)) end) as "giftEndsAt" from access_grants
    where member_id = ${memberId} and not ${isKnownHere("access_grants")} and min(until, coalesce(ended_at, until)) > ${now}`);
}

export function selectAccessEnd(db: Db, memberId: string) {
  return db.select({ endsAt: members.accessEndsAt }).from(members).where(eq(members.id, memberId));
}

/**
 * A member's access in force or to come beside one subscription, in order of its beginning. Of another subscription without the
 * grace, which is for charges to come.
 */
export function selectAccessBeside(db: Db, { id, memberId }: Pick<Subscription, "id" | "memberId">, now: number) {
  const endsAt = sql`min(until, coalesce(paid_until, until), coalesce(ended_at, until))`;
  return db.all<{ startsAt: number; endsAt: number }>(sql`
    select starts_at as "startsAt", ${endsAt} as "endsAt" from access_grants
    where member_id = ${memberId} and not (source = 'subscription' and source_id = ${id}) and ${endsAt} > ${now}
    order by starts_at`);
}

export function selectRecentSubscriptions(db: Db, from: number, limit: number) {
  const { id, status, plan, startsAt, payerEmail, memberId, createdAt } = subscriptions;
  return db
    .select({ id, status, plan, planId: checkouts.planId, startsAt, payerEmail, memberId })
    .from(subscriptions)
    .innerJoin(checkouts, eq(checkouts.id, subscriptions.checkoutId))
    .where(gte(createdAt, from))
    .orderBy(desc(createdAt))
    .limit(limit);
}

/** Subscriptions that are to be read at PayPal again, the longest waiting first. */
export function selectDueReadings(db: Db, now: number, limit: number) {
  return db
    .select()
    .from(subscriptions)
    .where(sql`check_at is not null and check_at <= ${now}`)
    .orderBy(subscriptions.checkAt)
    .limit(limit);
}

type PutOff = Pick<Subscription, "difference" | "checkAt" | "unreadSince">;

/** Notes why a subscription could not be put right or read, and when to try again; nothing of one that was closed meanwhile. */
export function putOffReading(db: Db, id: string, change: PutOff) {
  return db
    .update(subscriptions)
    .set(change)
    .where(and(eq(subscriptions.id, id), isNotNull(subscriptions.checkAt)));
}

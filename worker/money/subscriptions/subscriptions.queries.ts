import { and, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { accessGrants } from "#db/schema/access.ts";
import { members } from "#db/schema/members.ts";
import { checkouts, subscriptions } from "#db/schema/payments.ts";
import type { Canceller } from "#domain/rules/payments.ts";
import type { PayPalSubscription } from "../../kernel/paypal/paypal-answers.ts";
import type { Checkout } from "../checkout/checkouts.queries.ts";

export type Subscription = typeof subscriptions.$inferSelect;

export function selectSubscription(db: Db, id: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.id, id));
}

function change(db: Db, id: string, values: SQLiteUpdateSetSource<typeof subscriptions>, onlyIf?: SQL) {
  return db
    .update(subscriptions)
    .set(values)
    .where(and(eq(subscriptions.id, id), onlyIf));
}

/** Marks a subscription to be cancelled. The first canceller stays. */
function asked(by: Canceller | null, { reason, now }: { reason: string | null; now: number | null }) {
  return {
    cancelAskedAt: sql`coalesce(cancel_asked_at, ${now})`,
    cancelledBy: sql`coalesce(cancelled_by, ${by})`,
    cancelReason: sql`coalesce(cancel_reason, ${reason})`,
  };
}

/** Stores a newer reading. If another was stored meanwhile, `status` becomes null, which fails the whole batch. */
export function updateSubscription(db: Db, row: Subscription, known: Subscription) {
  const { id, checkoutId: _checkout, memberId: _member, plan: _plan, createdAt: _created, startsAt, ...reading } = row;
  return change(db, id, {
    ...reading,
    // Named only if it changed: an assignment alone would write its index.
    ...(startsAt !== known.startsAt && { startsAt }),
    status: sql`case when read_at = ${known.readAt} then ${reading.status} end`,
    // Set without a reading, so perhaps after this one began.
    ...asked(reading.cancelledBy, { reason: reading.cancelReason, now: reading.cancelAskedAt }),
    replacedAt: sql`coalesce(replaced_at, ${reading.replacedAt})`,
  });
}

type Wish = { reason: string | null; now: number };

/** Records the request to cancel before PayPal is called. */
export function askToCancel(db: Db, id: string, { by, ...wish }: Wish & { by: Canceller }) {
  const isLive = inArray(subscriptions.status, ["APPROVED", "ACTIVE", "SUSPENDED"]);
  return change(db, id, { ...asked(by, wish), checkAt: wish.now }, isLive);
}

/** Records that PayPal charges nothing more, without storing a reading. */
export function closeSubscription(db: Db, id: string, wish: Wish) {
  const over = { status: "CANCELLED", nextBillingAt: null, checkAt: null, difference: null } as const;
  return change(db, id, { ...asked("account_closed", wish), ...over });
}

/**
 * Stores an ended subscription without access for a closed account's payments, unless it's known. It stays due for another reading
 * until it's closed, since its checkout counts as bought.
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
      id,
      memberId,
      startsAt,
      checkoutId,
      plan,
      status: "CANCELLED",
      approvedAt: createdAt,
      unpaidFrom: createdAt,
      unpaidUntil: createdAt,
      lastPaymentAt: now,
      revokedAt: now,
      revokeReason: "refunded",
      readAt: now,
      checkAt: now,
      createdAt: now,
    })
    .onConflictDoNothing();
}

/** The row of a closed account. */
export function selectClosedMember(db: Db, id: string) {
  return db.select().from(members).where(eq(members.id, id));
}

/** Records that a subscription's payment is lost and that it's to be cancelled, without storing a reading. */
export function loseSubscription(db: Db, id: string, reason: "refunded" | "reversed", now: number) {
  return change(db, id, { ...asked("refund", { reason: null, now }), revokedAt: now, revokeReason: reason });
}

export function setReplaced(db: Db, id: string, now: number) {
  return change(db, id, { replacedAt: now }, isNull(subscriptions.replacedAt));
}

/** A member's subscriptions with prices and grants, the newest first. */
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

/** A member's subscriptions whose first charge was to follow time that was since refunded or reversed. */
export function selectLeftBehind(db: Db, memberId: string, now: number) {
  return db.all<{ id: string }>(sql`
    select s.id from subscriptions s
    where s.member_id = ${memberId} and s.status in ('APPROVED','ACTIVE','SUSPENDED') and s.last_payment_at is null
      and s.starts_at > ${now} and exists (
        select 1 from access_grants g where g.member_id = s.member_id and g.source in ('subscription','gift')
          and g.end_reason in ('refunded','reversed') and g.ended_at >= s.approved_at and g.paid_until > s.approved_at)`);
}

/** Whether a grant belongs to a subscription stored here. Imports from 0.1.0 have none. */
const isKnownHere = (grant: "u" | "access_grants") =>
  sql.raw(
    `(${grant}.source = 'subscription' and exists (select 1 from subscriptions k where k.id = ${grant}.source_id))`,
  );

/**
 * Whether a member has current or future access that no one paid for (trial, import). A gift is placed after it, so the gift's end
 * doesn't show what is paid before.
 */
export function hasUnpaidTime(memberId: string, now: number) {
  return sql`exists (select 1 from access_grants u where u.member_id = ${memberId} and u.source <> 'gift' and not ${isKnownHere("u")}
    and u.starts_at < min(u.until, coalesce(u.ended_at, u.until)) and min(u.until, coalesce(u.ended_at, u.until)) > ${now})`;
}

/** The last end of a member's other current or future grants, and of paid gifts among them. */
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

/** A member's access apart from one subscription, by start. Other subscriptions count without grace, which is for future charges. */
export function selectAccessBeside(db: Db, { id, memberId }: Pick<Subscription, "id" | "memberId">, now: number) {
  const endsAt = sql`min(until, coalesce(paid_until, until), coalesce(ended_at, until))`;
  return db.all<{ startsAt: number; endsAt: number }>(sql`
    select starts_at as "startsAt", ${endsAt} as "endsAt" from access_grants
    where member_id = ${memberId} and not (source = 'subscription' and source_id = ${id}) and ${endsAt} > ${now}
    order by starts_at`);
}

export const isStartedSince = (from: number) => gte(subscriptions.startsAt, from);
export const countStartedSince = (db: Db, from: number) => db.$count(subscriptions, isStartedSince(from));
export const byTime = sql`${subscriptions.startsAt}`;
export const isOutOfSync = sql`difference is not null`;

/** Matches a PayPal ID, or the subscriptions of the member with this email. */
export function isFoundBy(q: string): SQL {
  return sql`(${subscriptions.id} = ${q.toUpperCase()}
    or ${subscriptions.memberId} in (select m.id from members m where m.email_key = ${q.toLowerCase()} and m.deleted_at is null))`;
}

/** Newest first. Only a list by time may walk the index of times; "+" keeps others from it, where few of many match. */
export function selectRecords(db: Db, where: SQL, limit: number, order = sql`+${subscriptions.startsAt}`) {
  const { id, status, plan, startsAt, payerEmail, memberId, difference } = subscriptions;
  return db
    .select({ id, status, plan, planId: checkouts.planId, startsAt, payerEmail, memberId, difference })
    .from(subscriptions)
    .innerJoin(checkouts, eq(checkouts.id, subscriptions.checkoutId))
    .where(where)
    .orderBy(desc(order))
    .limit(limit);
}

/** Subscriptions due for another reading, the longest waiting first. */
export function selectDueReadings(db: Db, now: number, limit: number) {
  return db
    .select()
    .from(subscriptions)
    .where(sql`check_at is not null and check_at <= ${now}`)
    .orderBy(subscriptions.checkAt)
    .limit(limit);
}

/** Records why a subscription couldn't be read or corrected, and when to try again, unless it was closed meanwhile. */
export function putOffReading(db: Db, id: string, why: Pick<Subscription, "difference" | "checkAt" | "unreadSince">) {
  return change(db, id, why, isNotNull(subscriptions.checkAt));
}

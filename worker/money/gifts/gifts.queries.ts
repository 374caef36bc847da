import { and, asc, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { gifts, payments } from "#db/schema/payments.ts";
import type { GiftListRequest } from "#domain/contract/money/gifts.ts";
import { isCharged, lastEndOf } from "../../access/gift-grants.queries.ts";
import { isAwaited } from "../../access/subscription-grants.queries.ts";

export type Gift = typeof gifts.$inferSelect;

const isUnopened = and(isNull(gifts.redeemedAt), isNull(gifts.refundedAt));

function change(db: Db, id: string, values: SQLiteUpdateSetSource<typeof gifts>, ...onlyIf: (SQL | undefined)[]) {
  return db
    .update(gifts)
    .set(values)
    .where(and(eq(gifts.id, id), ...onlyIf));
}

export function insertGift(db: Db, gift: typeof gifts.$inferInsert) {
  return db.insert(gifts).values(gift).onConflictDoNothing();
}

export function selectGift(db: Db, id: string) {
  return db.select().from(gifts).where(eq(gifts.id, id));
}

export function selectGiftByOrder(db: Db, orderId: string) {
  return db.select().from(gifts).where(eq(gifts.orderId, orderId));
}

export function selectGiftByPayment(db: Db, paymentId: string) {
  return db
    .select({ gift: gifts, payment: payments })
    .from(payments)
    .innerJoin(gifts, eq(gifts.id, payments.giftId))
    .where(eq(payments.id, paymentId));
}

/** How many gifts for an address were paid after an instant, and the first of these times. */
export function selectPaidFor(db: Db, recipientEmail: string, after: number) {
  return db.all<{ count: number; firstAt: number }>(sql`
    select count(*) as count, min(paid_at) as "firstAt" from gifts
    where lower(recipient_email) = lower(${recipientEmail}) and paid_at > ${after}`);
}

export function selectPaymentOfGift(db: Db, giftId: string) {
  return db.select().from(payments).where(eq(payments.giftId, giftId));
}

/** Records since when PayPal has the payment pending; null if it hasn't. */
export function setPendingSince(db: Db, id: string, pendingSince: number | null) {
  return change(db, id, { pendingSince }, isNull(gifts.paidAt));
}

export function setOrder(db: Db, id: string, orderId: string) {
  return change(db, id, { orderId }, isNull(gifts.orderId));
}

/** Changes nothing if it's paid already. */
export function markPaid(db: Db, id: string, now: number) {
  const nextMailAt = sql`max(deliver_at, ${now})`;
  return change(db, id, { paidAt: now, pendingSince: null, nextMailAt }, isNull(gifts.paidAt));
}

/** Changes the address unless an email went out. The version makes earlier links invalid. */
export function correctAddress(db: Db, { id, recipientEmail }: Pick<Gift, "id" | "recipientEmail">, now: number) {
  // A gift whose email bounced waits for this.
  const nextMailAt = sql`iif(paid_at is null, next_mail_at, coalesce(next_mail_at, max(deliver_at, ${now})))`;
  const values = { recipientEmail, addressVersion: sql`address_version + 1`, nextMailAt };
  return change(db, id, values, isNull(gifts.mailedAt), isUnopened).returning();
}

/** Marks a gift whose email bounced as not sent, to wait for another address, unless it was opened or refunded meanwhile. */
export function holdBouncedGift(db: Db, { id, addressVersion }: Pick<Gift, "id" | "addressVersion">) {
  const isMailed = and(eq(gifts.addressVersion, addressVersion), isNotNull(gifts.mailedAt));
  return change(db, id, { mailedAt: null, reminders: 0, nextMailAt: null }, isMailed, isUnopened);
}

export function selectDueGifts(db: Db, now: number, limit: number) {
  return db
    .select()
    .from(gifts)
    .where(and(isNotNull(gifts.nextMailAt), lte(gifts.nextMailAt, now)))
    .orderBy(asc(gifts.nextMailAt))
    .limit(limit);
}

/**
 * Gifts whose recent emails will never go out (suppressed or refused address), and gifts whose own email is waiting.
 * It has no limit, since those that wait for days would fill it.
 */
export function selectUnsentGifts(db: Db, since: number) {
  // The parameters of an unreadable row may not be JSON.
  const parameter = (name: "giftId" | "addressVersion") =>
    sql`case when json_valid(mail.parameters) then mail.parameters ->> ${name} end`;
  return db.all<{ giftId: string; addressVersion: number; isWaiting: 0 | 1 }>(sql`
    select distinct gifts.id as "giftId", address_version as "addressVersion", mail.state = 'pending' as "isWaiting"
    from transactional_mails mail
      join gifts on gifts.id = ${parameter("giftId")} and gifts.address_version = ${parameter("addressVersion")}
    where mail.member_id is null and mail.created_at > ${since} and mail.kind in ('gift','gift-reminder','gift-reminder-last')
      and (mail.state = 'failed' or mail.state = 'pending' and mail.kind = 'gift' or mail.state = 'closed' and mail.last_error = 'suppressed')
      and mailed_at is not null and redeemed_at is null and refunded_at is null`);
}

/** Gifts whose own email is overdue, written or not, and whose buyers haven't been told. */
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

type Mailed = Pick<Gift, "mailedAt" | "reminders" | "nextMailAt">;

/** Records that a gift's email was written, and when the next is due. Changes nothing if another tick was faster. */
export function recordMailed(db: Db, { id, nextMailAt }: Gift, mailed: Mailed) {
  return change(db, id, mailed, eq(gifts.nextMailAt, nextMailAt ?? 0));
}

/** `lastEnd` is the end of the member's access that the gift's dates are based on. */
type Redemption = { memberId: string; isGranted: boolean; lastEnd: number | null };

/** Redeems a gift. No row if it was redeemed, refunded, corrected, or has expired, or if the member's access changed since it was read. */
export function spendGift(db: Db, { id, addressVersion }: Gift, redemption: Redemption, now: number) {
  const { memberId, isGranted, lastEnd } = redemption;
  return db.all<{ id: string }>(sql`
    update gifts set redeemed_at = ${now}, member_id = ${memberId}, granted_at = ${isGranted ? now : null}, next_mail_at = null
    where id = ${id} and address_version = ${addressVersion} and paid_at is not null and redeemed_at is null
      and refunded_at is null and expires_at > ${now} and ${lastEndOf(memberId, now)} is ${lastEnd}
    returning id`);
}

/** Whether the recipient has an account, and when their paid access ends, if they're already paying. */
export function selectGiftToRedeem(db: Db, id: string, now: number) {
  return db.all<{ paysUntil: number | null; hasAccount: 0 | 1 }>(sql`
    select exists (
        select 1 from gifts f join members k on k.email_key = lower(f.recipient_email) and k.deleted_at is null where f.id = ${id}
      ) as "hasAccount", max(min(g.until, coalesce(g.ended_at, g.until))) as "paysUntil"
    from gifts join members m on m.email_key = lower(gifts.recipient_email) and m.deleted_at is null
      join subscriptions s on s.member_id = m.id
      join access_grants g on g.source = 'subscription' and g.source_id = s.id
    where gifts.id = ${id} and s.status in ('APPROVED','ACTIVE','SUSPENDED') and s.cancel_asked_at is null and s.revoked_at is null
      and (g.until > ${now} and coalesce(g.ended_at, g.until) > ${now} or ${isAwaited(now)})`);
}

export function selectWaitingMembers(db: Db, of: { after: string; limit: number; now: number }) {
  return db.all<{ memberId: string; isCharged: 0 | 1 }>(sql`
    select member_id as "memberId", ${isCharged(sql`waiting.member_id`, of.now)} as "isCharged"
    from (
      select distinct member_id from gifts
      where redeemed_at is not null and granted_at is null and member_id > ${of.after}
      order by member_id limit ${of.limit}
    ) waiting order by member_id`);
}

/** A member's redeemed gifts that haven't begun. */
export function selectGiftsToPlace(db: Db, memberId: string, now: number) {
  return db.all<
    Pick<Gift, "id" | "plan" | "giverName" | "recipientName" | "grantedAt"> & { startsAt: number | null }
  >(sql`
    select gifts.id, gifts.plan, giver_name as "giverName", recipient_name as "recipientName", granted_at as "grantedAt",
      g.starts_at as "startsAt"
    from gifts left join access_grants g on g.source = 'gift' and g.source_id = gifts.id and g.ended_at is null
    where gifts.member_id = ${memberId} and redeemed_at is not null and refunded_at is null
      and (granted_at is null or g.starts_at > ${now})
    order by redeemed_at`);
}

export function markGranted(db: Db, id: string, now: number) {
  return change(db, id, { grantedAt: now }, isNull(gifts.grantedAt), isNull(gifts.refundedAt));
}

/** Closes a gift before it's refunded. Returns no row if it was opened or refunded. */
export function closeGift(db: Db, id: string, now: number) {
  return db.all<{ id: string }>(sql`
    update gifts set refunded_at = ${now}, next_mail_at = null
    where id = ${id} and paid_at is not null and redeemed_at is null and refunded_at is null returning id`);
}

/** Reopens it because PayPal refused the refund. The next email is due again. */
export function reopenGift(db: Db, { id, nextMailAt, mailedAt, deliverAt }: Gift) {
  const next = nextMailAt ?? (mailedAt === null ? deliverAt : null);
  return change(db, id, { refundedAt: null, nextMailAt: next });
}

/** Ends a gift that PayPal refunded or reversed, opened or not. */
export function returnGift(db: Db, id: string, now: number) {
  return change(db, id, { refundedAt: now, nextMailAt: null }, isNull(gifts.refundedAt));
}

const OF_STATE: Record<NonNullable<GiftListRequest["state"]>, (now: number) => SQL> = {
  open: (now) => sql`refunded_at is null and redeemed_at is null and expires_at > ${now}`,
  redeemed: () => sql`refunded_at is null and redeemed_at is not null`,
  expired: (now) => sql`refunded_at is null and redeemed_at is null and coalesce(expires_at, 0) <= ${now}`,
  refunded: () => sql`refunded_at is not null`,
};

type Sought = { address: string | null; state: GiftListRequest["state"]; now: number };

/** Paid gifts, newest first: those that a whole address gave, got, or opened, or those with a part of a name or address in them. */
export function selectGifts(db: Db, { address, state, now }: Sought, limit: number) {
  const isOf = sql`id in (
    select id from gifts where lower(giver_email) = lower(${address})
    union select id from gifts where lower(recipient_email) = lower(${address})
    union select g.id from members m join gifts g on g.member_id = m.id
      where m.email_key = lower(${address}) and m.deleted_at is null)`;
  const names = sql`lower(giver_name || ' ' || giver_email || ' ' || recipient_name || ' ' || recipient_email)`;
  const isSought = address?.includes("@") ? isOf : sql`instr(${names}, lower(${address})) > 0`;
  return (
    db
      .select()
      .from(gifts)
      .where(and(sql`paid_at is not null`, address === null ? undefined : isSought, state && OF_STATE[state](now)))
      // The plus keeps the planner off the index on the date: an address has few gifts.
      .orderBy(address === null ? desc(gifts.createdAt) : sql`+created_at desc`)
      .limit(limit)
  );
}

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { GRANT_PLANS } from "../../domain/rules/access.ts";
import { CANCELLERS, PAYMENT_STATES, PROVIDER_STATUSES } from "../../domain/rules/payments.ts";
import { members, ofMember } from "./members.ts";

/** A subscription purchase in progress. People see the ID, since it's PayPal's `custom_id`; only the buyer's tab knows `requestId`. */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: text().primaryKey(),
    /** Identifies the tab's repeated requests; null once the buyer's data is purged. */
    requestId: text("request_id").unique(),
    plan: text({ enum: GRANT_PLANS }).notNull(),
    /** PayPal's plan at that time; null if the plan wasn't for sale. */
    planId: text("plan_id"),
    priceCents: integer("price_cents").notNull(),
    currency: text().notNull(),
    email: text().notNull(),
    emailKey: text("email_key").notNull(),
    /** The logged-in member, or else the account the checkout created. */
    memberId: text("member_id").references(() => members.id),
    /** For the account it may create; null for a member's checkout, and if it's older than these columns. */
    wakeUpHour: integer("wake_up_hour"),
    timezone: text(),
    createdMember: integer("created_member", { mode: "boolean" }).notNull().default(false),
    /** Hash of the cookie that signs its buyer in, once, if it created the account. */
    nonceHash: text("nonce_hash").notNull(),
    nonceUsedAt: integer("nonce_used_at"),
    /** The only session the nonce has opened. */
    sessionId: text("session_id"),
    /** When the first period starts; null means immediately. */
    startsAt: integer("starts_at"),
    replacesId: text("replaces_id"),
    subscriptionId: text("subscription_id").unique(),
    createdAt: integer("created_at").notNull(),
    /** When to ask PayPal again about a checkout without a result; null before the first time. */
    checkAt: integer("check_at"),
    /** When the buyer's page last had us ask PayPal, and the result. */
    askedAt: integer("asked_at"),
    answer: text({ enum: ["confirming", "not_approved", "refused"] }),
    boughtAt: integer("bought_at"),
  },
  (table) => [
    index("checkouts_member").on(table.memberId, table.createdAt),
    index("checkouts_email").on(table.emailKey, table.createdAt),
    index("checkouts_created").on(table.createdAt),
    index("checkouts_abandoned").on(table.createdAt).where(sql`bought_at is null`),
    index("checkouts_open")
      .on(table.checkAt, table.createdAt)
      .where(sql`bought_at is null and subscription_id is not null`),
  ],
);

/** A subscription as last read at the payment provider, and its effect on the member's access (in `access_grants`). */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** PayPal's ID. */
    id: text().primaryKey(),
    checkoutId: text("checkout_id")
      .notNull()
      .references(() => checkouts.id),
    memberId: ofMember(),
    plan: text({ enum: GRANT_PLANS }).notNull(),
    status: text({ enum: PROVIDER_STATUSES }).notNull(),
    /** The buyer's address (which logs no one in) and wallet at PayPal. */
    payerEmail: text("payer_email"),
    payerId: text("payer_id"),
    approvedAt: integer("approved_at").notNull(),
    startsAt: integer("starts_at").notNull(),
    /** Access before the first payment, decided once by the first reading; null if the subscription is older than these columns. */
    unpaidFrom: integer("unpaid_from"),
    unpaidUntil: integer("unpaid_until"),
    nextBillingAt: integer("next_billing_at"),
    /** The end of the paid time. PayPal forgets it once a subscription is cancelled, so it's stored before that. */
    paidUntil: integer("paid_until"),
    lastPaymentAt: integer("last_payment_at"),
    /** The first of the latest failed charges in a row; null if none has failed since the last payment. */
    failedAt: integer("failed_at"),
    failedPayments: integer("failed_payments").notNull().default(0),
    /** Requested here, before PayPal was called. */
    cancelAskedAt: integer("cancel_asked_at"),
    cancelledBy: text("cancelled_by", { enum: CANCELLERS }),
    cancelReason: text("cancel_reason"),
    /** When and why its time was cut short: refunded or reversed. */
    revokedAt: integer("revoked_at"),
    revokeReason: text("revoke_reason", { enum: ["refunded", "reversed"] }),
    /** The subscription it replaced, and when that one was cancelled. */
    replacesId: text("replaces_id"),
    replacedAt: integer("replaced_at"),
    lastEvent: text("last_event"),
    lastEventAt: integer("last_event_at"),
    /** When it was last read from PayPal, and when to read it again if no event comes. */
    readAt: integer("read_at").notNull(),
    checkAt: integer("check_at"),
    /** Since when reading it at PayPal has failed; null after a reading. */
    unreadSince: integer("unread_since"),
    /** A difference found by reconciliation, until it's fixed. */
    difference: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("subscriptions_member").on(table.memberId, table.createdAt),
    index("subscriptions_checkout").on(table.checkoutId),
    index("subscriptions_unpaid_payer").on(table.payerId).where(sql`last_payment_at is null and payer_id is not null`),
    index("subscriptions_payer").on(table.payerId).where(sql`payer_id is not null`),
    index("subscriptions_started").on(table.startsAt),
    index("subscriptions_replaces").on(table.replacesId).where(sql`replaces_id is not null`),
    index("subscriptions_check").on(table.checkAt).where(sql`check_at is not null`),
    // Past due. Ended subscriptions aren't in it, since their failures stay for good.
    index("subscriptions_failed")
      .on(table.failedAt)
      .where(sql`failed_at is not null and revoked_at is null and not status in ('CANCELLED','EXPIRED')`),
    // What a member's status depends on besides their row, by member; and the coming ends, by time.
    index("subscriptions_unsettled")
      .on(table.memberId)
      .where(sql`failed_at is not null or (cancel_asked_at is not null or status in ('CANCELLED','EXPIRED'))`),
    index("subscriptions_ending")
      .on(table.paidUntil)
      .where(sql`(cancel_asked_at is not null or status in ('CANCELLED','EXPIRED')) and revoked_at is null`),
    index("subscriptions_renewing").on(table.nextBillingAt).where(sql`plan = 'annual' and status = 'ACTIVE'`),
    index("subscriptions_different").on(table.readAt).where(sql`difference is not null`),
  ],
);

/** A member's subscriptions that keep charging (live, not asked to end, not waiting to replace another). Triggers keep the count. */
export const chargedSubscriptions = sqliteTable(
  "charged_subscriptions",
  { memberId: text("member_id").primaryKey(), count: integer().notNull().default(0) },
  (table) => [index("charged_subscriptions_double").on(table.memberId).where(sql`count > 1`)],
);

/** Money received, in cents, by the payment provider's ID. */
export const payments = sqliteTable(
  "payments",
  {
    id: text().primaryKey(),
    /** Exactly one of the two is set. */
    subscriptionId: text("subscription_id").references(() => subscriptions.id),
    giftId: text("gift_id").references(() => gifts.id),
    memberId: text("member_id").references(() => members.id),
    state: text({ enum: PAYMENT_STATES }).notNull(),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    /** As PayPal reports it; null if it doesn't. */
    feeCents: integer("fee_cents"),
    /** When we last asked for a fee that PayPal hadn't reported. */
    feeAskedAt: integer("fee_asked_at"),
    taxCents: integer("tax_cents"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    paidAt: integer("paid_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("payments_subscription").on(table.subscriptionId, table.paidAt),
    index("payments_gift").on(table.giftId),
    index("payments_member").on(table.memberId, table.paidAt),
    index("payments_paid").on(table.paidAt),
    index("payments_without_fee").on(table.feeAskedAt, sql`-paid_at`).where(sql`fee_cents is null`),
  ],
);

/** Money refunded. A refund requested here has the request's ID, also sent as `PayPal-Request-Id`; one found at PayPal has PayPal's. */
export const refunds = sqliteTable(
  "refunds",
  {
    id: text().primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    /** PayPal's ID; null until PayPal has made the refund. */
    providerId: text("provider_id").unique(),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    reason: text(),
    /** The administrator's name; null for the owner, the system, or PayPal. */
    askedBy: text("asked_by"),
    /** Requested within 48 hours of the first purchase (spec section 9). */
    isWithinWindow: integer("is_within_window", { mode: "boolean" }),
    isReversal: integer("is_reversal", { mode: "boolean" }).notNull().default(false),
    askedAt: integer("asked_at").notNull(),
    doneAt: integer("done_at"),
    lastError: text("last_error"),
  },
  (table) => [
    index("refunds_payment").on(table.paymentId),
    index("refunds_done").on(table.doneAt),
    index("refunds_time").on(sql`coalesce(done_at, asked_at)`),
    index("refunds_open").on(table.askedAt).where(sql`done_at is null`),
  ],
);

/** A month or a year that someone pays for someone else. */
export const gifts = sqliteTable(
  "gifts",
  {
    id: text().primaryKey(),
    plan: text({ enum: GRANT_PLANS }).notNull(),
    priceCents: integer("price_cents").notNull(),
    currency: text().notNull(),
    giverName: text("giver_name").notNull(),
    giverEmail: text("giver_email").notNull(),
    recipientName: text("recipient_name").notNull(),
    recipientEmail: text("recipient_email").notNull(),
    /** Raised when the giver corrects the address: links in earlier emails then stop working. */
    addressVersion: integer("address_version").notNull().default(1),
    message: text().notNull().default(""),
    /** The recipient's day and zone, and the instant of 06:00 there. */
    deliverOn: text("deliver_on").notNull(),
    timezone: text().notNull(),
    deliverAt: integer("deliver_at").notNull(),
    orderId: text("order_id").unique(),
    checkAt: integer("check_at"),
    askedAt: integer("asked_at"),
    answer: text({ enum: ["confirming", "not_approved", "declined", "refused"] }),
    pendingSince: integer("pending_since"),
    paidAt: integer("paid_at"),
    /** When the gift's email was written, and how many reminders since. */
    mailedAt: integer("mailed_at"),
    reminders: integer().notNull().default(0),
    nextMailAt: integer("next_mail_at"),
    expiresAt: integer("expires_at"),
    redeemedAt: integer("redeemed_at"),
    memberId: text("member_id").references(() => members.id),
    /** Null while it waits for a subscription to end. */
    grantedAt: integer("granted_at"),
    refundedAt: integer("refunded_at"),
    emptiedAt: integer("emptied_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("gifts_created").on(table.createdAt),
    index("gifts_unpaid").on(table.createdAt).where(sql`paid_at is null`),
    index("gifts_unsettled").on(table.checkAt, table.createdAt).where(sql`paid_at is null and order_id is not null`),
    index("gifts_over")
      .on(sql`coalesce(refunded_at, redeemed_at, expires_at)`)
      .where(sql`emptied_at is null and paid_at is not null and (redeemed_at is null or granted_at is not null)`),
    index("gifts_due").on(table.nextMailAt).where(sql`next_mail_at is not null`),
    index("gifts_waiting").on(table.memberId).where(sql`redeemed_at is not null and granted_at is null`),
    index("gifts_member").on(table.memberId),
    // Gifts waiting for their day, and delivered ones by expiry.
    index("gifts_open")
      .on(sql`(mailed_at is null)`, table.expiresAt)
      .where(sql`paid_at is not null and redeemed_at is null and refunded_at is null`),
    index("gifts_giver").on(sql`lower(giver_email)`),
    index("gifts_recipient").on(sql`lower(recipient_email)`),
  ],
);

import { CHECKOUT_OPEN_MS } from "../../money/checkout/checkouts.queries.ts";
import {
  EMPTY_GIFT,
  GIVEN_GIFTS,
  IS_GIFT_OVER,
  IS_GIVER,
  KNOWN_GIFT,
  mailsOfGifts,
  OVER_GIFTS,
  OWN_GIFT,
  OWN_GIFTS,
  SHOWN_GIFT,
} from "./gift-rows.ts";
import { ANSWER_TO_STRANGER, FROM_STRANGER, IS_ONLY_HOLDER } from "./letter-rows.ts";
import { type MemberRows, onlyIf } from "./member-rows.ts";

/**
 * When stored data is deleted: the only table of these rules. One test checks it against every database table, another purges a
 * member and looks for leftovers, a third looks for each of a member's rows in their export.
 */
type Retention = Ends & { member?: MemberRows };

type Ends =
  /** Deleted by age, by a part of the hourly cron. */
  | { kept: string; by: string }
  /** Kept as long as the law requires for money and contracts; the purge removes names and addresses. */
  | { books: true }
  /** Has at most one row per value of these, by a unique key on these columns. */
  | { oneFor: Record<string, Bound> }
  /** Grows only as administrators write. */
  | { byHand: true };

/** What a key's column names: `item` includes a morning that has one, `fixed` is one of a few words. No key has members and dates. */
type Bound = "member" | "item" | "date" | "fixed";

const OWN = "member_id = {id}";
const OWN_SUBSCRIPTIONS = `select id from subscriptions where ${OWN}`;
const OWN_PAYMENTS = `select id from payments where ${OWN}`;
const PAID_PAYMENTS = `${OWN_PAYMENTS} union select id from payments where gift_id in (${GIVEN_GIFTS})`;
const LETTERS = `(${OWN} or ${FROM_STRANGER})`;
const KNOWN_LETTERS = `(${OWN} or ${FROM_STRANGER} and ${IS_ONLY_HOLDER})`;
const ONE_A_DATE = { oneFor: { date: "date" } } as const;
const BY_HAND = { byHand: true } as const;
const BOOKS = { books: true } as const;

const EMPTY_CHECKOUT = { email: "''", email_key: "''", session_id: "null", request_id: "null" };

/** In purge order: rows found through others come before those. */
export const RETENTION: Record<string, Retention> = {
  members: {
    oneFor: { id: "member" },
    member: {
      of: "id = {id}",
      purge: {
        email: "''",
        email_key: "''",
        first_name: "null",
        last_name: "null",
        password_hash: "null",
        gift_giver_name: "null",
        phone_number: "null",
        sms_enabled: "0",
        email_enabled: "0",
        wake_up_hour: "6",
        timezone: "'America/Chicago'",
        playback_speed: "1",
        items_completed: "0",
        last_completed_date: "null",
        current_streak: "0",
        suppressed_at: "null",
        suppression_reason: "null",
        suppression_asked_at: "null",
        paused_until: "null",
        deleted_at: "coalesce(deleted_at, {now})",
        purged_at: "{now}",
        updated_at: "{now}",
      },
      heading: "Your account and your mornings",
      shown: { password_hash: "iif(password_hash is null, 'not set', 'set; not readable')" },
    },
  },
  member_notes: { ...BY_HAND, member: { of: OWN, purge: "delete", heading: "Notes of our support" } },
  member_labels: { ...BY_HAND, member: { of: OWN, purge: "delete", heading: "Labels of our support" } },
  access_grants: { ...BOOKS, member: { of: OWN, purge: {}, heading: "Your access, and where it came from" } },
  sessions: {
    kept: "30 days after their last use",
    by: "purgeSessions",
    member: { of: OWN, purge: "delete", heading: "Where you are signed in" },
  },
  auth_tokens: {
    kept: "30 days after they expire",
    by: "purgeOldRows",
    member: { of: OWN, purge: "delete", heading: "Links we have mailed you", shown: { token_hash: null } },
  },
  admin_sessions: { kept: "30 days after they began; networks are hashes", by: "purgeOldRows" },
  attempt_counters: { kept: "until their window is over, a day at most; keys are hashes", by: "forgetOverAttempts" },
  progress: {
    oneFor: { member_id: "member", content_id: "item" },
    member: { of: OWN, purge: "delete", heading: "Your progress", shown: { completed_by: null } },
  },
  repeats: {
    oneFor: { member_id: "member", morning: "item" },
    member: {
      of: OWN,
      purge: "delete",
      heading: "Sessions you have completed once more",
      shown: { completed_by: null },
    },
  },
  deliveries: {
    kept: "35 days, and until their month is counted",
    by: "purgeWakeUps",
    member: {
      of: `day in (select value from json_each({days})) and ${OWN}`,
      purge: "delete",
      heading: "Your wake-up mails",
      view: "wake_up_deliveries",
      shown: { batch: null, key_version: null, day: null, reason: "iif(state = 'claimed', null, reason)" },
    },
  },
  delivery_months: {
    kept: "WAKE_UP_MONTHS_KEPT",
    by: "purgeMonths",
    member: {
      of: `month in (select value from json_each({months})) and ${OWN}`,
      purge: "delete",
      heading: "Your wake-up mails of past months, counted",
    },
  },
  old_deliveries: { kept: "no longer: nothing reads them", by: "purgeOldRows" },
  wake_up_batches: { kept: "36 days, names and addresses a day after they settled", by: "purgeWakeUps" },
  wake_up_mails: { kept: "36 days", by: "purgeWakeUps" },
  wake_up_slots: { kept: "36 days", by: "purgeWakeUps" },
  wake_up_counts: { oneFor: { local_date: "date", slot_at: "date" } },
  dispatcher: { oneFor: { id: "fixed" } },
  incidents: { kept: "a year after they are over", by: "purgeOldRows" },
  mail_events: { kept: "35 days", by: "purgeMailEvents" },
  mail_days: ONE_A_DATE,
  suppressions: {
    oneFor: { address_hash: "member" },
    member: {
      of: "address_hash = {addressHash}",
      purge: {},
      heading: "Why no mail is sent to your address",
      shown: { address_hash: null },
    },
  },
  inbound_mails: {
    kept: "INBOUND_KEPT_DAYS",
    by: "purgeInbound",
    member: { of: LETTERS, exported: KNOWN_LETTERS, purge: "delete", heading: "What you have written to us" },
  },
  transactional_mails: {
    kept: "MAILS_KEPT_DAYS, to strangers a year; receipts and what was sent back as long as their payments",
    by: "purgeMails",
    member: {
      of: `(${OWN} or ${ANSWER_TO_STRANGER} or id in (${mailsOfGifts(OVER_GIFTS)}))`,
      exported: `(${OWN} or ${ANSWER_TO_STRANGER} and ${IS_ONLY_HOLDER}
        or lower(to_address) = {emailKey} and id in (${mailsOfGifts(OWN_GIFTS)}))`,
      purge: "delete",
      heading: "Other mails to you",
      shown: { call_id: null },
    },
  },
  provider_events: {
    ...BOOKS,
    member: {
      of: `subject in (${OWN_SUBSCRIPTIONS} union ${OWN_PAYMENTS} union select id from payments where gift_id in (${OVER_GIFTS})
        union select order_id from gifts where ${OWN_GIFT}) and applied_at is not null`,
      exported: `subject in (${OWN_SUBSCRIPTIONS} union ${PAID_PAYMENTS}
        union select order_id from gifts where ${IS_GIVER}) and applied_at is not null`,
      purge: { body: "null" },
      heading: "What PayPal told us of your payments",
      shown: { body: `iif(subject in (${OWN_SUBSCRIPTIONS} union ${OWN_PAYMENTS}), body, null)` },
    },
  },
  refunds: {
    ...BOOKS,
    member: {
      of: `payment_id in (${OWN_PAYMENTS} union select id from payments where gift_id in (${OVER_GIFTS}))`,
      exported: `payment_id in (${PAID_PAYMENTS})`,
      purge: { reason: "null", last_error: "null" },
      heading: "Money that went back",
    },
  },
  payments: {
    ...BOOKS,
    member: { of: `(${OWN} or gift_id in (${GIVEN_GIFTS}))`, purge: {}, heading: "Your payments" },
  },
  subscriptions: {
    ...BOOKS,
    member: {
      of: OWN,
      purge: { payer_email: "null", payer_id: "null", cancel_reason: "null", difference: "null" },
      heading: "Your subscriptions",
    },
  },
  charged_subscriptions: {
    oneFor: { member_id: "member" },
    member: { of: OWN, purge: "delete", heading: "How many of your subscriptions go on charging" },
  },
  checkouts: {
    ...BOOKS,
    member: {
      of: `(${OWN} or member_id is null and email_key = {emailKey})`,
      // A visitor's checkout may still be paid and then belongs to an account.
      purge: onlyIf(`member_id = {id} or created_at < {now} - ${CHECKOUT_OPEN_MS}`, EMPTY_CHECKOUT),
      heading: "Plans you have begun to take out",
      shown: { nonce_hash: null, session_id: null, request_id: null },
    },
  },
  consents: {
    ...BOOKS,
    member: {
      of: `(${OWN} or purpose = 'gift' and source_id in (${GIVEN_GIFTS} and ${IS_GIFT_OVER}))`,
      exported: `(${OWN} or purpose = 'gift' and source_id in (${GIVEN_GIFTS}))`,
      purge: { email: "''" },
      heading: "What you have agreed to",
    },
  },
  gifts: {
    kept: "names, addresses and words a year after it was opened, sent back or ran out; unpaid ones 30 days, or as long as their money is on its way at PayPal",
    by: "purgeOldRows",
    member: {
      of: OWN_GIFT,
      exported: KNOWN_GIFT,
      purge: onlyIf(IS_GIFT_OVER, EMPTY_GIFT),
      heading: "Gifts you have given or opened",
      shown: SHOWN_GIFT,
    },
  },
  audit: {
    kept: "AUDIT_KEPT_DAYS",
    by: "purgeOldRows",
    member: {
      of: "subject = {id}",
      purge: { details: "null", ip_address: "null", user_agent: "null" },
      heading: "What was changed in your account",
      shown: { ip_address: null, user_agent: null, request_id: null },
    },
  },
  content: BY_HAND,
  content_revisions: { kept: "90 days", by: "purgeContent" },
  media: { kept: "30 days after nothing refers to them", by: "purgeMedia" },
  fallback_mornings: ONE_A_DATE,
  uploads: { kept: "a day untouched", by: "purgeUploads" },
  upload_parts: { kept: "as long as their upload", by: "purgeUploads" },
  live_events: BY_HAND,
  live_event_reminders: { oneFor: { event_id: "item", reminder: "fixed" } },
  totals: { oneFor: { id: "fixed" } },
  daily_stats: ONE_A_DATE,
  settings: { oneFor: { key: "fixed" } },
};

import { sql } from "drizzle-orm";
import { inboundKinds } from "../../mail/kinds/inbound-kinds.ts";
import { isOneOf, wholeParameters } from "../../mail/transactional-mails.queries.ts";
import { CHECKOUT_OPEN_MS } from "../../money/checkout/checkouts.queries.ts";
import {
  emptyGift,
  givenGifts,
  isGiftOver,
  isGiver,
  isOwnGift,
  mailsOfGifts,
  overGifts,
  ownGifts,
} from "./gift-rows.queries.ts";
import type { MemberRows, Person } from "./member-rows.queries.ts";
import { EMPTY_CHECKOUT, emptyMember } from "./purge-members.queries.ts";

/** When a table's rows are deleted, and what a purge and an export do with a member's rows. Tests check every database table. */
type Retention = Ends & { member?: MemberRows };

type Ends =
  /** Deleted by age, by a part of the hourly cron. */
  | { kept: string; by: string }
  /** Kept as long as the law requires for money and contracts; the purge removes names and addresses. */
  | { books: true }
  /** Has at most one row per value of these columns, by a unique key. No key has members and dates; `fixed` is one of a few words. */
  | { oneFor: Record<string, "member" | "item" | "date" | "fixed"> }
  /** Grows only as administrators write. */
  | { byHand: true };

const isOwn = ({ id }: Person) => sql`member_id = ${id}`;
const ownSubscriptions = (person: Person) => sql`select id from subscriptions where ${isOwn(person)}`;
const ownPayments = (person: Person) => sql`select id from payments where ${isOwn(person)}`;
const paymentsWith = (gifts: MemberRows["of"], person: Person) =>
  sql`${ownPayments(person)} union select id from payments where gift_id in (${gifts(person)})`;

// The next two must match the partial indexes' conditions word for word.
/** Emails received while the address had no account. */
const isFromStranger = ({ emailKey }: Person) => sql`member_id is null and lower(from_address) = ${emailKey}`;
/** Acknowledgments of such emails. */
const isAnswerToStranger = ({ emailKey }: Person) =>
  sql`member_id is null and ${isOneOf(Object.keys(inboundKinds))} and lower(to_address) = ${emailKey}`;
/** If an address had two accounts, no export shows emails received without an account, since they could be from either person. */
const isOnlyHolder = ({ id, emailKey }: Person) => sql`not exists (
  select 1 from members o where o.email_key = ${emailKey} and o.deleted_at is not null and o.purged_at is null and o.id <> ${id})`;

export const isLetter = (person: Person) => sql`(${isOwn(person)} or ${isFromStranger(person)})`;

const ONE_A_DATE = { oneFor: { date: "date" } } as const;
const ONE_A_MEMBER = { oneFor: { member_id: "member" } } as const;
const BY_HAND = { byHand: true } as const;
const BOOKS = { books: true } as const;
const oldRows = (kept: string) => ({ kept, by: "purgeOldRows" });

const deleted = (heading: string, hidden = ["token_hash", "bound_to"]) =>
  ({ of: isOwn, purge: "delete", heading, hidden }) satisfies MemberRows;

/** In purge order: rows found through others come before those. */
export const RETENTION: Record<string, Retention> = {
  members: {
    oneFor: { id: "member" },
    member: {
      of: ({ id }) => sql`id = ${id}`,
      purge: ({ now }) => emptyMember(now),
      heading: "Your account and wake-up settings",
      shown: () => ({ password_hash: sql`iif(password_hash is null, 'not set', 'set, not readable')` }),
    },
  },
  member_notes: { ...BY_HAND, member: deleted("Our support notes") },
  member_labels: { ...BY_HAND, member: deleted("Our support labels") },
  imports: BY_HAND,
  invitations: { ...ONE_A_MEMBER, member: deleted("Your invitation", ["import_id", "row"]) },
  invitation_pace: { oneFor: { id: "fixed" } },
  access_grants: { ...BOOKS, member: { of: isOwn, heading: "Your access and where it came from" } },
  sessions: { kept: "30 days after their last use", by: "purgeSessions", member: deleted("Where you're logged in") },
  auth_tokens: { ...oldRows("30 days after they expire"), member: deleted("Links we emailed you") },
  admin_sessions: oldRows("30 days after they began; networks are hashes"),
  attempt_counters: { kept: "until their window ends, within a day; keys are hashes", by: "forgetOverAttempts" },
  wake_up_plans: { ...ONE_A_MEMBER, member: deleted("Your weekday and weekend hours") },
  // At most ten a member.
  feeds: { oneFor: { member_id: "member", name: "fixed" }, member: deleted("Your podcast feeds") },
  progress: { oneFor: { member_id: "member", content_id: "item" }, member: deleted("Your progress", ["completed_by"]) },
  favorites: { oneFor: { member_id: "member", content_id: "item" }, member: deleted("Your favorites") },
  repeats: {
    oneFor: { member_id: "member", morning: "item" },
    member: deleted("Sessions you completed again", ["completed_by"]),
  },
  deliveries: {
    kept: "35 days, or until their month is counted, whichever is later",
    by: "purgeWakeUps",
    member: {
      of: (person) => sql`day in (select value from json_each(${person.days})) and ${isOwn(person)}`,
      purge: "delete",
      heading: "Your wake-up emails",
      view: "wake_up_deliveries",
      hidden: ["batch", "key_version", "day"],
      shown: () => ({ reason: sql`iif(state = 'claimed', null, reason)` }),
    },
  },
  delivery_months: {
    kept: "WAKE_UP_MONTHS_KEPT",
    by: "purgeMonths",
    member: {
      ...deleted("Your wake-up emails by month", []),
      of: (person) => sql`month in (select value from json_each(${person.months})) and ${isOwn(person)}`,
    },
  },
  wake_up_batches: { kept: "36 days, names and addresses a day after they settled", by: "purgeWakeUps" },
  wake_up_mails: { kept: "36 days", by: "purgeWakeUps" },
  wake_up_slots: { kept: "36 days", by: "purgeWakeUps" },
  wake_up_resends: { oneFor: { local_date: "date" } },
  wake_up_counts: { oneFor: { local_date: "date", slot_at: "date" } },
  dispatcher: { oneFor: { id: "fixed" } },
  pauses: { oneFor: { kind: "fixed" } },
  incidents: { kept: "a year after they end", by: "purgeOldRows" },
  mail_events: { kept: "35 days", by: "purgeMailEvents" },
  mail_days: ONE_A_DATE,
  suppressions: {
    oneFor: { address_hash: "member" },
    member: {
      of: ({ addressHash }) => sql`address_hash = ${addressHash}`,
      heading: "Why we don't email your address",
      hidden: ["address_hash"],
    },
  },
  inbound_mails: {
    kept: "INBOUND_KEPT_DAYS",
    by: "purgeInbound",
    member: {
      of: isLetter,
      exported: (person) => sql`(${isOwn(person)} or ${isFromStranger(person)} and ${isOnlyHolder(person)})`,
      purge: "delete",
      heading: "What you wrote to us",
    },
  },
  transactional_mails: {
    kept: "MAILS_KEPT_DAYS, to strangers a year; receipts and refund emails as long as their payments",
    by: "purgeMails",
    member: {
      of: (person) =>
        sql`(${isOwn(person)} or ${isAnswerToStranger(person)} or id in (${mailsOfGifts(overGifts(person))}))`,
      exported: (person) => sql`(${isOwn(person)} or ${isAnswerToStranger(person)} and ${isOnlyHolder(person)}
        or lower(to_address) = ${person.emailKey} and id in (${mailsOfGifts(ownGifts(person))}))`,
      purge: "delete",
      heading: "Other emails to you",
      hidden: ["call_id"],
      shown: () => ({ parameters: wholeParameters }),
    },
  },
  provider_events: {
    ...BOOKS,
    member: {
      of: (person) => sql`subject in (${ownSubscriptions(person)} union ${paymentsWith(overGifts, person)}
        union select order_id from gifts where ${isOwnGift(person)}) and applied_at is not null`,
      exported: (person) => sql`subject in (${ownSubscriptions(person)} union ${paymentsWith(givenGifts, person)}
        union select order_id from gifts where ${isGiver(person)}) and applied_at is not null`,
      purge: () => ({ body: null }),
      heading: "What PayPal told us about your payments",
      shown: (person) => ({
        body: sql`iif(subject in (${ownSubscriptions(person)} union ${ownPayments(person)}), body, null)`,
      }),
    },
  },
  refunds: {
    ...BOOKS,
    member: {
      of: (person) => sql`payment_id in (${paymentsWith(overGifts, person)})`,
      exported: (person) => sql`payment_id in (${paymentsWith(givenGifts, person)})`,
      purge: () => ({ reason: null, last_error: null }),
      heading: "Your refunds",
    },
  },
  payments: {
    ...BOOKS,
    member: { of: (person) => sql`(${isOwn(person)} or gift_id in (${givenGifts(person)}))`, heading: "Your payments" },
  },
  subscriptions: {
    ...BOOKS,
    member: {
      of: isOwn,
      purge: () => ({ payer_email: null, payer_id: null, cancel_reason: null, difference: null }),
      heading: "Your subscriptions",
    },
  },
  charged_subscriptions: { ...ONE_A_MEMBER, member: deleted("How many of your subscriptions are active") },
  checkouts: {
    ...BOOKS,
    member: {
      // A visitor's checkout may still be paid and then belongs to an account.
      of: (person) => sql`(${isOwn(person)}
        or member_id is null and email_key = ${person.emailKey} and created_at < ${person.now - CHECKOUT_OPEN_MS})`,
      exported: (person) => sql`(${isOwn(person)} or member_id is null and email_key = ${person.emailKey})`,
      purge: () => EMPTY_CHECKOUT,
      heading: "Checkouts you started",
      hidden: ["nonce_hash", "session_id", "request_id"],
    },
  },
  consents: {
    ...BOOKS,
    member: {
      of: (person) =>
        sql`(${isOwn(person)} or purpose = 'gift' and source_id in (${givenGifts(person)} and ${isGiftOver(person)}))`,
      exported: (person) => sql`(${isOwn(person)} or purpose = 'gift' and source_id in (${givenGifts(person)}))`,
      purge: () => ({ email: "" }),
      heading: "What you agreed to",
    },
  },
  gifts: {
    kept: "names, addresses, and messages a year after the gift was opened, refunded, or expired; unpaid gifts 30 days, or as long as PayPal still expects the money",
    by: "purgeOldRows",
    member: {
      of: (person) => sql`${isOwnGift(person)} and ${isGiftOver(person)}`,
      // A gift is a surprise until its email is sent.
      exported: (person) => sql`(${isOwn(person)} or ${isGiver(person)}
        or lower(recipient_email) = ${person.emailKey} and mailed_at is not null)`,
      purge: ({ now }) => emptyGift(now),
      heading: "Gifts you gave or opened",
      // Leaves out what belongs to the other side.
      shown: (person) => ({
        giver_email: sql`iif(${isGiver(person)}, giver_email, '')`,
        order_id: sql`iif(${isGiver(person)}, order_id, null)`,
        price_cents: sql`iif(${isGiver(person)}, price_cents, null)`,
        member_id: sql`iif(${isOwn(person)}, member_id, null)`,
        granted_at: sql`iif(${isOwn(person)}, granted_at, null)`,
      }),
    },
  },
  audit: {
    kept: "AUDIT_KEPT_DAYS",
    by: "purgeOldRows",
    member: {
      of: ({ id }) => sql`subject = ${id}`,
      purge: () => ({ details: null, ip_address: null, user_agent: null }),
      heading: "Changes to your account",
      hidden: ["ip_address", "user_agent", "request_id"],
    },
  },
  content: BY_HAND,
  content_texts: { oneFor: { content_id: "item" } },
  content_months: { oneFor: { month: "date" } },
  library_version: { oneFor: { id: "fixed" } },
  content_revisions: { kept: "90 days", by: "purgeContent" },
  media: { kept: "30 days after nothing refers to them", by: "purgeMedia" },
  fallback_mornings: ONE_A_DATE,
  uploads: { kept: "a day without a new part", by: "purgeUploads" },
  upload_parts: { kept: "as long as their upload", by: "purgeUploads" },
  broadcasts: { kept: "a year, and as long as their emails", by: "purgeMails" },
  live_events: BY_HAND,
  live_event_reminders: { oneFor: { event_id: "item", reminder: "fixed" } },
  totals: { oneFor: { id: "fixed" } },
  daily_stats: ONE_A_DATE,
  settings: { oneFor: { key: "fixed" } },
};

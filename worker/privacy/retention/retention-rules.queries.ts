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

const isOwn = ({ id }: Person) => sql`member_id = ${id}`;
const ownSubscriptions = (person: Person) => sql`select id from subscriptions where ${isOwn(person)}`;
const ownPayments = (person: Person) => sql`select id from payments where ${isOwn(person)}`;
const paymentsWith = (gifts: MemberRows["of"], person: Person) =>
  sql`${ownPayments(person)} union select id from payments where gift_id in (${gifts(person)})`;
/** What PayPal's events may be about: subscriptions, payments, and disputes about these, which the audit log has even if PayPal shows none. */
const atPayPal = (gifts: MemberRows["of"], person: Person) => sql`${ownSubscriptions(person)}
  union ${paymentsWith(gifts, person)} union select details ->> 'disputeId' from audit
    where action = 'payment.dispute' and subject in (select ${person.id} union ${gifts(person)})`;
const ofPayments: Pick<MemberRows, "of" | "exported"> = {
  of: (person) => sql`payment_id in (${paymentsWith(overGifts, person)})`,
  exported: (person) => sql`payment_id in (${paymentsWith(givenGifts, person)})`,
};

// The next two must match the partial indexes' conditions word for word.
/** Emails received while the address had no account. */
const isFromStranger = ({ emailKey }: Person) => sql`member_id is null and lower(from_address) = ${emailKey}`;
/** Answers to such emails. */
const isAnswerToStranger = ({ emailKey }: Person) =>
  sql`member_id is null and ${isOneOf(Object.keys(inboundKinds))} and lower(to_address) = ${emailKey}`;
/** If an address had two accounts, no export shows emails received without an account, since they could be from either person. */
const isOnlyHolder = ({ id, emailKey }: Person) => sql`not exists (
  select 1 from members o where o.email_key = ${emailKey} and o.deleted_at is not null and o.purged_at is null and o.id <> ${id})`;

export const isLetter = (person: Person) => sql`(${isOwn(person)} or ${isFromStranger(person)})`;

const deleted = (heading: string, hidden = ["token_hash", "bound_to"]) =>
  ({ of: isOwn, purge: "delete", heading, hidden }) satisfies MemberRows;

/** What a purge and an export do with a member's rows, in purge order: rows found through others come before those. */
export const MEMBER_RULES: Record<string, MemberRows> = {
  members: {
    of: ({ id }) => sql`id = ${id}`,
    purge: ({ now }) => emptyMember(now),
    heading: "Your account and wake-up settings",
    shown: () => ({ password_hash: sql`iif(password_hash is null, 'not set', 'set, not readable')` }),
    hidden: ["first_name_folded", "last_name_folded"],
  },
  member_notes: deleted("Our support notes", ["author"]),
  member_labels: deleted("Our support labels"),
  invitations: deleted("Your invitation", ["import_id", "row", "chosen_at"]),
  member_job_people: deleted("What we changed for several members together", ["job_id"]),
  access_grants: { of: isOwn, heading: "Your access and where it came from" },
  sessions: deleted("Where you're logged in"),
  auth_tokens: deleted("Links we emailed you"),
  wake_up_plans: deleted("Your weekday and weekend hours"),
  feeds: deleted("Your podcast feeds"),
  // A removed device leaves only its ID, for 35 days.
  push_deliveries: {
    of: (person) => sql`(day, member_id, device_id) in (
      select d.value, p.member_id, p.id from push_devices p cross join json_each(${person.days}) d where p.member_id = ${person.id})`,
    purge: "delete",
    heading: "Your notifications",
    hidden: ["state"],
    shown: () => ({ day: sql`date(day * 86400, 'unixepoch')` }),
  },
  push_devices: deleted("Devices with notifications", ["session_id", "endpoint", "p256dh", "auth", "kid"]),
  member_progress: {
    ...deleted("Your progress"),
    shown: () => ({
      position_at: sql`position_at * 1000`,
      completed_day: sql`date(completed_day * 86400, 'unixepoch')`,
    }),
  },
  progress: deleted("Your progress, not yet moved", ["completed_by"]),
  favorites: deleted("Your favorites"),
  repeats: deleted("Sessions you completed again", ["completed_by"]),
  deliveries: {
    of: (person) => sql`day in (select value from json_each(${person.days})) and ${isOwn(person)}`,
    purge: "delete",
    heading: "Your wake-up emails",
    view: "wake_up_deliveries",
    hidden: ["batch", "key_version", "day"],
    shown: () => ({ reason: sql`iif(state = 'claimed', null, reason)` }),
  },
  delivery_months: {
    of: (person) => sql`month in (select value from json_each(${person.months})) and ${isOwn(person)}`,
    purge: "delete",
    heading: "Your wake-up emails by month",
  },
  suppressions: {
    of: ({ addressHash }) => sql`address_hash = ${addressHash}`,
    heading: "Why we don't email your address",
    hidden: ["address_hash"],
  },
  inbound_mails: {
    of: isLetter,
    exported: (person) => sql`(${isOwn(person)} or ${isFromStranger(person)} and ${isOnlyHolder(person)})`,
    purge: "delete",
    heading: "What you wrote to us",
    hidden: ["folded", "answered_by"],
  },
  transactional_mails: {
    of: (person) =>
      sql`(${isOwn(person)} or ${isAnswerToStranger(person)} or id in (${mailsOfGifts(overGifts(person))}))`,
    exported: (person) => sql`(${isOwn(person)} or ${isAnswerToStranger(person)} and ${isOnlyHolder(person)}
      or lower(to_address) = ${person.emailKey} and id in (${mailsOfGifts(ownGifts(person))}))`,
    purge: "delete",
    heading: "Other emails to you",
    hidden: ["call_id"],
    shown: () => ({ parameters: wholeParameters }),
  },
  provider_events: {
    of: (person) => sql`subject in (${atPayPal(overGifts, person)}
      union select order_id from gifts where ${isOwnGift(person)}) and applied_at is not null`,
    exported: (person) => sql`subject in (${atPayPal(givenGifts, person)}
      union select order_id from gifts where ${isGiver(person)}) and applied_at is not null`,
    purge: () => ({ body: null }),
    heading: "What PayPal told us about your payments",
    shown: (person) => ({
      body: sql`iif(subject in (${ownSubscriptions(person)} union ${ownPayments(person)}), body, null)`,
    }),
  },
  refunds: {
    ...ofPayments,
    purge: () => ({ reason: null, last_error: null }),
    heading: "Your refunds",
    hidden: ["asked_by"],
  },
  disputes: { ...ofPayments, heading: "Disputes about your payments" },
  payments: { of: (person) => sql`(${isOwn(person)} or gift_id in (${givenGifts(person)}))`, heading: "Your payments" },
  subscriptions: {
    of: isOwn,
    purge: () => ({ payer_email: null, payer_id: null, cancel_reason: null, difference: null }),
    heading: "Your subscriptions",
  },
  charged_subscriptions: deleted("How many of your subscriptions are active"),
  checkouts: {
    // A visitor's checkout may still be paid and then belongs to an account.
    of: (person) => sql`(${isOwn(person)}
      or member_id is null and email_key = ${person.emailKey} and created_at < ${person.now - CHECKOUT_OPEN_MS})`,
    exported: (person) => sql`(${isOwn(person)} or member_id is null and email_key = ${person.emailKey})`,
    purge: () => EMPTY_CHECKOUT,
    heading: "Checkouts you started",
    hidden: ["nonce_hash", "session_id", "request_id"],
  },
  consents: {
    of: (person) =>
      sql`(${isOwn(person)} or purpose = 'gift' and source_id in (${givenGifts(person)} and ${isGiftOver(person)}))`,
    exported: (person) => sql`(${isOwn(person)} or purpose = 'gift' and source_id in (${givenGifts(person)}))`,
    purge: () => ({ email: "" }),
    heading: "What you agreed to",
  },
  gifts: {
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
  audit: {
    of: ({ id }) => sql`subject = ${id}`,
    purge: () => ({ details: null, ip_address: null, user_agent: null }),
    heading: "Changes to your account",
    hidden: ["ip_address", "user_agent", "request_id"],
  },
};

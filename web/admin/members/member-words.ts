import type { MemberFile, MemberGrant, OtherMail, WakeUpDelivery } from "#domain/contract/members.ts";
import type { ConsentPurpose } from "#domain/rules/payments.ts";
import type { SubscriptionStatus } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** Badge colours of spec section 4. */
export const STATUS_TONES: Record<SubscriptionStatus, BadgeTone> = {
  active: "green",
  trial: "blue",
  cancelled: "orange",
  expired: "red",
};

export function nameOf({
  firstName,
  lastName,
  email,
}: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}) {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}

const moment = new Intl.DateTimeFormat("en-US", { timeZone: DEFAULT_ZONE, dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-US", { timeZone: DEFAULT_ZONE, dateStyle: "medium" });

/** "Nov 20, 2026, 6:00 AM" in Central time. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant));
}

/** "Nov 20, 2026" in Central time. */
export function formatDay(instant: string): string {
  return day.format(new Date(instant));
}

export const SOURCES: Record<MemberGrant["source"], string> = {
  trial: "Free trial",
  administrator: "Given by you",
  gift: "Gift",
  subscription: "Subscription",
};

export const PLAN_NAMES: Record<MemberGrant["plan"], string> = {
  monthly: "Monthly",
  quarterly: "Quarterly",
  annual: "Annual",
};

export const GRANT_STATES: Record<MemberGrant["state"], { label: string; tone: BadgeTone }> = {
  running: { label: "Running", tone: "green" },
  coming: { label: "To come", tone: "blue" },
  over: { label: "Over", tone: "grey" },
};

/** Why wake-up mails do not come, in a sentence. */
export const BLOCKERS: Record<NonNullable<MemberFile["mail"]["blocker"]>, string> = {
  deleted: "The account is deleted.",
  mails_off: "They have switched wake-up mails off.",
  suppressed: "Mails to this address bounced or were reported, so none is sent.",
  paused: "They have paused wake-up mails.",
  no_access: "They have no access.",
  not_waiting: "They began, or changed their hour, after today's wake-up.",
};

export const DELIVERY_STATES: Record<WakeUpDelivery["state"], { label: string; tone: BadgeTone }> = {
  claimed: { label: "Sending", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  missed: { label: "Missed", tone: "orange" },
  unknown: { label: "Unknown", tone: "yellow" },
  delivered: { label: "Delivered", tone: "green" },
  bounced: { label: "Bounced", tone: "red" },
  complained: { label: "Reported", tone: "red" },
};

export const MAIL_STATES: Record<OtherMail["state"], { label: string; tone: BadgeTone }> = {
  pending: { label: "Waiting", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  closed: { label: "Not sent", tone: "grey" },
};

const MAIL_NAMES: Record<string, string> = {
  "password-reset": "Link to set a password",
  "password-changed": "Password was changed",
  "trial-welcome": "Trial invitation",
  "trial-granted": "Trial granted",
  "trial-extended": "Trial extended",
  "trial-extended-setup": "Trial extended",
  "address-confirm": "Confirm the new address",
  "address-changed": "Address was changed",
  "wake-up-copy": "Copy of a wake-up mail",
  "test-mail": "Test mail",
  "purge-ahead": "Data go in two weeks",
  "account-closed": "Account closed, with the way back",
  "data-export": "Link to a copy of their data",
  "trial-ends-week": "Trial ends in a week",
  "trial-ends-day": "Trial ends tomorrow",
  "welcome-setup": "Welcome, with a set-up link",
  welcome: "Welcome",
  "payment-receipt": "Receipt",
  "payment-failed": "Payment failed",
  "payment-failed-again": "Payment failed, second reminder",
  "payment-failed-last": "Payment failed, last reminder",
  "payment-recovered": "Payment went through again",
  "payment-refunded": "Refund",
  "subscription-cancelled": "Membership cancelled",
  "subscription-ended": "Membership ended",
  "plan-changed": "Plan changed",
  "renewal-ahead": "Annual renewal ahead",
  gift: "Gift",
  "gift-reminder": "Reminder of a gift",
  "gift-reminder-last": "Last reminder of a gift",
  "gift-receipt": "Receipt of a gift",
  "gift-delayed": "Their gift goes out later",
  "gift-bounced": "Their gift's mail came back",
  "gift-redeemed": "Their gift was opened",
  "gift-waits": "Gift waits behind the subscription",
  "gift-started": "Gift has begun",
  "gift-started-setup": "Gift has begun, with a set-up link",
  "gift-refunded": "Refund of a gift",
  "live-event": "Reminder of a live event",
  "inbound-received": "Their mail has arrived",
  "inbound-received-refund": "Their refund request has arrived",
  "inbound-received-stop": "How to stop the mails",
};

export function mailName(kind: string): string {
  return MAIL_NAMES[kind] ?? kind;
}

const REASONS: Record<string, string> = {
  link_expired: "its link had expired",
  outcome_unknown: "nobody knows whether it arrived",
  account_deleted: "the account was deleted",
  cause_gone: "what it was about had changed",
  suppressed: "the address is suppressed",
  cut_off: "too late for its morning",
  too_late: "too late for its live event",
  event_changed: "the live event was moved",
  event_cancelled: "the live event was cancelled",
  unreadable: "it could not be read",
};

export function mailReason(reason: string): string {
  return REASONS[reason] ?? reason;
}

export const CONSENT_NAMES: Record<ConsentPurpose, string> = {
  checkout: "A subscription",
  gift: "A gift to somebody",
  gift_redemption: "A gift that they opened",
  setup: "Setting the password",
};

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** 999 and "USD" → "$9.99" */
export function formatAmount(cents: number, currency: string): string {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  moneyFormats.set(currency, format);
  return format.format(cents / 100);
}

const ACTIONS: Record<string, string> = {
  "grant.create": "Access given",
  "grant.end": "Access ended",
  "mail.resend": "Mail sent again",
  "mails.off": "Wake-up mails switched off",
  "mails.on": "Wake-up mails switched on",
  "mails.pause": "Wake-up mails paused",
  "mails.resume": "Pause of the wake-up mails ended",
  "mails.skipped": "A morning skipped, since the new hour was over",
  "mails.suppressed": "Address suppressed",
  "mails.time": "Wake-up hour or zone changed",
  "mails.unsuppressed": "Suppression lifted",
  "member.address": "Address changed",
  "member.address-asked": "Change of address asked for",
  "member.labels": "Labels changed",
  "member.note": "Note added",
  "member.note-deleted": "Note deleted",
  "member.password-mail": "Password mail sent",
  "member.sign-out": "Signed out everywhere",
  "password.change": "Password changed",
  "payment.dispute": "Payment disputed at PayPal",
  "payment.refund": "Payment refunded",
  "payment.refused": "Subscription at PayPal not recognised",
  "gift.redeem": "Gift opened",
  "gift.start": "Gift has begun",
  "checkout.nonce-used": "A buyer's page asked for a second session, and got none",
  "subscription.begin": "Subscription begun",
  "subscription.cancel": "Subscription cancelled",
  "subscription.differed": "PayPal and we differed: put right",
  "subscription.double": "Charged for time that was paid already",
  "subscription.heal": "Subscription read again at PayPal",
  "subscription.lost": "Payment refunded or reversed: access ended",
  "webhook.refused": "Webhook with a wrong signature refused",
  "webhook.replay": "Webhook done again",
  "trial.change-end": "End of the trial changed",
  "trial.grant": "Trial granted",
  "trial.invite-again": "Invited again",
  "wake-up.copy": "Copy of a wake-up mail sent",
  "wake-up.send": "Wake-up mail sent by hand",
};

export function actionName(action: string): string {
  return ACTIONS[action] ?? action;
}

const ACTORS: Record<string, string> = { admin: "administrator", paypal: "PayPal", system: "the system" };

/** Who did what a member's history tells. */
export function actorName(actor: string): string {
  return ACTORS[actor] ?? "member";
}

import type { MemberFile, MemberGrant, OtherMail, WakeUpDelivery } from "#domain/contract/members.ts";
import type { ConsentPurpose } from "#domain/rules/payments.ts";
import { TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { MAIL_NAMES } from "#domain/words.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

type Named = { firstName: string | null; lastName: string | null; email: string };

export function nameOf({ firstName, lastName, email }: Named) {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
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

export const MONTH_OPTIONS = TRIAL_MONTHS.map((months) => ({
  value: String(months),
  label: months === 1 ? "1 month" : `${months} months`,
}));

export const GRANT_STATES: Record<MemberGrant["state"], { label: string; tone: BadgeTone }> = {
  running: { label: "Running", tone: "green" },
  coming: { label: "To come", tone: "blue" },
  over: { label: "Over", tone: "grey" },
};

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

/** A kind that no longer exists shows its stored name. */
export function mailName(kind: string): string {
  return new Map<string, string>(Object.entries(MAIL_NAMES)).get(kind) ?? kind;
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

const ACTORS: Record<string, string> = { admin: "administrator", paypal: "PayPal", system: "the system" };

export function actorName(actor: string): string {
  return ACTORS[actor] ?? "member";
}

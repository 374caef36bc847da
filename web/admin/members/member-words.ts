import type { MemberFile, MemberGrant, OtherMail, WakeUpDelivery } from "#domain/contract/members.ts";
import type { Morning } from "#domain/contract/profile.ts";
import { formatCount, formatDate, formatTime } from "#domain/formats.ts";
import { INVITED_TEXT, type MemberStatus, type ShownStatus, statusText } from "#domain/rules/member-status.ts";
import type { MorningGap } from "#domain/rules/morning-gaps.ts";
import type { ConsentPurpose } from "#domain/rules/payments.ts";
import { type SubscriptionType, TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { MAIL_NAMES, PLAN_NAMES } from "#domain/words.ts";
import type { BadgeTone } from "../../ui/badge.tsx";
import type { StateLook } from "../../ui/state-badge.tsx";

/** "2026-11-20" → "Nov 20, 2026" */
export const day = (date: string) => formatDate(`${date}T12:00:00Z`);

type Named = { firstName: string | null; lastName: string | null; email: string };

export function nameOf({ firstName, lastName, email }: Named) {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}

export const SOURCES: Record<MemberGrant["source"], string> = {
  trial: "Free trial",
  import: "Imported",
  administrator: "Granted by an administrator",
  gift: "Gift",
  subscription: "Subscription",
};

export const TYPE_NAMES: Record<SubscriptionType, string> = { ...PLAN_NAMES, gift: "Gift", trial: "Free trial" };

/** Someone who never had access has no subscription, even though a type is stored. */
export function typeText({
  status,
  subscriptionType: type,
}: Pick<ShownStatus, "status"> & { subscriptionType: SubscriptionType | null }) {
  return type === null || status === "none" ? "None" : TYPE_NAMES[type];
}

const STATUS_TONES: Partial<Record<MemberStatus, BadgeTone>> = {
  active: "green",
  "past-due": "red",
  cancels: "orange",
  trial: "blue",
  invited: "yellow",
};

export function statusLook(of: ShownStatus): StateLook {
  return { label: statusText(of, Date.now()), tone: STATUS_TONES[of.status] ?? "grey" };
}

/** As `statusLook`, and for someone invited, whether they were, and whether they pay. */
export function invitedLook({ invitation, ...of }: MemberFile["profile"]): StateLook {
  const look = statusLook(of);
  if (of.status !== "invited" || invitation === null) return look;
  if (invitation.isPaying) return { ...look, label: "Invited, paying" };
  return { ...look, label: invitation.invitedAt === null ? "Not invited yet" : INVITED_TEXT };
}

/** When an imported member was invited and accepted. */
export function invitationText(invitation: MemberFile["profile"]["invitation"]) {
  if (invitation === null) return null;
  const { invitedAt, acceptedAt } = invitation;
  if (acceptedAt !== null) return `Accepted ${formatDate(acceptedAt)}`;
  return invitedAt === null ? "Not invited yet" : `Invited ${formatDate(invitedAt)}, not accepted`;
}

export const MONTH_OPTIONS = TRIAL_MONTHS.map((months) => ({
  value: String(months),
  label: formatCount(months, "month"),
}));

export const GRANT_STATES: Record<MemberGrant["state"], StateLook> = {
  running: { label: "Active", tone: "green" },
  coming: { label: "Upcoming", tone: "blue" },
  over: { label: "Ended", tone: "grey" },
};

/** Why a grant ended early. A subscription's end stores "cancelled" too, but isn't early. */
export const END_REASONS: Record<NonNullable<MemberGrant["endReason"]>, string> = {
  cancelled: "by an administrator",
  payment_failed: "payment failed",
  refunded: "payment refunded",
  reversed: "payment reversed",
  account_deleted: "account deleted",
};

export const BLOCKERS: Record<NonNullable<MemberFile["mail"]["blocker"]>, string> = {
  deleted: "Account deleted.",
  mails_off: "They turned off wake-up emails.",
  suppressed: "Emails to this address bounced, were rejected, or were reported as spam, so we stopped sending.",
  paused: "They paused wake-up emails.",
  no_access: "No access.",
  not_waiting: "They joined or changed their hour after today's wake-up.",
};

export const DELIVERY_STATES: Record<WakeUpDelivery["state"], StateLook> = {
  claimed: { label: "Sending", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  missed: { label: "Missed", tone: "orange" },
  unknown: { label: "Unknown", tone: "yellow" },
  delivered: { label: "Delivered", tone: "green" },
  bounced: { label: "Bounced", tone: "red" },
  complained: { label: "Reported", tone: "red" },
};

/** Mornings without a delivery. */
export const MORNING_WORDS: Partial<Record<Morning["state"], StateLook>> = {
  coming: { label: "Coming up", tone: "blue" },
  late: { label: "Late", tone: "orange" },
  missed: { label: "Missed", tone: "orange" },
  moved: { label: "Skipped", tone: "grey" },
  none: { label: "No email", tone: "grey" },
};

const GAPS: Record<MorningGap, string> = {
  joined: "Joined after their hour",
  deleted: "Account deleted",
  mails_off: "Wake-up emails were off",
  suppressed: "Address suppressed",
  paused: "Paused",
  no_access: "No access",
  weekend: "No email on weekends",
  no_session: "No session that day",
};

/** Why a morning had no email, or how it stands. */
export function gapText({ state, why }: Morning, { createdAt, timezone }: MemberFile["profile"]): string {
  if (why === "joined") return `Joined at ${formatTime(createdAt, timezone)}`;
  if (why) return GAPS[why];
  if (state === "coming") return "Not due yet";
  if (state === "late") return "Due, and not sent yet";
  if (state === "missed") return "We missed that hour";
  return state === "moved" ? "Their new hour had already passed" : "No record of why";
}

export const MAIL_STATES: Record<OtherMail["state"], StateLook> = {
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
  link_expired: "link expired",
  outcome_unknown: "we don't know if it arrived",
  account_deleted: "account deleted",
  cause_gone: "no longer relevant",
  suppressed: "address suppressed",
  cut_off: "too late for that morning",
  too_late: "too late for the live event",
  event_changed: "live event moved",
  event_cancelled: "live event cancelled",
  message_cancelled: "message cancelled",
  unreadable: "couldn't be read",
};

export function mailReason(reason: string): string {
  return REASONS[reason] ?? reason;
}

export const CONSENT_NAMES: Record<ConsentPurpose, string> = {
  checkout: "Subscription",
  gift: "Gift they gave",
  gift_redemption: "Gift they opened",
  setup: "Password setup",
  invitation: "Accepted invitation",
};

const ACTORS: Record<string, string> = { admin: "administrator", paypal: "PayPal", system: "system" };

export function actorName(actor: string): string {
  return ACTORS[actor] ?? "member";
}

import type { MemberFile, OtherMail, WakeUpDelivery } from "#domain/contract/members.ts";
import type { Morning } from "#domain/contract/profile.ts";
import { formatTime } from "#domain/formats.ts";
import type { MorningGap } from "#domain/rules/morning-gaps.ts";
import { MAIL_NAMES } from "#domain/words.ts";
import type { StateLook } from "../../ui/state-badge.tsx";

export const BLOCKERS: Record<NonNullable<MemberFile["mail"]["blocker"]>, string> = {
  deleted: "Account deleted.",
  not_accepted: "They haven't accepted their invitation yet.",
  mails_off: "They turned off wake-up emails.",
  suppressed: "Emails to this address bounced, were rejected, or were reported as spam, so we stopped sending.",
  paused: "They paused wake-ups.",
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
  weekend: "Nothing on weekends",
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

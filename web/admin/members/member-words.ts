import type { MemberFile, MemberGrant } from "#domain/contract/members.ts";
import { formatCount, formatDate } from "#domain/formats.ts";
import { type MemberStatus, type ShownStatus, statusText } from "#domain/rules/member-status.ts";
import type { ConsentPurpose } from "#domain/rules/payments.ts";
import { type SubscriptionType, TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { INVITATION_NAMES, TYPE_NAMES } from "#domain/rules/segment.ts";
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
  return { ...look, label: INVITATION_NAMES[invitation.invitedAt === null ? "waiting" : "sent"] };
}

/** When an imported member was invited and accepted. */
export function invitationText(invitation: MemberFile["profile"]["invitation"]) {
  if (invitation === null) return null;
  const { invitedAt, acceptedAt } = invitation;
  if (acceptedAt !== null) return `Accepted ${formatDate(acceptedAt)}`;
  return invitedAt === null ? INVITATION_NAMES.waiting : `Invited ${formatDate(invitedAt)}, not accepted`;
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

export const CONSENT_NAMES: Record<ConsentPurpose, string> = {
  checkout: "Subscription",
  gift: "Gift they gave",
  gift_redemption: "Gift they opened",
  setup: "Password setup",
  invitation: "Accepted invitation",
};

const ACTORS: Record<string, string> = { admin: "administrator", paypal: "PayPal", system: "system" };

/** `admin:` stands before the name of an administrator with a key of their own. */
export function actorName(actor: string): string {
  return ACTORS[actor] ?? (actor.startsWith("admin:") ? actor.slice("admin:".length) : "member");
}

/** Why nothing is sent to an address: an email bounced permanently, the recipient reported spam, or the provider refuses the address. */
export const SUPPRESSION_REASONS = ["bounced", "complained", "refused"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** A member's wake-ups and messages stop at so many wake-ups in a row that came back because the mailbox is full. */
export const MAX_FULL_BOUNCES = 8;

/** What complaints can pause. Each kind is counted separately, so strangers who provoke one kind can't stop the others. */
export const PAUSABLE_KINDS = ["wake-up", "acknowledgement", "gift", "invitation", "offer", "message"] as const;
export type PausableKind = (typeof PAUSABLE_KINDS)[number];

/** Provider reports for a number of days: emails with a known outcome, and the bounces and complaints among them. */
export type MailFigures = { reported: number; bounced: number; complained: number };

export type ComplaintLimits = {
  /** Fractions of delivered emails, 0 to 1. */
  alarmShare: number;
  pauseShare: number;
  /** Number of complaints that raises the alarm while too few emails are delivered for a fraction to mean much. */
  alarmFrom: number;
  /** Number of different recipients who must complain about a kind before it's paused. */
  pauseFrom: number;
};

export const COMPLAINT_DAYS = 7;
const ENOUGH_DELIVERED = 2000;

function isShare(complained: number, delivered: number, share: number): boolean {
  return complained > 0 && complained >= share * delivered;
}

/** Whether recent complaints, about any email, alert the operator (docs/rules/mail-responses.md, "Complaints"). */
export function complaintLevel(
  { reported, bounced, complained }: MailFigures,
  limits: ComplaintLimits,
): "well" | "alarm" {
  const delivered = Math.max(reported - bounced, 0);
  const isAlarming =
    delivered >= ENOUGH_DELIVERED ? isShare(complained, delivered, limits.alarmShare) : complained >= limits.alarmFrom;
  return isAlarming ? "alarm" : "well";
}

export type KindFigures = { complained: number; delivered: number };

export function mustPause({ complained, delivered }: KindFigures, { pauseFrom, pauseShare }: ComplaintLimits): boolean {
  return complained >= pauseFrom && isShare(complained, delivered, pauseShare);
}

/** Provider events that report on an email's delivery; all others are acknowledged and dropped. */
export const PROVIDER_EVENTS = {
  "email.sent": "sent",
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.complained": "complained",
  "email.suppressed": "refused",
  "email.failed": "failed",
} as const;

export const PROVIDER_EVENT_TYPES = Object.keys(PROVIDER_EVENTS) as (keyof typeof PROVIDER_EVENTS)[];
/** The events a webhook subscribes to: "delivered" settles an unknown email as well as "sent". */
export const WEBHOOK_EVENT_TYPES = PROVIDER_EVENT_TYPES.filter((type) => type !== "email.sent");

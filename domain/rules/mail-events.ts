/** Why nothing is sent to an address: mail to it came back for good, somebody reported it as spam, or the provider refuses it. */
export const SUPPRESSION_REASONS = ["bounced", "complained", "refused"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What complaints pause, each kind by its own figures: strangers who provoke emails of one kind must not stop the others. */
export const PAUSABLE_KINDS = ["wake-up", "acknowledgement", "gift"] as const;
export type PausableKind = (typeof PAUSABLE_KINDS)[number];

/** What the provider told in a stretch of days: of how many mails it said what became of them, and of how many what. */
export type MailFigures = { told: number; bounced: number; complained: number };

export type ComplaintLimits = {
  /** Shares of what was delivered, between 0 and 1. */
  alarmShare: number;
  pauseShare: number;
  /** Below so many delivered mails a share says little: then so many complaints raise the alarm. */
  alarmFrom: number;
  /** So many different recipients have to complain of a kind before it pauses. */
  pauseFrom: number;
};

export const COMPLAINT_DAYS = 7;
const ENOUGH_DELIVERED = 2000;

function isShare(complained: number, delivered: number, share: number): boolean {
  return complained > 0 && complained >= share * delivered;
}

/** Whether the operator hears of the complaints of the last days, whatever emails they are about (docs/design.md, "Provider events"). */
export function complaintLevel({ told, bounced, complained }: MailFigures, limits: ComplaintLimits): "well" | "alarm" {
  const delivered = Math.max(told - bounced, 0);
  const isAlarming =
    delivered >= ENOUGH_DELIVERED ? isShare(complained, delivered, limits.alarmShare) : complained >= limits.alarmFrom;
  return isAlarming ? "alarm" : "well";
}

/** What came of one kind of email in the last days: how many recipients complained, and how many emails were delivered. */
export type KindFigures = { complained: number; delivered: number };

/** Whether complaints about one kind of email pause that kind. */
export function mustPause({ complained, delivered }: KindFigures, { pauseFrom, pauseShare }: ComplaintLimits): boolean {
  return complained >= pauseFrom && isShare(complained, delivered, pauseShare);
}

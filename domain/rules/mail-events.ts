/** Why nothing is sent to an address: mail to it came back for good, somebody reported it as spam, or the provider refuses it. */
export const SUPPRESSION_REASONS = ["bounced", "complained", "refused"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What the provider told in a stretch of days: of how many mails it said what became of them, and of how many what. */
export type MailFigures = { told: number; bounced: number; complained: number };

export type ComplaintLimits = {
  /** Shares of what was delivered, between 0 and 1. */
  alarmShare: number;
  pauseShare: number;
  /** Below so many delivered mails a share says little: then so many complaints raise the alarm. */
  alarmFrom: number;
  pauseFrom: number;
};

export const COMPLAINT_DAYS = 7;
const ENOUGH_DELIVERED = 2000;

/** What follows from the complaints of the last days (docs/design.md, "Provider events"). */
export function complaintLevel(figures: MailFigures, limits: ComplaintLimits): "well" | "alarm" | "pause" {
  const { told, bounced, complained } = figures;
  const delivered = Math.max(told - bounced, 0);
  const isAbove = (share: number) => complained > 0 && complained >= share * delivered;
  if (complained >= limits.pauseFrom && isAbove(limits.pauseShare)) return "pause";
  const isAlarming = delivered >= ENOUGH_DELIVERED ? isAbove(limits.alarmShare) : complained >= limits.alarmFrom;
  return isAlarming ? "alarm" : "well";
}

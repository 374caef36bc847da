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

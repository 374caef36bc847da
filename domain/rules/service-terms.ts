/** What the operator promises and requires (spec section 9), in every page and email. A change needs a new version of the legal texts. */
export const SERVICE_TERMS = {
  minimumAge: 18,
  /** Counted from a member's first purchase; renewals aren't refunded. */
  refundWindowHours: 48,
  refundAnswerHours: 24,
  refundProcessingBusinessDays: { from: 3, to: 5 },
  supportReplyHours: { from: 24, to: 48 },
  privacyReplyDays: 30,
  retentionDays: 90,
  /** How many months we keep monthly counts of a member's wake-up emails by outcome. */
  mailMonthsKept: 12,
  /** How long other emails are kept once they're settled. */
  otherMailsKeptDays: 365,
  auditKeptYears: 3,
  /** How long in advance an email announces that an account's data will be deleted. */
  purgeNoticeDays: 14,
  deletionUndoDays: 30,
  /** "May be suspended, not before": how long access certainly continues after a failed payment. */
  suspensionAfterDays: 7,
  /** How long it usually continues; PayPal retries a failed charge for about ten days. */
  paymentGraceDays: 11,
  emailDeliveryPercent: 99,
} as const;

/**
 * What the operator promises and asks for (spec section 9). Every text that names one of these numbers, on a page or in a
 * mail, takes it from here; a change of one changes the legal texts, whose version then has to change too.
 */
export const SERVICE_TERMS = {
  minimumAge: 18,
  /** From a member's first purchase on; renewals are not refunded. */
  refundWindowHours: 48,
  refundAnswerHours: 24,
  refundProcessingBusinessDays: { from: 3, to: 5 },
  supportReplyHours: { from: 24, to: 48 },
  privacyReplyDays: 30,
  /** How long an account's data are kept after its membership has ended. */
  retentionDays: 90,
  /** For how many months it is kept how many wake-up mails somebody had, of each fate. */
  mailMonthsKept: 12,
  /** How long other mails are kept after they were settled. */
  otherMailsKeptDays: 365,
  auditKeptYears: 3,
  /** How long before an account's data are deleted a mail says so. */
  purgeNoticeDays: 14,
  /** How long somebody who has deleted their account can take that back. */
  deletionUndoDays: 30,
  /** "May be suspended, not before": how long a failed payment leaves access as it is. */
  suspensionAfterDays: 7,
  /** How long it does so as a rule; PayPal itself tries a failed charge again for about ten days. */
  paymentGraceDays: 11,
  emailDeliveryPercent: 99,
} as const;

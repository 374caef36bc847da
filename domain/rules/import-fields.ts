/** What a column of an import's file can hold, with its label. The next payment counts where "paid until" is empty. */
export const IMPORT_FIELDS = {
  email: "Email",
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  plan: "Plan",
  planLength: "Plan length",
  paidUntil: "Paid until",
  nextPayment: "Next payment",
  status: "Membership status",
  complimentary: "Complimentary",
  joined: "Joined",
  unsubscribed: "Unsubscribed",
  subscribed: "Subscribed to emails",
  bounced: "Bounced",
  complained: "Reported as spam",
  labels: "Labels",
  hour: "Wake-up hour",
  zone: "Time zone",
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

/** Which column holds which field, by its position from 0. */
export type ImportMapping = Partial<Record<ImportField, number>>;

/** What a column of an import's file can hold, with its label and the names by which it's found. The next payment counts where "paid until" is empty. */
export const IMPORT_FIELDS = {
  email: ["Email", "email address", "e-mail", "address", "user email", "mail"],
  name: ["Name", "full name", "display name"],
  firstName: ["First name", "firstname", "given name"],
  lastName: ["Last name", "lastname", "surname", "family name"],
  hour: ["Wake-up hour", "hour", "time"],
  zone: ["Time zone", "timezone", "zone", "tz"],
  plan: ["Plan", "term", "membership", "membership level", "level", "tier", "tiers"],
  paidUntil: ["Paid until", "expires", "expiration", "expiry date", "end date", "current period end"],
  nextPayment: ["Next payment", "next payment date", "renews", "renewal date"],
  unsubscribed: ["Unsubscribed", "opted out", "unsubscribed at"],
  subscribed: ["Subscribed to emails", "subscribed", "subscribed to newsletter", "newsletter"],
  labels: ["Labels", "label", "tags", "tag"],
  joined: ["Joined", "date joined", "joined at", "member since", "created at", "start date"],
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

/** Which column holds which field, by its position from 0. */
export type ImportMapping = Partial<Record<ImportField, number>>;

/** "Subscribed_to_emails" → "subscribed to emails" */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, " ");
}

/** Maps columns by name, as in exports of Ghost and Paid Memberships Pro. A field's earlier names win. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const names = columns.map(plain);
  const found = IMPORT_FIELD_NAMES.flatMap((field) => {
    const column = IMPORT_FIELDS[field].map((name) => names.indexOf(plain(name))).find((index) => index !== -1);
    return column === undefined ? [] : [[field, column] as const];
  });
  return Object.fromEntries(found);
}

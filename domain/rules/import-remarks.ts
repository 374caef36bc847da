/** What an import replaced, left out, or took for something else; in the report for each row, and counted before the start. */
export const REMARKS = {
  zone: (text: string) => `"${text}" isn't a zone we offer, so we used Central time.`,
  hour: (text: string) => `"${text}" isn't an hour we offer, so we used 6:00 AM.`,
  name: (reason: string) => `Name left out: ${reason}.`,
  labels: () => "Some labels left out.",
  plan: (text: string) => `"${text}" isn't a plan we know, so it gives no access.`,
  status: (text: string) => `"${text}" isn't a status we know, so it changes nothing.`,
  wantsEmails: (text: string) => `"${text}" means that they want emails, whatever its column is called.`,
  optedOut: (text: string) => `"${text}" counts as unsubscribed.`,
  optedIn: (text: string) => `"${text}" counts as subscribed.`,
  joined: (text: string) => `"${text}" isn't a date they can have joined on, so it's left out.`,
  others: () => "Other values were replaced or left out, too. The report has each.",
} as const;
export type RemarkKind = keyof typeof REMARKS;
export const REMARK_KINDS = Object.keys(REMARKS) as [RemarkKind, ...RemarkKind[]];
export type Remark = { kind: RemarkKind; text: string };

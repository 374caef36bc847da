import * as z from "zod";
import { APP_PAGES } from "#domain/paths.ts";
import { LIVE_EVENT_REMINDERS } from "#domain/rules/live-events.ts";

/** What a new member can open: everything now, or once the first payment is confirmed. */
export const OPEN_NOW =
  "You now have full access to today's session and the archive, and you'll get a wake-up email every morning.";
export const OPENS_PAID =
  "Your access starts as soon as PayPal confirms your first payment, usually within a few minutes. That's because an earlier plan approved with this PayPal account was never paid for.";

/** A finished text. `example` is what previews show. */
export const text = (example: string) => like(example, z.string());
export const like = <Schema extends z.ZodType>(example: unknown, schema: Schema) =>
  schema.meta({ examples: [example] });
/** IDs that the causes (`causes.queries.ts`) check or that links carry. */
const id = text("00000000-0000-4000-8000-000000000000");
const instant = like(1_764_547_200_000, z.number());

/** Everything that rows store about emails: template placeholders and what else an email is about. Each kind picks its own. */
const FIELDS = {
  accessEndText: text("Friday, December 4, 2026"),
  accessText: text("Your membership continues until Friday, December 25, 2026."),
  addressVersion: like(1, z.number()),
  amountText: text("$9.99"),
  apps: text("iPhone and Car"),
  body: text("Our prices change on May 1.\n\nYours stays as it is until your plan renews."),
  broadcastId: id,
  changedText: text("Wednesday, November 25, 2026 at 6:00 AM"),
  countText: text("2 subscriptions"),
  date: text("2026-11-26"),
  dateText: text("Wednesday, November 25, 2026"),
  deliverText: text("Friday, December 25, 2026 at 6:00 AM Central"),
  device: text("iPhone"),
  detail: text("The last wake-up emails went out 12 minutes late."),
  detailText: text("Members get no email that morning."),
  durationText: text("3 months"),
  endDateText: text("Friday, December 25, 2026"),
  endsAt: instant,
  endedText: text(
    "Before you confirmed your email, anyone could have used it, so we logged out 1 other device and removed the password.",
  ),
  /** For a cancelled subscription, empty if there is no access anymore. */
  endText: text("Friday, December 25, 2026"),
  eventId: id,
  eventText: text("Your other devices were logged out."),
  expiresText: text("Saturday, December 25, 2027"),
  failedAt: instant,
  /** IDs, joined by dots. */
  feedIds: id,
  followsText: text("Wake-up emails continue."),
  fromText: text("Monthly Power-Up"),
  inboundId: id,
  giftId: id,
  giverName: text("Bo"),
  greetingText: text("Hi Ana,"),
  // Older rows don't have this field.
  hourText: like(
    "First email: tomorrow, 6:00 AM Pacific.",
    z.string().default("You choose the hour of your wake-up emails."),
  ),
  /** True if nothing was ever paid (then there's no grace period), or if there was no password. Older rows don't have this field. */
  isFirst: z.boolean().optional(),
  leftText: text("7 days"),
  lengthText: text("12 months"),
  lines: text("one\ntwo"),
  mend: text("Check the dispatcher's log."),
  message: text("Here's to bright mornings!"),
  /** Id of the email being answered, if it's safe to put in a header. */
  messageId: like("<letter@example.com>", z.string().nullable()),
  name: text("Ana"),
  newsText: text("The Monthly Power-Up plan was just bought for this email."),
  nextText: text("Friday, December 25, 2026"),
  note: text("Bring a cup of tea."),
  number: text("7AB-1"),
  // Older rows don't have this field.
  openText: z.string().default(OPEN_NOW),
  outcomeText: text("no email goes out"),
  // Older rows don't have the next two fields.
  path: like("/admin?tab=delivery", z.string().default(APP_PAGES.admin)),
  severityText: like("Warning", z.string().default("Alarm")),
  periodText: text("November 25 to December 25, 2026"),
  planText: text("Monthly Power-Up"),
  priceText: text("$79.99"),
  purgeAt: instant,
  quote: text("On Nov 24, 2026, Ana wrote:\n> How do I change my hour?"),
  reasonText: text("You cancelled it."),
  recipientEmail: text("cy@example.com"),
  recipientName: text("Cy"),
  /** The IDs of the emails before it, as the header has them. */
  references: text("<letter@example.com>"),
  reminder: like("week", z.enum(LIVE_EVENT_REMINDERS)),
  renewsAt: instant,
  /** When PayPal retries, as a sentence; may be empty. */
  retryText: text("PayPal will try again in the next few days."),
  shareText: text("0.40% of 1,000 delivered emails"),
  sinceText: text("Nov 24, 2026, 6:04 AM Central"),
  startText: text("Wednesday, November 25, 2026"),
  subscriptionId: id,
  taxText: like("$0.80", z.string().nullable()),
  title: text("Breathe with us"),
  toText: text("Annual Lightning"),
  untilText: text("Nov 24, 2026, 6:31 AM Central"),
  url: text("https://example.com/live"),
  whenText: text("Friday, December 4, 2026 at 7:00 PM"),
};

export function fields<Name extends keyof typeof FIELDS = never>(...names: Name[]) {
  const picked = Object.fromEntries(names.map((name) => [name, FIELDS[name]]));
  return z.object(picked as Pick<typeof FIELDS, Name>);
}

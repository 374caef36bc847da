import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { isPrivacyMail } from "./privacy-mail.ts";
import type { MailKind } from "./transactional-mail.ts";
import type { TransactionalMailRow } from "./transactional-mails.queries.ts";

/** What the link of a kind is spent for, where a mail can be written anew with another link. */
const PURPOSES: Partial<Record<MailKind, LinkPurpose>> = {
  "password-reset": "reset",
  "trial-welcome": "setup",
  "trial-extended-setup": "setup",
  "welcome-setup": "setup",
  "gift-started-setup": "setup",
};

/** Names a trial's end, which may have been moved since. */
const OF_TRIAL: readonly MailKind[] = ["trial-welcome", "trial-granted", "trial-extended", "trial-extended-setup"];

/** What stays true once it has gone out. All else tells of a moment: a warning, a reminder, an answer, a morning. */
const STAYS_TRUE: readonly MailKind[] = [
  ...OF_TRIAL,
  "password-reset",
  "password-changed",
  "welcome",
  "welcome-setup",
  "plan-changed",
  "payment-receipt",
  "payment-refunded",
  "subscription-cancelled",
  "gift-started",
  "gift-started-setup",
];

/** Written for one occasion alone, whether they went out or not. */
const BOUND: readonly MailKind[] = ["address-confirm", "address-changed", "live-event"];

const isOneOf = (kinds: readonly string[], { kind }: TransactionalMailRow) => kinds.includes(kind);

type Resending = { purpose: LinkPurpose | null };
type Addressee = {
  passwordHash: string | null;
  timezone: string;
  subscriptionType: string | null;
  subscriptionEndsAt: number | null;
};

/** What a mail has told is still so: no link to set a password for who has one, no end of a trial that is another now. */
function isStillSo(row: TransactionalMailRow, { purpose }: Resending, member: Addressee, now: number): boolean {
  if (purpose === "setup" && member.passwordHash !== null) return false;
  if (!isOneOf(OF_TRIAL, row)) return true;
  const { subscriptionType, subscriptionEndsAt: endsAt, timezone } = member;
  if (subscriptionType !== "trial" || endsAt === null || endsAt <= now) return false;
  return row.parameters.includes(JSON.stringify(formatLongDate(dateIn(timezone, endsAt))));
}

/**
 * Whether a mail can be written anew, and with which link if it carries one: one that did not go out, unless it was for one
 * occasion; one that did, as long as what it told stays true.
 */
export function resendingOf(row: TransactionalMailRow, member: Addressee, now: number): Resending | null {
  const isBound = isOneOf(BOUND, row) || row.kind.startsWith("inbound-") || isPrivacyMail(row);
  if (row.state === "pending" || isBound) return null;
  const resending = { purpose: Object.entries(PURPOSES).find(([kind]) => kind === row.kind)?.[1] ?? null };
  if (row.state !== "sent") return resending;
  return isOneOf(STAYS_TRUE, row) && isStillSo(row, resending, member, now) ? resending : null;
}

import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { kindOf } from "./kinds/kinds.ts";
import type { TransactionalMailRow } from "./transactional-mails.queries.ts";

type Resending = { purpose: LinkPurpose | null };
type Addressee = {
  passwordHash: string | null;
  timezone: string;
  subscriptionType: string | null;
  subscriptionEndsAt: number | null;
};

/** The trial still ends when the mail says so, which its words tell alone. */
function isTrialAsTold({ parameters }: TransactionalMailRow, member: Addressee, now: number): boolean {
  const { subscriptionType, subscriptionEndsAt: endsAt, timezone } = member;
  if (subscriptionType !== "trial" || endsAt === null || endsAt <= now) return false;
  return parameters.includes(JSON.stringify(formatLongDate(dateIn(timezone, endsAt))));
}

/**
 * Whether a mail can be written anew, and with which link if it carries one: one that did not go out, unless it was for one
 * occasion; one that did, as long as what it told stays true, which no link to set a first password does for who has one.
 */
export function resendingOf(row: TransactionalMailRow, member: Addressee, now: number): Resending | null {
  const { again, link: purpose = null } = kindOf(row.kind) ?? { again: "never" };
  if (row.state === "pending" || again === "never") return null;
  if (row.state !== "sent") return { purpose };
  if (again === undefined || (purpose === "setup" && member.passwordHash !== null)) return null;
  return again === "always" || isTrialAsTold(row, member, now) ? { purpose } : null;
}

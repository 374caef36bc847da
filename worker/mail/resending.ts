import { longDateIn } from "#domain/rules/local-time.ts";
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

/** Checks the email's text for the trial's end date, because rows store it nowhere else. */
function isTrialAsEmailed({ parameters }: TransactionalMailRow, member: Addressee, now: number): boolean {
  const { subscriptionType, subscriptionEndsAt: endsAt, timezone } = member;
  if (subscriptionType !== "trial" || endsAt === null || endsAt <= now) return false;
  return parameters.includes(JSON.stringify(longDateIn(timezone, endsAt)));
}

/** Unsent emails can be written again unless their kind forbids it; sent ones while they're still true. Null if this one can't. */
export function resendingOf(row: TransactionalMailRow, member: Addressee, now: number): Resending | null {
  const { again, link: purpose = null } = kindOf(row.kind) ?? { again: "never" };
  if (row.state === "pending" || again === "never") return null;
  if (row.state !== "sent") return { purpose };
  if (again === undefined || (purpose === "setup" && member.passwordHash !== null)) return null;
  return again === "always" || isTrialAsEmailed(row, member, now) ? { purpose } : null;
}

import { auditChange } from "../../audit/audit.queries.ts";
import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { acceptMember, recordAccepted } from "./invitations.queries.ts";

type Account = { id: string; wakeUpHour?: number; timezone?: string; isUnaccepted?: boolean };
type Accepted = {
  wakeUp?: { wakeUpHour?: number | null; timezone?: string | null };
  isFollowing?: boolean;
};

/**
 * Statements for the batch by which an imported person accepts: setting a password by the invitation, or opening a gift by its email.
 * None for any other account.
 */
export function acceptInvitation(ctx: Ctx, account: Account, how: Accepted = {}): Statement[] {
  const { id, wakeUpHour, timezone, isUnaccepted } = account;
  if (!isUnaccepted || wakeUpHour === undefined || timezone === undefined) return [];
  const { wakeUp, isFollowing = false } = how;
  const chosen = { wakeUpHour: wakeUp?.wakeUpHour ?? wakeUpHour, timezone: wakeUp?.timezone ?? timezone };
  return [
    acceptMember(ctx.db, id, chosen, { now: ctx.now, isFollowing }),
    auditChange(ctx, { actor: `member:${id}`, action: "invitation.accept", subject: id }),
    recordAccepted(ctx.db, id, ctx.now),
  ];
}

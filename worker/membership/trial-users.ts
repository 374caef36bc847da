import type { TrialUser, TrialUsersRequest } from "#domain/contract/trials.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { spendLinksOfDeleted } from "../auth/auth-tokens.queries.ts";
import type { Ctx } from "../context.ts";
import { conflict, notFound } from "../errors.ts";
import { closeMailsOfDeleted } from "../mail/transactional-mails.queries.ts";
import { selectMember, selectTrialMembers } from "../members/members.queries.ts";
import { endGrantsOfDeleted, recomputeAccess, softDeleteTrialMember } from "./access-grants.queries.ts";

/**
 * Those on a trial or whose trial has ended, the last to end first, so that running ones are never cut off by old ones: all, or
 * as many as `limit` behind the member `after`.
 */
export async function listTrialUsers(ctx: Ctx, { limit, after }: TrialUsersRequest): Promise<TrialUser[]> {
  const members = await selectTrialMembers(ctx.db, { limit: limit ?? null, after: after ?? null });
  return members.map(
    ({ id, firstName, lastName, email, timezone, subscriptionStatus, subscriptionEndsAt, hasPassword }) => ({
      id,
      firstName,
      lastName,
      email,
      trialEndDate: subscriptionEndsAt === null ? null : new Date(subscriptionEndsAt).toISOString(),
      lastDay:
        subscriptionStatus === "trial" && subscriptionEndsAt !== null && subscriptionEndsAt > ctx.now
          ? dateIn(timezone, subscriptionEndsAt)
          : null,
      hasPassword: hasPassword === 1,
    }),
  );
}

/**
 * Closes a trial account, its links and the mails still waiting for it; its data stays until the retention ends, and its address is free again.
 * @throws AppError `not_found`, or `conflict` for someone who has access by anything but trials
 */
export async function deleteTrialUser(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [deleted] = await ctx.db.batch([
    softDeleteTrialMember(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "trial.delete", subject: id }),
    endGrantsOfDeleted(ctx.db, id, ctx.now),
    recomputeAccess(ctx.db, [id], { now: ctx.now }),
    closeMailsOfDeleted(ctx.db, id, ctx.now),
    spendLinksOfDeleted(ctx.db, id, ctx.now),
  ]);
  if (deleted.length > 0) return;
  if (await selectMember(ctx.db, id).get()) throw conflict("This member is not on a trial and was not deleted.");
  throw notFound("Trial user");
}

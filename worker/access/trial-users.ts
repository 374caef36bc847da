import type { TrialUser, TrialUsersRequest } from "#domain/contract/access.ts";
import { DAY_MS } from "#domain/durations.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { selectMember, selectTrialMembers } from "../account/member/members.queries.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { softDeleteTrialMember } from "./access-grants.queries.ts";
import { afterClosing } from "./close-account.ts";

/** As long as the data of a membership that has ended. */
const KEPT_MS = SERVICE_TERMS.retentionDays * DAY_MS;

/**
 * Those on a trial or whose trial has ended, the last to end first, so that running ones are never cut off by old ones: all, or
 * as many as `limit` behind the member `after`.
 */
export async function listTrialUsers(ctx: Ctx, { limit, after }: TrialUsersRequest): Promise<TrialUser[]> {
  const members = await selectTrialMembers(ctx.db, { limit: limit ?? null, after: after ?? null });
  return members.map(
    ({
      id,
      firstName,
      lastName,
      email,
      timezone,
      subscriptionStatus,
      subscriptionEndsAt,
      hasPassword,
      suppressedAt,
    }) => ({
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
      isSuppressed: suppressedAt !== null,
    }),
  );
}

/**
 * Closes a trial account, its links and the mails still waiting for it; its data stays until the retention ends, and its address is free again.
 * @throws AppError `not_found`, or `conflict` for someone who has access by anything but trials
 */
export async function deleteTrialUser(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [deleted] = await ctx.db.batch([
    softDeleteTrialMember(ctx.db, id, { now: ctx.now, purgeAt: ctx.now + KEPT_MS }),
    auditChange(ctx, { actor: "admin", action: "trial.delete", subject: id }),
    ...afterClosing(ctx, id),
  ]);
  if (deleted.length > 0) return;
  if (await selectMember(ctx.db, id).get()) throw conflict("This member is not on a trial and was not deleted.");
  throw notFound("Trial user");
}

import { auditChange } from "../audit/audit.queries.ts";
import { spendLinksOfDeleted } from "../auth/auth.queries.ts";
import type { Ctx } from "../context.ts";
import { conflict, notFound } from "../errors.ts";
import { closeMailsOfDeleted } from "../mail/transactional-mails.queries.ts";
import { findMember } from "../members/members.queries.ts";
import { softDeleteTrialMember } from "./trials.queries.ts";

/**
 * Closes a trial account, its links and the mails still waiting for it; its data stays until the retention ends, and its address is free again.
 * @throws AppError `not_found`, or `conflict` for someone who has become a paying member meanwhile
 */
export async function deleteTrialUser(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [deleted] = await ctx.db.batch([
    softDeleteTrialMember(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "trial.delete", subject: id }),
    closeMailsOfDeleted(ctx.db, id, ctx.now),
    spendLinksOfDeleted(ctx.db, id, ctx.now),
  ]);
  if (deleted.length > 0) return;
  if (await findMember(ctx.db, id)) throw conflict("This member is not on a trial and was not deleted.");
  throw notFound("Trial user");
}

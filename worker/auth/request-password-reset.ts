import type { PasswordResetRequest, PasswordResetResponse } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail, setupPasswordLink } from "../mail/transactional-mail.ts";
import { findMemberByEmail } from "../members/members.queries.ts";
import { attemptKey, isAttemptWithin } from "./attempt-limit.ts";
import { insertLink } from "./auth.queries.ts";
import { newLink } from "./single-use-link.ts";

const MESSAGE = "If an account exists for this address, a link to set your password is on its way.";

/**
 * Mails a link to whoever has an account, a few times a quarter of an hour at most, so that nobody's inbox is flooded. The
 * answer and its time tell nobody whether there is an account or the limit is reached.
 */
export async function requestPasswordReset(ctx: Ctx, { email }: PasswordResetRequest): Promise<PasswordResetResponse> {
  const sending = mailResetLink(ctx, email);
  if (!ctx.config.isDevelopment) {
    ctx.defer(sending);
    return { message: MESSAGE };
  }
  const resetLink = await sending;
  return { message: MESSAGE, ...(resetLink ? { resetLink } : {}) };
}

async function mailResetLink(ctx: Ctx, email: string): Promise<string | undefined> {
  const member = await findMemberByEmail(ctx.db, email);
  if (!member) return undefined;
  const limits = [{ key: attemptKey("reset-account", member.id), max: ctx.config.resetMaxPerAccount }];
  if (!(await isAttemptWithin(ctx, limits))) return undefined;
  const link = newLink(ctx.config, member.id, "reset", ctx.now);
  const mail = queueMail(ctx, {
    kind: "password-reset",
    memberId: member.id,
    to: member.email,
    parameters: {},
    link: { id: link.id, expiresAt: link.expiresAt },
  });
  await ctx.db.batch([insertLink(ctx.db, link), mail.insert]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  return setupPasswordLink(ctx.config, link.id, member.email);
}

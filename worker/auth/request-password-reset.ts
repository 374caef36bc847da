import type { PasswordResetRequest, PasswordResetResponse } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { setupPasswordLink } from "../mail/setup-password-link.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { selectMemberByEmail } from "../members/members.queries.ts";
import type { AttemptLimit } from "./attempt-counters.queries.ts";
import { attemptLimit, endOfQuotaDay, tryAttempt } from "./attempt-limit.ts";
import { insertLink } from "./auth-tokens.queries.ts";
import { newLink } from "./single-use-link.ts";

const MESSAGE = "If an account exists for this address, a link to set your password is on its way.";

type Input = PasswordResetRequest & { network: string };

/**
 * Mails a link to whoever has an account. Strangers cause these mails, so they have ceilings: requests a day of a network,
 * mails a day for an account and in total. The answer and its time tell nobody whether there is an account or a limit is
 * reached.
 */
export async function requestPasswordReset(ctx: Ctx, input: Input): Promise<PasswordResetResponse> {
  const sending = mailResetLink(ctx, input);
  if (!ctx.config.isDevelopment) {
    ctx.defer(sending);
    return { message: MESSAGE };
  }
  const resetLink = await sending;
  return { message: MESSAGE, ...(resetLink ? { resetLink } : {}) };
}

async function mailResetLink(ctx: Ctx, { email, network }: Input): Promise<string | undefined> {
  const { resetMaxPerNetwork, resetMaxPerAccount, resetMaxInTotal } = ctx.config;
  const windowEndsAt = endOfQuotaDay(ctx.now);
  const perNetwork = attemptLimit(ctx, {
    kind: "reset-network",
    value: network,
    max: resetMaxPerNetwork,
    windowEndsAt,
  });
  if (!(await isWithin(ctx, { network: perNetwork }))) return undefined;
  const member = await selectMemberByEmail(ctx.db, email).get();
  if (!member) return undefined;
  const account = attemptLimit(ctx, { kind: "reset-account", value: member.id, max: resetMaxPerAccount, windowEndsAt });
  const total = attemptLimit(ctx, { kind: "reset-total", value: "", max: resetMaxInTotal, windowEndsAt });
  if (!(await isWithin(ctx, { account, total }))) return undefined;
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

/** Counts one under each limit; the operator hears once of each that is used up. */
async function isWithin(ctx: Ctx, limits: Record<string, AttemptLimit>): Promise<boolean> {
  const attempt = await tryAttempt(ctx, Object.values(limits));
  for (const { key, isFirst, windowEndsAt } of attempt.refusedBy) {
    const [name, limit] = Object.entries(limits).find(([, { key: own }]) => own === key) ?? [];
    if (isFirst) {
      const until = new Date(windowEndsAt).toISOString();
      log("warn", "reset_limit_reached", { requestId: ctx.requestId, limit: name, max: limit?.max, until });
    }
  }
  return attempt.isWithin;
}

import type { PasswordResetRequest, PasswordResetResponse } from "#domain/contract/auth.ts";
import { LINK_LIFETIME_MS } from "#domain/rules/single-use-links.ts";
import { afterAnswer } from "../after-answer.ts";
import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { setupPasswordLink } from "../mail/setup-password-link.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import type { Member } from "../members/member.ts";
import { selectMemberByEmail } from "../members/members.queries.ts";
import type { AttemptLimit } from "./attempt-counters.queries.ts";
import { attemptLimit, endOfQuotaDay, networkLimits, tryAttempt } from "./attempt-limit.ts";
import { insertLink } from "./auth-tokens.queries.ts";
import { newLink } from "./single-use-link.ts";

/** By then the answer has left. A mail begun at once took the thread first: known addresses waited twice as long as unknown ones. */
const ANSWER_LEAVES_WITHIN_MS = 100;
const MESSAGE = "If an account exists for this address, a link to set your password is on its way.";

type Input = PasswordResetRequest & { network: string };

/**
 * Mails a link to whoever has an account. Strangers cause these mails, so they have ceilings: requests a day of a network,
 * mails an hour for an account, and a day in total. The answer tells nobody whether there is an account or a limit is reached, and neither
 * does its time: before it the same statements run for everybody, and what an account alone causes comes after it.
 */
export async function requestPasswordReset(ctx: Ctx, { email, network }: Input): Promise<PasswordResetResponse> {
  const limit = { kind: "reset-network", value: network, max: ctx.config.resetMaxPerNetwork } as const;
  const perNetwork = networkLimits(ctx, { ...limit, windowEndsAt: endOfQuotaDay(ctx.now) });
  const [isAllowed, member] = await Promise.all([
    isWithin(ctx, { network: perNetwork }),
    selectMemberByEmail(ctx.db, email).get(),
  ]);
  if (!isAllowed || !member) return { message: MESSAGE };
  if (!ctx.config.isDevelopment) {
    afterAnswer(ctx, () => mailResetLink(ctx, member), { afterMs: ANSWER_LEAVES_WITHIN_MS });
    return { message: MESSAGE };
  }
  const resetLink = await mailResetLink(ctx, member);
  return { message: MESSAGE, ...(resetLink ? { resetLink } : {}) };
}

async function mailResetLink(ctx: Ctx, member: Member): Promise<string | undefined> {
  const { resetMaxPerAccount, resetMaxInTotal } = ctx.config;
  const windowEndsAt = endOfQuotaDay(ctx.now);
  // No longer than a link lives: while these are used up, whoever reads the account's mail has a link that is good.
  const ownEndsAt = ctx.now + LINK_LIFETIME_MS.reset;
  const own = { kind: "reset-account", value: member.id, windowEndsAt: ownEndsAt } as const;
  const account = attemptLimit(ctx, { ...own, max: resetMaxPerAccount });
  const total = attemptLimit(ctx, { kind: "reset-total", value: "", max: resetMaxInTotal, windowEndsAt });
  if (!(await isWithin(ctx, { account: [account], total: [total] }))) return undefined;
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
async function isWithin(ctx: Ctx, limits: Record<string, AttemptLimit[]>): Promise<boolean> {
  const attempt = await tryAttempt(ctx, Object.values(limits).flat());
  for (const { key, isFirst, windowEndsAt } of attempt.refusedBy) {
    const named = Object.entries(limits).flatMap(([name, own]) => own.map((limit) => ({ name, ...limit })));
    const limit = named.find((one) => one.key === key);
    if (isFirst) {
      const until = new Date(windowEndsAt).toISOString();
      log("warn", "reset_limit_reached", { limit: limit?.name, max: limit?.max, until });
    }
  }
  return attempt.isWithin;
}

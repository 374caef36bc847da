import type { AddressRequest, PasswordResetResponse } from "#domain/contract/account.ts";
import { DAY_MS } from "#domain/durations.ts";
import { LINK_LIFETIME_MS } from "#domain/rules/single-use-links.ts";
import { ANSWER_LEAVES_WITHIN_MS, afterAnswer } from "../../kernel/after-answer.ts";
import type { Ctx } from "../../kernel/context.ts";
import { rateLimited } from "../../kernel/errors.ts";
import { type AttemptLimit, selectCounters } from "../../kernel/limits/attempt-counters.queries.ts";
import {
  attemptLimit,
  endOfQuotaDay,
  networkLimits,
  strangersLimits,
  tryAttempt,
} from "../../kernel/limits/attempt-limit.ts";
import { log } from "../../kernel/log.ts";
import { linkUrl } from "../../mail/kinds/kind.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMail } from "../../mail/transactional-mail.ts";
import { insertLink, renewResetLink } from "../auth-tokens.queries.ts";
import { mailInvitation } from "../invitations/mail-invitation.ts";
import type { Member } from "../member/member.ts";
import { selectMemberByEmail } from "../member/members.queries.ts";
import { newLink } from "../single-use-link.ts";

const MESSAGE = "If this email has an account, a link to set your password is on its way.";
const SPENT = "We can't send more reset emails today. Try again tomorrow.";

type Input = AddressRequest & { network: string };

/** Over an account's limits, the newest link gets another hour, so no one can lock an owner out. @throws AppError `rate_limited` */
export async function requestPasswordReset(ctx: Ctx, { email, network }: Input): Promise<PasswordResetResponse> {
  const limit = { kind: "reset-network", value: network, max: ctx.config.resetMaxPerNetwork } as const;
  const perNetwork = networkLimits(ctx, { ...limit, windowEndsAt: endOfQuotaDay(ctx.now) });
  const { total } = strangersLimits(ctx);
  const [isAllowed, member, [spent]] = await Promise.all([
    isWithin(ctx, { network: perNetwork }),
    selectMemberByEmail(ctx.db, email).get(),
    selectCounters(ctx.db, [total.key], ctx.now),
  ]);
  if (spent && spent.count >= ctx.config.resetMaxInTotal)
    throw rateLimited(Math.ceil((spent.windowEndsAt - ctx.now) / 1000), SPENT);
  if (!isAllowed || !member) return { message: MESSAGE };
  if (!ctx.config.isDevelopment) {
    afterAnswer(ctx, () => mailResetLink(ctx, member), { afterMs: ANSWER_LEAVES_WITHIN_MS });
    return { message: MESSAGE };
  }
  const resetLink = await mailResetLink(ctx, member);
  return { message: MESSAGE, ...(resetLink ? { resetLink } : {}) };
}

async function mailResetLink(ctx: Ctx, member: Member): Promise<string | undefined> {
  const { resetMaxPerAccount, resetMaxPerAccountDay } = ctx.config;
  const windowEndsAt = endOfQuotaDay(ctx.now);
  const expiresAt = ctx.now + LINK_LIFETIME_MS.reset;
  const own = { kind: "reset-account", value: member.id, windowEndsAt: expiresAt } as const;
  const hour = attemptLimit(ctx, { ...own, max: resetMaxPerAccount });
  const day = attemptLimit(ctx, { ...own, kind: "reset-account-day", max: resetMaxPerAccountDay, windowEndsAt });
  if (!(await isMailWithin(ctx, { account: [hour, day], value: member.id }))) {
    await renewResetLink(ctx.db, member.id, { expiresAt, madeAfter: ctx.now - DAY_MS });
    return undefined;
  }
  if (member.isUnaccepted) return linkUrl(ctx.config, "invitation", await mailInvitation(ctx, member), member.email);
  const link = newLink(ctx.config, member, "reset", ctx.now);
  const mail = queueMail(ctx, {
    kind: "password-reset",
    memberId: member.id,
    to: member.email,
    parameters: {},
    link: { id: link.id, expiresAt: link.expiresAt },
  });
  await ctx.db.batch([insertLink(ctx.db, link), mail.insert]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  return linkUrl(ctx.config, "reset", link.id, member.email);
}

type Mail = { account: AttemptLimit[]; value: string };

/** An account's first reset email of the day may use the reserved third of the total; later ones may not. */
async function isMailWithin(ctx: Ctx, { account, value }: Mail): Promise<boolean> {
  const { total, shared } = strangersLimits(ctx);
  const first = attemptLimit(ctx, { kind: "reset-first", value, max: 1, windowEndsAt: total.windowEndsAt });
  const attempt = await tryAttempt(ctx, [first, ...account, total, { ...shared, max: null }]);
  logSpent(attempt, { account, total: [total] });
  const isRepeat = attempt.refusedBy.some(({ key }) => key === first.key);
  return isRepeat ? isWithin(ctx, { account, total: [total], shared: [shared] }) : attempt.isWithin;
}

/** Counts one attempt under each limit. Logs each used-up limit once, for the operator. */
async function isWithin(ctx: Ctx, limits: Record<string, AttemptLimit[]>): Promise<boolean> {
  const attempt = await tryAttempt(ctx, Object.values(limits).flat());
  logSpent(attempt, limits);
  return attempt.isWithin;
}

type Attempt = Awaited<ReturnType<typeof tryAttempt>>;

function logSpent({ refusedBy }: Attempt, limits: Record<string, AttemptLimit[]>): void {
  const named = Object.entries(limits).flatMap(([name, own]) => own.map((limit) => ({ name, ...limit })));
  for (const { key, isFirst, windowEndsAt } of refusedBy) {
    const limit = named.find((one) => one.key === key);
    const until = new Date(windowEndsAt).toISOString();
    if (limit && isFirst) log("warn", "reset_limit_reached", { limit: limit.name, max: limit.max, until });
  }
}

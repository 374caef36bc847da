import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid } from "../kernel/errors.ts";
import { forgetAttempts } from "../kernel/limits/attempt-counters.queries.ts";
import {
  attemptLimit,
  endOfQuotaDay,
  passwordLimits,
  requireAttempt,
  takeBackFailures,
} from "../kernel/limits/attempt-limit.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { insertLink, spendLinksFor } from "./auth-tokens.queries.ts";
import { codeTries, linkOfCode, WRONG_CODE } from "./emailed-code.ts";
import type { Member } from "./member/member.ts";
import { verifyPassword } from "./password/password.ts";
import type { FromCaller, Session } from "./sessions/sessions.ts";
import { newLink } from "./single-use-link.ts";

const CODES_PER_DAY = 5;
const ENOUGH = `You've requested ${CODES_PER_DAY} codes today. Use your password, or try again tomorrow.`;
const UNREACHED = "We've stopped emailing your address. The note in My Account says why.";

/** Emails a code that this session can use instead of the password. @throws AppError `rate_limited` after five a UTC day, `conflict` for a suppressed address */
export async function mailOwnerCode(ctx: Ctx, { caller, session }: FromCaller<{ session: Session }>): Promise<void> {
  const member = await caller.member;
  const { id, email, suppressedAt } = member;
  if (suppressedAt !== null) throw conflict(UNREACHED);
  const day = { max: CODES_PER_DAY, windowEndsAt: endOfQuotaDay(ctx.now) };
  await requireAttempt(ctx, [attemptLimit(ctx, { kind: "code-account", value: id, ...day })], { message: ENOUGH });
  const link = { ...newLink(ctx.config, member, "confirmation", ctx.now), boundTo: session.id };
  const mail = queueMail(ctx, { kind: "confirmation-code", memberId: id, to: email, parameters: {}, link });
  await ctx.db.batch([
    spendLinksFor(ctx.db, id, "confirmation", ctx.now),
    insertLink(ctx.db, link),
    mail.insert,
    forgetAttempts(ctx.db, [codeTries(ctx, session.id).key]),
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
}

type Proof = {
  member: Member;
  session: Session;
  network: string;
  password: string | undefined;
  code: string | undefined;
  /** The password's field, and what to say if it's missing or wrong. */
  field: string;
  missing: string;
  wrong: string;
};

/**
 * Requires the password, or the code of the last ten minutes; what they allow must then spend the member's links. Wrong passwords count
 * as failed logins, so a stolen session can't be used to guess. @throws AppError `validation`, `rate_limited`
 */
export async function requireOwner(ctx: Ctx, proof: Proof): Promise<void> {
  const { member, session, network, password, code, field, missing, wrong } = proof;
  if (code !== undefined) {
    if (await linkOfCode(ctx, { code, boundTo: session.id, purpose: "confirmation" })) return;
    throw invalid(WRONG_CODE, { code: WRONG_CODE });
  }
  if (password === undefined) throw invalid(missing, { [field]: missing });
  const limits = passwordLimits(ctx, { emailKey: member.emailKey, network });
  await requireAttempt(ctx, [limits.account, ...limits.networks]);
  if (!(await verifyPassword(ctx.config, password, member.passwordHash))) throw invalid(wrong, { [field]: wrong });
  await ctx.db.batch([...takeBackFailures(ctx, limits)]);
}

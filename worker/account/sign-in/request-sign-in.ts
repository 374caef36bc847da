import type { AddressRequest } from "#domain/contract/account.ts";
import { ANSWER_LEAVES_WITHIN_MS, afterAnswer } from "../../kernel/after-answer.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sha256 } from "../../kernel/hashing.ts";
import {
  attemptLimit,
  endOfQuotaDay,
  networkLimits,
  requireAttempt,
  tryAttempt,
} from "../../kernel/limits/attempt-limit.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMail } from "../../mail/transactional-mail.ts";
import { insertLink, spendLinkOfOldPassword, spendLinksFor } from "../auth-tokens.queries.ts";
import { mailInvitation } from "../invitations/mail-invitation.ts";
import type { Member } from "../member/member.ts";
import { selectMemberByEmail } from "../member/members.queries.ts";
import { newLink } from "../single-use-link.ts";

const NETWORK_SPENT =
  "Your network has requested too many login emails today. Log in with your password, or try again tomorrow.";

type Input = AddressRequest & { network: string };

/**
 * Emails an account a link and a code to log in. `secret` is for the browser's cookie, without which the code doesn't work; it's new each
 * time, so no one can choose it for someone else. @throws AppError `rate_limited` by network alone, whatever the address
 */
export async function requestSignIn(ctx: Ctx, { email, network }: Input): Promise<{ secret: string }> {
  const perNetwork = { kind: "sign-in-network", value: network, max: ctx.config.signInMaxPerNetwork } as const;
  const [member] = await Promise.all([
    selectMemberByEmail(ctx.db, email).get(),
    requireAttempt(ctx, networkLimits(ctx, { ...perNetwork, windowEndsAt: endOfQuotaDay(ctx.now) }), {
      message: NETWORK_SPENT,
    }),
  ]);
  const secret = crypto.randomUUID();
  if (member && member.suppressedAt === null)
    afterAnswer(ctx, () => mailSignIn(ctx, member, secret), { afterMs: ANSWER_LEAVES_WITHIN_MS });
  return { secret };
}

/** There's no total: it would let strangers keep everyone out. A newer request ends the older link and code. */
async function mailSignIn(ctx: Ctx, member: Member, secret: string): Promise<void> {
  const { id, email } = member;
  const day = { max: ctx.config.signInMaxPerAccountDay, windowEndsAt: endOfQuotaDay(ctx.now) };
  const { isWithin } = await tryAttempt(ctx, [attemptLimit(ctx, { kind: "sign-in-account", value: id, ...day })]);
  if (!isWithin) return;
  // An imported person's way in is the invitation until they accept it.
  if (member.isUnaccepted) return void (await mailInvitation(ctx, member));
  const browser = { boundTo: sha256(secret), userAgent: ctx.userAgent };
  const link = { ...newLink(ctx.config, member, "sign-in", ctx.now), ...browser };
  const mail = queueMail(ctx, { kind: "sign-in", memberId: id, to: email, parameters: {}, link });
  await ctx.db.batch([
    spendLinksFor(ctx.db, id, "sign-in", ctx.now),
    insertLink(ctx.db, link),
    spendLinkOfOldPassword(ctx.db, link.id, member, ctx.now),
    mail.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
}

import type { KeptAccount } from "#domain/contract/account.ts";
import type { KeyRequest } from "#domain/contract/privacy.ts";
import { recomputeAccess } from "../access/access-grants.queries.ts";
import { type logIn, openSessionByPassword } from "../account/log-in.ts";
import { selectAccountByEmail } from "../account/member/members.queries.ts";
import { openAccount } from "../account/proof/first-proof.queries.ts";
import { type FirstProof, firstProof } from "../account/proof/first-proof.ts";
import { requireChallenge } from "../account/require-challenge.ts";
import type { OpenedSession } from "../account/sessions/sessions.ts";
import { hashOfToken } from "../account/single-use-link.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, conflict, gone, invalid } from "../kernel/errors.ts";
import { refuseLink } from "../kernel/limits/attempt-limit.ts";
import {
  readSubscriptionsSoon,
  reopenAccount,
  reviveGrants,
  selectWayBack,
  spendWaysBack,
} from "./closed-accounts.queries.ts";

const INVALID = "This link doesn't work. Use the link in your latest email.";
const TOO_LATE = "This account has been permanently deleted.";
const SPENT = "This link has already been used.";
const TAKEN = "There's a new account with this email. Write to us.";

/**
 * Restores a closed account and its access, but not the cancelled subscription or refunded grants.
 * @throws AppError `conflict` if its data is due to be purged or another account has its address
 */
export async function reopen(ctx: Ctx, memberId: string, proof: FirstProof | null = null): Promise<void> {
  const { reopened } = await batchOf(ctx.db, {
    reopened: reopenAccount(ctx.db, memberId, ctx.now),
    audited: auditChange(ctx, { actor: `member:${memberId}`, action: "member.keep", subject: memberId }),
    grants: reviveGrants(ctx.db, memberId),
    subscriptions: readSubscriptionsSoon(ctx.db, memberId, ctx.now),
    access: recomputeAccess(ctx.db, [memberId], { now: ctx.now }),
    proof: proof?.statements ?? [],
    links: spendWaysBack(ctx.db, memberId, ctx.now),
  });
  if (reopened.length === 0) throw conflict(TAKEN);
}

/**
 * Restores an account by the emailed link; a repeat gets the same answer.
 * @throws AppError `validation` for an unknown link, `gone` for a used or expired one, `rate_limited`, `conflict` as `reopen`
 */
export async function keepAccount(ctx: Ctx, { token }: KeyRequest): Promise<KeptAccount> {
  const [found] = await selectWayBack(ctx.db, await hashOfToken(ctx, token));
  if (!found) return refuseLink(ctx, invalid(INVALID));
  if (found.usedAt !== null && found.isOpen === 1) return { email: found.email };
  if (found.usedAt !== null) return refuseLink(ctx, gone(SPENT));
  if (found.expiresAt <= ctx.now) return refuseLink(ctx, gone(TOO_LATE));
  const { memberId, email, mailboxProvedAt } = found;
  const owner = openAccount(memberId);
  const proof = await firstProof(ctx, { id: memberId, email, mailboxProvedAt }, { owner, heldId: null });
  await reopen(ctx, memberId, proof);
  return { email, ...(proof.ended === null ? {} : { ended: proof.ended }) };
}

type Login = Parameters<typeof logIn>[1];

/** Restores an account by its password and logs in, with a single Turnstile token. @throws AppError as `logIn` and `reopen` */
export async function keepAccountByPassword(ctx: Ctx, { challenge, ...login }: Login): Promise<OpenedSession> {
  await requireChallenge(ctx, "login-total", { action: "login", token: challenge });
  try {
    return await openSessionByPassword(ctx, login);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "account_closed")) throw error;
  }
  const closed = await selectAccountByEmail(ctx.db, login.email, ctx.now).get();
  if (closed && closed.deletedAt !== null) await reopen(ctx, closed.id);
  return openSessionByPassword(ctx, login);
}

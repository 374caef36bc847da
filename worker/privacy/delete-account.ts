import type {
  DeleteAccountRequest,
  DeleteAccountResponse,
  KeepAccountResponse,
  KeyRequest,
} from "#domain/contract/privacy.ts";
import { DELETE_WORD } from "#domain/rules/credentials.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { recomputeAccess } from "../access/access-grants.queries.ts";
import { afterClosing } from "../access/close-account.ts";
import { type logIn, openSessionByPassword } from "../account/log-in.ts";
import type { Member } from "../account/member/member.ts";
import { selectAccountByEmail } from "../account/member/members.queries.ts";
import { requireChallenge } from "../account/require-challenge.ts";
import { requireOwner } from "../account/require-owner.ts";
import type { Caller, OpenedSession, Session } from "../account/sessions/sessions.ts";
import { hashOfToken, newLink } from "../account/single-use-link.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, conflict, gone, invalid, unavailable } from "../kernel/errors.ts";
import { refuseLink } from "../kernel/limits/attempt-limit.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueNotice } from "../mail/transactional-mail.ts";
import { cancelMySubscription } from "../money/subscriptions/my-subscription.ts";
import { isLive } from "../money/subscriptions/subscription-states.ts";
import { selectSubscriptionsOf } from "../money/subscriptions/subscriptions.queries.ts";
import {
  closeAccount,
  insertWayBack,
  readSubscriptionsSoon,
  reopenAccount,
  reviveGrants,
  selectWayBack,
  spendWaysBack,
} from "./closed-accounts.queries.ts";

const ASKED = { field: "password", missing: "Enter your password", wrong: "That's not your password." };
const PAYPAL_AWAY =
  "PayPal isn't responding, so we didn't delete your account: your subscription would keep charging you. We'll cancel it as soon as PayPal responds. Delete your account then.";

type Input = { caller: Caller; session: Session; confirmation: DeleteAccountRequest; network: string };

/** Without a password, the session and the word are enough. */
async function requireConfirmation(ctx: Ctx, member: Member, { confirmation, session, network }: Input): Promise<void> {
  if (member.passwordHash === null) {
    if ("word" in confirmation) return;
    throw invalid(`Type ${DELETE_WORD} in capitals`);
  }
  const password = "password" in confirmation ? confirmation.password : undefined;
  const code = "code" in confirmation ? confirmation.code : undefined;
  await requireOwner(ctx, { member, session, network, password, code, ...ASKED });
}

/** Runs before the account closes, so PayPal can't keep charging for an account no one can open. */
async function cancelWhatCharges(ctx: Ctx, memberId: string): Promise<void> {
  const owned = await selectSubscriptionsOf(ctx.db, memberId);
  if (!owned.some(({ subscription }) => isLive(subscription))) return;
  try {
    await cancelMySubscription(ctx, memberId, undefined);
  } catch (error) {
    throw error instanceof AppError && error.code === "unavailable" ? unavailable(PAYPAL_AWAY) : error;
  }
}

/**
 * Closes a member's own account and ends its subscriptions, emails, and sessions; a link restores it until its data is purged in 30 days.
 * @throws AppError `validation` for a wrong password, code, or word, `rate_limited`, `unavailable` while PayPal is down
 */
export async function deleteAccount(ctx: Ctx, input: Input): Promise<DeleteAccountResponse> {
  const member = await input.caller.member;
  await requireConfirmation(ctx, member, input);
  await cancelWhatCharges(ctx, member.id);
  const link = newLink(ctx.config, member.id, "keep-account", ctx.now);
  const purgeAt = link.expiresAt;
  const parameters = { dateText: longDateIn(member.timezone, purgeAt) };
  const mail = { memberId: member.id, to: member.email, parameters, link };
  const notice = queueNotice(ctx, { kind: "account-closed", ...mail });
  await ctx.db.batch([
    closeAccount(ctx.db, member.id, { now: ctx.now, purgeAt }),
    auditChange(ctx, { actor: `member:${member.id}`, action: "member.delete", subject: member.id }),
    notice.insert,
    insertWayBack(ctx.db, notice.id, link),
    ...afterClosing(ctx, member.id),
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return { purgeAt: new Date(purgeAt).toISOString() };
}

const INVALID = "This link doesn't work. Use the link in your latest email.";
const TOO_LATE = "This account has been permanently deleted.";
const SPENT = "This link has already been used.";
const TAKEN = "There's a new account with this email. Write to us.";

/**
 * Restores a closed account and its access, but not the cancelled subscription or refunded grants.
 * @throws AppError `conflict` if its data is due to be purged or another account has its address
 */
export async function reopen(ctx: Ctx, memberId: string): Promise<void> {
  const [reopened] = await ctx.db.batch([
    reopenAccount(ctx.db, memberId, ctx.now),
    auditChange(ctx, { actor: `member:${memberId}`, action: "member.keep", subject: memberId }),
    reviveGrants(ctx.db, memberId),
    readSubscriptionsSoon(ctx.db, memberId, ctx.now),
    recomputeAccess(ctx.db, [memberId], { now: ctx.now }),
    spendWaysBack(ctx.db, memberId, ctx.now),
  ]);
  if (reopened.length === 0) throw conflict(TAKEN);
}

/**
 * Restores an account by the emailed link; a repeat gets the same answer.
 * @throws AppError `validation` for an unknown link, `gone` for a used or expired one, `rate_limited`, `conflict` as `reopen`
 */
export async function keepAccount(ctx: Ctx, { token }: KeyRequest): Promise<KeepAccountResponse> {
  const [found] = await selectWayBack(ctx.db, await hashOfToken(ctx, token));
  if (!found) return refuseLink(ctx, invalid(INVALID));
  if (found.usedAt !== null && found.isOpen === 1) return { email: found.email };
  if (found.usedAt !== null) return refuseLink(ctx, gone(SPENT));
  if (found.expiresAt <= ctx.now) return refuseLink(ctx, gone(TOO_LATE));
  await reopen(ctx, found.memberId);
  return { email: found.email };
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

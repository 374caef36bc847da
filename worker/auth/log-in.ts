import type { ExchangeRequest, LoginRequest, QuickLoginRequest } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { gone, notFound, unauthorized } from "../errors.ts";
import { emailKeyOf } from "../members/member.ts";
import { selectMemberByEmail } from "../members/members.queries.ts";
import { forgetAttempts, takeBackAttempt } from "./attempt-counters.queries.ts";
import { passwordLimits, requireAttempt } from "./attempt-limit.ts";
import { selectLink, spendLink } from "./auth-tokens.queries.ts";
import { verifyPassword } from "./password.ts";
import { insertSessionByLink, insertSessionByPassword } from "./sessions.queries.ts";
import { type Client, newSession, type OpenedSession, openSession } from "./sessions.ts";
import { hashOfToken } from "./single-use-link.ts";

type Login = LoginRequest & { network: string; client: Client };

/**
 * Opens a session for a right password. An unknown address costs the same and answers the same as a wrong password.
 * @throws AppError `unauthorized`, or `rate_limited` after too many failures of the account or the network.
 */
export async function logIn(ctx: Ctx, { email, password, network, client }: Login): Promise<OpenedSession> {
  const [account, caller] = passwordLimits(ctx, { emailKey: emailKeyOf(email), network });
  // Counted before the password is looked at: guesses sent all at once would otherwise all be looked at.
  const [member] = await Promise.all([
    selectMemberByEmail(ctx.db, email).get(),
    requireAttempt(ctx, [account, caller]),
  ]);
  const hash = member?.passwordHash ?? null;
  const isRight = await verifyPassword(ctx.config, password, hash);
  if (!member || hash === null || !isRight) throw wrong();
  const session = newSession(member.id, client);
  // Nothing counts against the account any more, and this attempt not against the network.
  const [opened] = await ctx.db.batch([
    insertSessionByPassword(ctx.db, session, hash),
    forgetAttempts(ctx.db, account.key),
    takeBackAttempt(ctx.db, caller.key),
  ]);
  if (opened.length === 0) throw wrong();
  return { member, session };
}

function wrong() {
  return unauthorized("Invalid email or password");
}

/**
 * Opens a session for a ten-minute hand-off token, once.
 * @throws AppError `gone` for a token that is unknown, spent or over.
 */
export async function exchangeToken(
  ctx: Ctx,
  { token, client }: ExchangeRequest & { client: Client },
): Promise<OpenedSession> {
  const tokenHash = hashOfToken(token);
  const [found] = await selectLink(ctx.db, tokenHash, ["exchange"]);
  if (!found) throw notGood();
  const session = newSession(found.member.id, client);
  // Together: a new password in between spends the token, and of two browsers one gets the session.
  const [opened] = await ctx.db.batch([
    insertSessionByLink(ctx.db, session, tokenHash, ctx.now),
    spendLink(ctx.db, tokenHash, ctx.now),
  ]);
  if (opened.length === 0) throw notGood();
  return { member: found.member, session };
}

function notGood() {
  return gone("This sign-in link is no longer valid. Please sign in.");
}

/**
 * Opens a session without a password, in development alone.
 * @throws AppError `not_found` everywhere else, whatever the address.
 */
export async function quickLogin(
  ctx: Ctx,
  { email, client }: QuickLoginRequest & { client: Client },
): Promise<OpenedSession> {
  const member = ctx.config.isDevelopment ? await selectMemberByEmail(ctx.db, email).get() : undefined;
  if (!member) throw notFound(ctx.config.isDevelopment ? "Member" : "Page");
  return openSession(ctx, member, client);
}

import type { AddressRequest, LinkRequest, LoginRequest } from "#domain/contract/account.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { batchOf, type Statement } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, gone, notFound, unauthorized } from "../kernel/errors.ts";
import { emailKeyOf } from "../kernel/hashing.ts";
import {
  attemptLimit,
  countFailure,
  passwordLimits,
  refuseLink,
  requireAttempt,
  takeBackFailures,
} from "../kernel/limits/attempt-limit.ts";
import { goodLinkOwner, selectLink, spendLink, spendLinksOf } from "./auth-tokens.queries.ts";
import type { Member } from "./member/member.ts";
import { selectAccountByEmail, selectMemberByEmail } from "./member/members.queries.ts";
import { verifyPassword } from "./password/password.ts";
import type { FirstProof } from "./proof/first-proof.ts";
import { requireChallenge } from "./require-challenge.ts";
import { insertSessionByLink, insertSessionByPassword } from "./sessions/sessions.queries.ts";
import { type Client, newSession, type OpenedSession, openSession } from "./sessions/sessions.ts";
import { hashOfToken } from "./single-use-link.ts";

type FromClient<Request> = Request & { client: Client };
type PasswordLogin = FromClient<Omit<LoginRequest, "challenge">> & { network: string };
type Login = PasswordLogin & Pick<LoginRequest, "challenge">;

const WAIT = "Too many attempts. Wait a few minutes, or request a link to set a new password. It works right away.";

/** @throws AppError `challenge_required`, and what `openSessionByPassword` throws */
export async function logIn(ctx: Ctx, { challenge, ...login }: Login): Promise<OpenedSession> {
  await requireChallenge(ctx, "login-total", { action: "login", token: challenge });
  return openSessionByPassword(ctx, login);
}

/** Right tries count too: hashing costs time. @throws AppError `unauthorized`, `account_closed` if it can be restored, `rate_limited` */
export async function openSessionByPassword(ctx: Ctx, login: PasswordLogin): Promise<OpenedSession> {
  const { email, password, network, client } = login;
  const emailKey = emailKeyOf(email);
  const limits = passwordLimits(ctx, { emailKey, network });
  const tries = attemptLimit(ctx, { kind: "login-tries", value: emailKey, max: ctx.config.loginMaxPerAccount });
  // Count before checking the password; otherwise guesses sent in parallel would all be checked.
  const [member] = await Promise.all([
    selectAccountByEmail(ctx.db, email, ctx.now).get(),
    requireAttempt(ctx, [limits.account, tries, ...limits.networks], { message: WAIT }),
  ]);
  const hash = member?.passwordHash ?? null;
  const isRight = await verifyPassword(ctx.config, password, hash);
  if (!member || hash === null || !isRight) {
    countFailure(ctx, "login-total", ctx.config.loginAlarmFailures);
    throw wrong();
  }
  if (member.deletedAt !== null) {
    await ctx.db.batch(takeBackFailures(ctx, limits));
    throw new AppError("account_closed", closedText(member));
  }
  const session = newSession(ctx.config, member.id, client, { knowsPassword: true });
  const [opened] = await ctx.db.batch([
    insertSessionByPassword(ctx.db, session, hash),
    ...takeBackFailures(ctx, limits),
  ]);
  if (opened.length === 0) throw wrong();
  return { member, session };
}

function closedText({ purgeAt, timezone }: Member): string {
  const until = purgeAt === null ? "" : ` You can restore it until ${longDateIn(timezone, purgeAt)}.`;
  return `You deleted this account.${until}`;
}

const wrong = () => unauthorized("Invalid email or password");

/** Opens a session for a ten-minute hand-off token, once. @throws AppError `gone` for an unknown, spent, or expired token, `rate_limited` */
export async function exchangeToken(ctx: Ctx, { token, client }: FromClient<LinkRequest>): Promise<OpenedSession> {
  const tokenHash = await hashOfToken(ctx, token);
  const [found] = await selectLink(ctx.db, tokenHash, ["exchange"]);
  if (!found) return refuseLink(ctx, notGood());
  return (await openSessionByLink(ctx, found, client)) ?? refuseLink(ctx, notGood());
}

type Found = { member: Member; link: { tokenHash: string } };

/**
 * Spends the link; all of them with a first `proof`, which only an emailed link gives. Null if it was spent in the meantime: a new password
 * does that, and of two browsers only one gets the session.
 */
export async function openSessionByLink(
  ctx: Ctx,
  { member, link: { tokenHash } }: Found,
  client: Client,
  { proof, more = [] }: { proof?: FirstProof; more?: Statement[] } = {},
): Promise<OpenedSession | null> {
  const session = newSession(ctx.config, member.id, client, { isByMail: proof !== undefined });
  const owner = goodLinkOwner(ctx.db, tokenHash, ctx.now);
  const { opened } = await batchOf(ctx.db, {
    proof: proof?.statements ?? [],
    opened: insertSessionByLink(ctx.db, session, tokenHash, ctx.now),
    more,
    links: proof?.statements.length ? spendLinksOf(ctx.db, owner, ctx.now) : spendLink(ctx.db, tokenHash, ctx.now),
  });
  return opened.length === 0 ? null : { member, session, ended: proof?.ended ?? null };
}

const notGood = () => gone("This login link has expired. Log in instead.");

/** Logs in without a password, in development only. @throws AppError `not_found` everywhere else, for any address */
export async function quickLogin(ctx: Ctx, { email, client }: FromClient<AddressRequest>): Promise<OpenedSession> {
  const member = ctx.config.isDevelopment ? await selectMemberByEmail(ctx.db, email).get() : undefined;
  if (!member) throw notFound(ctx.config.isDevelopment ? "Member" : "Page");
  return openSession(ctx, member, client);
}

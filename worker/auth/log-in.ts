import type { LoginRequest } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { unauthorized } from "../errors.ts";
import { emailKeyOf, type Member } from "../members/member.ts";
import { findMemberByEmail } from "../members/members.queries.ts";
import { attemptKey, countAttempt, forgetAttempt, requireAttemptsLeft } from "./attempt-limit.ts";
import { verifyPassword } from "./password.ts";

type Input = LoginRequest & { network: string };

/**
 * The member a right password belongs to. An unknown address costs the same and answers the same as a wrong password.
 * @throws AppError `unauthorized`, or `rate_limited` after too many failures of the account or the address.
 */
export async function logIn(ctx: Ctx, { email, password, network }: Input): Promise<Member> {
  const { loginMaxFailuresPerAccount, loginMaxFailuresPerAddress } = ctx.config;
  const limits = {
    account: { key: attemptKey("login-account", emailKeyOf(email)), max: loginMaxFailuresPerAccount },
    address: { key: attemptKey("login-address", network), max: loginMaxFailuresPerAddress },
  };
  const both = [limits.account, limits.address];
  const [member] = await Promise.all([findMemberByEmail(ctx.db, email), requireAttemptsLeft(ctx, both)]);
  // Before the password is looked at: guesses sent all at once would otherwise all be looked at.
  await countAttempt(ctx, both);
  const isRight = await verifyPassword(password, member?.passwordHash ?? null);
  if (!member || !isRight) throw unauthorized("Invalid email or password");
  ctx.defer(forgetAttempt(ctx, limits));
  return member;
}

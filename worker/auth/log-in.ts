import type { LoginRequest } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { unauthorized } from "../errors.ts";
import { emailKeyOf, type Member } from "../members/member.ts";
import { findMemberByEmail } from "../members/members.queries.ts";
import { attemptKey, recordFailedAttempt, requireAttemptsLeft } from "./attempt-limit.ts";
import { forgetFailures } from "./auth.queries.ts";
import { verifyPassword } from "./password.ts";

type Input = LoginRequest & { address: string };

/**
 * The member a right password belongs to. An unknown address costs the same and answers the same as a wrong password.
 * @throws AppError `unauthorized`, or `rate_limited` after too many failures of the account or the address.
 */
export async function logIn(ctx: Ctx, { email, password, address }: Input): Promise<Member> {
  const account = { key: attemptKey("login-account", emailKeyOf(email)), max: ctx.config.loginMaxFailuresPerAccount };
  const limits = [account, { key: attemptKey("login-address", address), max: ctx.config.loginMaxFailuresPerAddress }];
  const [member] = await Promise.all([findMemberByEmail(ctx.db, email), requireAttemptsLeft(ctx, limits)]);
  const isRight = await verifyPassword(password, member?.passwordHash ?? null);
  if (!member || !isRight) {
    await recordFailedAttempt(ctx, limits);
    throw unauthorized("Invalid email or password");
  }
  ctx.defer(forgetFailures(ctx.db, account.key).execute());
  return member;
}

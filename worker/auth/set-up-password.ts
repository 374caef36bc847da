import type { SetupPasswordRequest } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { gone, invalid } from "../errors.ts";
import { emailKeyOf, type Member } from "../members/member.ts";
import { attemptKey } from "./attempt-limit.ts";
import { findLink, forgetFailures, setPasswordByLink, spendPasswordLinks } from "./auth.queries.ts";
import { hashPassword } from "./password.ts";
import { hashOfToken } from "./single-use-link.ts";

const SPENT = "This link has already been used. Sign in with your password, or request a new link.";
const EXPIRED = "This link has expired. Please request a new one.";

/**
 * Spends a set-up or reset link and sets the password; every other session and link of the member ends.
 * @throws AppError `validation` for a link that never was, `gone` for one that is spent or expired.
 */
export async function setUpPassword(ctx: Ctx, { token, email, password }: SetupPasswordRequest): Promise<Member> {
  const tokenHash = hashOfToken(token);
  const found = await findLink(ctx.db, tokenHash, ["setup", "reset"]);
  if (!found || found.member.emailKey !== emailKeyOf(email)) {
    throw invalid("Invalid setup link. Please use the link from your email.");
  }
  if (found.link.usedAt !== null) throw gone(SPENT);
  if (found.link.expiresAt <= ctx.now) throw gone(EXPIRED);
  const passwordHash = await hashPassword(password);
  const [updated] = await ctx.db.batch([
    setPasswordByLink(ctx.db, tokenHash, passwordHash, ctx.now),
    spendPasswordLinks(ctx.db, tokenHash, ctx.now),
  ]);
  const [member] = updated;
  if (!member) throw gone(SPENT);
  // Whoever locked the account with wrong passwords has lost their say.
  ctx.defer(forgetFailures(ctx.db, attemptKey("login-account", member.emailKey)).execute());
  return member;
}

import { attemptKey, countAttempt, requireAttemptsLeft } from "../auth/attempt-limit.ts";
import type { Ctx } from "../context.ts";
import { unauthorized } from "../errors.ts";
import { isSameSecret } from "../hashing.ts";

type Input = { password: string; address: string };

/**
 * Only wrong passwords count. An address that used up its attempts is refused without its password being looked at, until
 * the window ends; no other address is affected.
 * @throws AppError `unauthorized` or `rate_limited`
 */
export async function requireAdminPassword(ctx: Ctx, { password, address }: Input): Promise<void> {
  const limit = { key: attemptKey("admin-address", address), max: ctx.config.adminMaxFailures };
  await requireAttemptsLeft(ctx, [limit]);
  // Once more: the wrong ones that came at the same time count only from here on.
  if (isSameSecret(password, ctx.config.adminPassword)) return requireAttemptsLeft(ctx, [limit]);
  if (password !== "") await countAttempt(ctx, [limit]);
  throw unauthorized("Invalid admin password");
}

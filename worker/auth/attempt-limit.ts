import type { Ctx } from "../context.ts";
import { rateLimited } from "../errors.ts";
import { countFailure, findFailures } from "./auth.queries.ts";
import { sha256 } from "./secrets.ts";

const WINDOW_MS = 15 * 60_000;

/** One thing whose wrong passwords are counted, and how many it may have within 15 minutes. */
export type AttemptLimit = { key: string; max: number };

/** Keys are hashed: the table holds no address of a person or a network. */
export function attemptKey(kind: "login-account" | "login-address" | "admin-address", value: string): string {
  return `${kind}:${sha256(value).slice(0, 32)}`;
}

/** @throws AppError `rate_limited` while one of the limits is used up. */
export async function requireAttemptsLeft(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  const failures = await findFailures(
    ctx.db,
    limits.map((limit) => limit.key),
    ctx.now,
  );
  const spent = failures.find((failure) => limits.some(({ key, max }) => key === failure.key && failure.count >= max));
  if (spent) throw rateLimited(Math.ceil((spent.windowEndsAt - ctx.now) / 1000));
}

export async function recordFailedAttempt(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  const [first, ...others] = limits.map(({ key }) => countFailure(ctx.db, key, ctx.now, WINDOW_MS));
  if (first) await ctx.db.batch([first, ...others]);
}

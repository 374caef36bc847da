import type { Ctx } from "../context.ts";
import { rateLimited } from "../errors.ts";
import { sha256 } from "../hashing.ts";
import { countFailure, findFailures, forgetFailures, takeBackFailure } from "./auth.queries.ts";

const WINDOW_MS = 15 * 60_000;

/** One thing whose wrong passwords are counted, and how many it may have within 15 minutes. */
export type AttemptLimit = { key: string; max: number };

/** Keys are hashed: the table holds no address of a person or a network. */
export function attemptKey(
  kind: "login-account" | "login-address" | "admin-address" | "reset-account" | "undo-account",
  value: string,
): string {
  return `${kind}:${sha256(value).slice(0, 32)}`;
}

function refuse(ctx: Ctx, spent: { windowEndsAt: number } | undefined): void {
  if (spent) throw rateLimited(Math.ceil((spent.windowEndsAt - ctx.now) / 1000));
}

function maxOf(limits: AttemptLimit[], key: string): number {
  return limits.find((limit) => limit.key === key)?.max ?? 0;
}

/** @throws AppError `rate_limited` while one of the limits is used up. */
export async function requireAttemptsLeft(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  const keys = limits.map((limit) => limit.key);
  const failures = await findFailures(ctx.db, keys, ctx.now);
  refuse(
    ctx,
    failures.find(({ key, count }) => count >= maxOf(limits, key)),
  );
}

// Of attempts that come all at once, each finds some left; the count that this writes decides which of them do.
async function countBeyondLimit(ctx: Ctx, limits: AttemptLimit[]): Promise<{ windowEndsAt: number } | undefined> {
  const [first, ...others] = limits.map(({ key }) => countFailure(ctx.db, key, ctx.now, WINDOW_MS));
  const counted = first ? (await ctx.db.batch([first, ...others])).flat() : [];
  return counted.find(({ key, count }) => count > maxOf(limits, key));
}

/**
 * Counts one attempt under every limit.
 * @throws AppError `rate_limited` for an attempt beyond one of the limits
 */
export async function countAttempt(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  refuse(ctx, await countBeyondLimit(ctx, limits));
}

/** Counts one attempt under every limit; false for one beyond a limit, where a refusal would tell the caller something. */
export async function isAttemptWithin(ctx: Ctx, limits: AttemptLimit[]): Promise<boolean> {
  return (await countBeyondLimit(ctx, limits)) === undefined;
}

/** A right password: nothing counts against the account any more, and this attempt not against the address. */
export async function forgetAttempt(ctx: Ctx, { account, address }: Record<"account" | "address", AttemptLimit>) {
  await ctx.db.batch([forgetFailures(ctx.db, account.key), takeBackFailure(ctx.db, address.key)]);
}

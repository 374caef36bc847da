import type { Ctx } from "../context.ts";
import type { Config } from "../env.ts";
import { rateLimited } from "../errors.ts";
import { keyedHash } from "../hashing.ts";
import { type AttemptLimit, countAttempt, selectCounters } from "./attempt-counters.queries.ts";

const QUARTER_OF_AN_HOUR_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

type Kind =
  | "checkout-network"
  | "webhook-network"
  | "login-account"
  | "login-network"
  | "admin-network"
  | "acknowledged-address"
  | "admin-totp"
  | "gift-network"
  | "gift-recipient"
  | "reset-account"
  | "reset-network"
  | "reset-total"
  | "undo-account"
  | "test-mail-account";

/** Keys are made with the application's secret: who holds the table alone cannot try addresses against it. */
export function attemptKey(config: Config, kind: Kind, value: string): string {
  return `${kind}:${keyedHash(config, "attempt", `${kind}:${value}`)}`;
}

/** How many attempts something may have until a window ends, which is a quarter of an hour after the first of them. */
export function attemptLimit(
  ctx: Ctx,
  { kind, value, max, windowEndsAt }: { kind: Kind; value: string; max: number; windowEndsAt?: number },
): AttemptLimit {
  const key = attemptKey(ctx.config, kind, value);
  return { key, max, windowEndsAt: windowEndsAt ?? ctx.now + QUARTER_OF_AN_HOUR_MS };
}

/** The limits of wrong passwords, wherever one is asked for: of the account, and of the network it is tried from. */
export function passwordLimits(ctx: Ctx, { emailKey, network }: { emailKey: string; network: string }) {
  const { loginMaxFailuresPerAccount, loginMaxFailuresPerAddress } = ctx.config;
  return [
    attemptLimit(ctx, { kind: "login-account", value: emailKey, max: loginMaxFailuresPerAccount }),
    attemptLimit(ctx, { kind: "login-network", value: network, max: loginMaxFailuresPerAddress }),
  ] as const;
}

/** The end of a UTC day, which is a day of the mail provider's quota. */
export function endOfQuotaDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** `refusedBy` are the limits that were used up; `isFirst` of those that refused nobody before within their window. */
type Attempt = { isWithin: boolean; refusedBy: { key: string; windowEndsAt: number; isFirst: boolean }[] };

/** Counts one attempt under every limit, or under none when one is used up: what was refused uses nothing up. */
export async function tryAttempt(ctx: Ctx, limits: AttemptLimit[]): Promise<Attempt> {
  const keys = limits.map((limit) => limit.key);
  const [counted, running] = await ctx.db.batch([
    countAttempt(ctx.db, limits, ctx.now),
    selectCounters(ctx.db, keys, ctx.now),
  ]);
  const maxOf = new Map(limits.map(({ key, max }) => [key, max]));
  const isBeyond = ({ key, count }: { key: string; count: number }) => count > (maxOf.get(key) ?? 0);
  if (counted.length === limits.length && !counted.some(isBeyond)) return { isWithin: true, refusedBy: [] };
  const firstKeys = counted.map(({ key }) => key);
  return {
    isWithin: false,
    refusedBy: running
      .filter(isBeyond)
      .map(({ key, windowEndsAt }) => ({ key, windowEndsAt, isFirst: firstKeys.includes(key) })),
  };
}

function refuseUntil(ctx: Ctx, windowEndsAt: number): never {
  throw rateLimited(Math.ceil((windowEndsAt - ctx.now) / 1000));
}

/**
 * Counts one attempt under every limit.
 * @throws AppError `rate_limited` for an attempt beyond one of the limits
 */
export async function requireAttempt(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  const { isWithin, refusedBy } = await tryAttempt(ctx, limits);
  if (!isWithin) refuseUntil(ctx, Math.max(...refusedBy.map((refusal) => refusal.windowEndsAt)));
}

/**
 * Refuses while a limit is used up, and else counts the attempt if it has failed. One call, which looks the same for both: neither
 * guesses sent at once nor a stopwatch tell whoever is beyond the limit which of theirs was right.
 * @throws AppError `rate_limited`
 */
export async function requireWithin(
  ctx: Ctx,
  limit: AttemptLimit,
  { hasFailed }: { hasFailed: boolean },
): Promise<void> {
  const [counted, [running]] = await ctx.db.batch([
    countAttempt(ctx.db, hasFailed ? [limit] : [], ctx.now),
    selectCounters(ctx.db, [limit.key], ctx.now),
  ]);
  const isWithin = hasFailed
    ? counted.length === 1 && counted.every(({ count }) => count <= limit.max)
    : (running?.count ?? 0) < limit.max;
  if (!isWithin) refuseUntil(ctx, running?.windowEndsAt ?? limit.windowEndsAt);
}

/** Counts nothing. @throws AppError `rate_limited` while the limit is used up */
export async function requireAttemptsLeft(ctx: Ctx, { key, max }: AttemptLimit): Promise<void> {
  const [counter] = await selectCounters(ctx.db, [key], ctx.now);
  if (counter && counter.count >= max) refuseUntil(ctx, counter.windowEndsAt);
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { afterAnswer } from "../after-answer.ts";
import type { Ctx } from "../context.ts";
import type { Config } from "../env.ts";
import { type AppError, rateLimited } from "../errors.ts";
import { keyedHash } from "../hashing.ts";
import { log } from "../log.ts";
import { networkOf, wideNetworkOf } from "../network.ts";
import { retryWrite } from "../retry-write.ts";
import {
  type AttemptLimit,
  countAttempt,
  forgetAttempts,
  selectCounters,
  takeBackAttempt,
} from "./attempt-counters.queries.ts";

/** How long attempts are counted together where nothing else is said. */
export const ATTEMPT_WINDOW_MS = 15 * MINUTE_MS;

/** An IPv6 line may own a /48 and with it 65,536 networks of its own; many lines may share one. */
const WIDE_NETWORK_FACTOR = 10;
/** Links that are none of ours, in a quarter of an hour. Who has a good one is never refused for what its network did. */
const WRONG_LINKS = 50;

type Kind =
  | "checkout-network"
  | "checkout-member"
  | "webhook-asked"
  | "webhook-network"
  | "strange-money"
  | "login-account"
  | "login-network"
  | "login-tries"
  | "login-total"
  | "admin-network"
  | "admin-total"
  | "acknowledged-address"
  | "acknowledged-total"
  | "admin-totp"
  | "admin-codes"
  | "by-mail-changes"
  | "by-mail-saves"
  | "gift-network"
  | "change-account"
  | "link-account"
  | "link-network"
  | "profile-changes"
  | "reset-account"
  | "reset-account-day"
  | "reset-first"
  | "reset-network"
  | "reset-shared"
  | "reset-total"
  | "stop-account"
  | "undo-account"
  | "upload-account"
  | "upload-network"
  | "test-mail-account"
  | "export-account";

/** Keys are made with the application's secret: who holds the table alone cannot try addresses against it. */
export function attemptKey(config: Config, kind: Kind, value: string): string {
  return `${kind}:${keyedHash(config, "attempt", `${kind}:${value}`)}`;
}

type Limit = { kind: Kind; value: string; max: number; windowEndsAt?: number };

/** How many attempts something may have until a window ends, which is a quarter of an hour after the first of them. */
export function attemptLimit(ctx: Ctx, { kind, value, max, windowEndsAt }: Limit): AttemptLimit {
  const key = attemptKey(ctx.config, kind, value);
  return { key, max, windowEndsAt: windowEndsAt ?? ctx.now + ATTEMPT_WINDOW_MS };
}

/** The limit of a network (IPv4 address, IPv6 /64), and at ten times as much that of the IPv6 /48 around it. */
export function networkLimits(ctx: Ctx, { value, max, ...limit }: Limit): AttemptLimit[] {
  const own = attemptLimit(ctx, { ...limit, value, max });
  const wide = wideNetworkOf(value);
  return wide === null ? [own] : [own, attemptLimit(ctx, { ...limit, value: wide, max: max * WIDE_NETWORK_FACTOR })];
}

/** The limits of wrong passwords, wherever one is asked for: of the account, and of the network it is tried from. */
export function passwordLimits(ctx: Ctx, { emailKey, network }: { emailKey: string; network: string }) {
  const { loginMaxFailuresPerAccount, loginMaxFailuresPerAddress } = ctx.config;
  return {
    account: attemptLimit(ctx, { kind: "login-account", value: emailKey, max: loginMaxFailuresPerAccount }),
    networks: networkLimits(ctx, { kind: "login-network", value: network, max: loginMaxFailuresPerAddress }),
  };
}

/** The statements by which a right password takes back what was counted: of the account all failures, of its networks this one. */
export function takeBackFailures(ctx: Ctx, { account, networks }: ReturnType<typeof passwordLimits>) {
  const networkKeys = networks.map(({ key }) => key);
  return [forgetAttempts(ctx.db, [account.key]), takeBackAttempt(ctx.db, networkKeys)] as const;
}

/** All that counts against an account at sign-in, which whoever reads its mail may have forgotten. */
export function accountKeys(config: Config, emailKey: string): string[] {
  return [attemptKey(config, "login-account", emailKey), attemptKey(config, "login-tries", emailKey)];
}

/** The end of a UTC day, which is a day of the mail provider's quota. */
export function endOfQuotaDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** `refusedBy` are the limits that were used up; `isFirst` of those that refused nobody before within their window. */
type Attempt = { isWithin: boolean; refusedBy: { key: string; windowEndsAt: number; isFirst: boolean }[] };

/**
 * Counts one attempt under every limit, or under none when one is used up: what was refused uses nothing up. Without `isCounted` it
 * only looks whether there is one left, by a call that looks the same.
 */
export async function tryAttempt(ctx: Ctx, limits: AttemptLimit[], { isCounted = true } = {}): Promise<Attempt> {
  const keys = limits.map((limit) => limit.key);
  // One whose answer was lost counts twice: no harm, and rather that than refuse whoever is right.
  const [counted, running] = await retryWrite(() =>
    ctx.db.batch([countAttempt(ctx.db, isCounted ? limits : [], ctx.now), selectCounters(ctx.db, keys, ctx.now)]),
  );
  const maxOf = new Map(limits.map(({ key, max }) => [key, max ?? Number.POSITIVE_INFINITY]));
  const isSpent = ({ key, count }: { key: string; count: number }) => {
    const max = maxOf.get(key) ?? 0;
    return isCounted ? count > max : count >= max;
  };
  const isWithin = isCounted ? counted.length === limits.length && !counted.some(isSpent) : !running.some(isSpent);
  if (isWithin) return { isWithin, refusedBy: [] };
  const firstKeys = counted.map(({ key }) => key);
  return {
    isWithin,
    refusedBy: running
      .filter(isSpent)
      .map(({ key, windowEndsAt }) => ({ key, windowEndsAt, isFirst: firstKeys.includes(key) })),
  };
}

type Refusal = { isCounted?: boolean; message?: string | undefined };

/**
 * Counts one attempt under every limit; `message` says what else there is to do than to wait.
 * @throws AppError `rate_limited` for an attempt beyond one of the limits
 */
export async function requireAttempt(ctx: Ctx, limits: AttemptLimit[], refusal: Refusal = {}): Promise<void> {
  const { isWithin, refusedBy } = await tryAttempt(ctx, limits, refusal);
  if (isWithin) return;
  const windowEndsAt = Math.max(...refusedBy.map((limit) => limit.windowEndsAt));
  throw rateLimited(Math.ceil((windowEndsAt - ctx.now) / 1000), refusal.message);
}

/** Counts nothing. @throws AppError `rate_limited` while one of the limits is used up */
export function requireAttemptsLeft(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  return requireAttempt(ctx, limits, { isCounted: false });
}

/**
 * The day's limits of mails that strangers can cause: all of them, and those that may not be of the third that is kept for accounts
 * that asked for no reset that day. Two counters, so that what the second refuses takes nothing from the first.
 */
export function strangersLimits(ctx: Ctx): Record<"total" | "shared", AttemptLimit> {
  const { resetMaxInTotal: max } = ctx.config;
  const of = { value: "", windowEndsAt: endOfQuotaDay(ctx.now) };
  return {
    total: attemptLimit(ctx, { ...of, kind: "reset-total", max }),
    shared: attemptLimit(ctx, { ...of, kind: "reset-shared", max: Math.ceil((2 * max) / 3) }),
  };
}

/** `told` writes the error from `when` ("a minute", "30 minutes"): it says what a member can do meanwhile. */
type OfAnHour = { kind: Kind; member: string; max: number; told: (when: string) => string };

/** Counts one of so many that a member has in an hour. @throws AppError `rate_limited`, which says when there is the next */
export async function requireWithinHour(ctx: Ctx, { kind, member, max, told }: OfAnHour): Promise<void> {
  const limit = attemptLimit(ctx, { kind, value: member, max, windowEndsAt: ctx.now + HOUR_MS });
  const { isWithin, refusedBy } = await tryAttempt(ctx, [limit]);
  if (isWithin) return;
  const waitMs = Math.max(...refusedBy.map(({ windowEndsAt }) => windowEndsAt)) - ctx.now;
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const when = minutes === 1 ? "a minute" : `${minutes} minutes`;
  throw rateLimited(Math.ceil(waitMs / 1000), told(when));
}

/** Answers a link that is none of ours, or was once, with its error. @throws AppError `rate_limited` beyond the limit of its network */
export async function refuseLink(ctx: Ctx, error: AppError): Promise<never> {
  const value = networkOf(ctx.ipAddress);
  await requireAttempt(ctx, networkLimits(ctx, { kind: "link-network", value, max: WRONG_LINKS }));
  throw error;
}

/**
 * Counts what failed in all places together, after the answer. It refuses nobody; the operator's log hears of it once a window.
 */
export function countFailure(ctx: Ctx, kind: "login-total" | "admin-total", alarmAt: number): void {
  const limit = { ...attemptLimit(ctx, { kind, value: "", max: alarmAt }), max: null };
  afterAnswer(ctx, async () => {
    const [counter] = await countAttempt(ctx.db, [limit], ctx.now);
    if (counter?.count !== alarmAt) return;
    const until = new Date(counter.windowEndsAt).toISOString();
    log("error", "failures_alarm", { of: kind, failures: alarmAt, until });
  });
}

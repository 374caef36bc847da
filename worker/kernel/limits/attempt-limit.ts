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

export const ATTEMPT_WINDOW_MS = 15 * MINUTE_MS;

/** A subscriber may own an IPv6 /48 with 65,536 /64 networks, but many subscribers may also share one. */
const WIDE_NETWORK_FACTOR = 10;
/** Invalid links per network and window. A valid link is never refused because of its network. */
const WRONG_LINKS = 50;

/** Keys are hashed with the app's secret, so the table alone can't be used to test email addresses. */
export function attemptKey(config: Config, kind: string, value: string): string {
  return `${kind}:${keyedHash(config, "attempt", `${kind}:${value}`)}`;
}

type Limit = { kind: string; value: string; max: number; windowEndsAt?: number };

/** The window ends 15 minutes after the first attempt unless `windowEndsAt` says otherwise. */
export function attemptLimit(ctx: Ctx, { kind, value, max, windowEndsAt }: Limit): AttemptLimit {
  const key = attemptKey(ctx.config, kind, value);
  return { key, max, windowEndsAt: windowEndsAt ?? ctx.now + ATTEMPT_WINDOW_MS };
}

/** Limits a network (IPv4 address or IPv6 /64), and the surrounding IPv6 /48 at ten times as much. */
export function networkLimits(ctx: Ctx, { value, max, ...limit }: Limit): AttemptLimit[] {
  const own = attemptLimit(ctx, { ...limit, value, max });
  const wide = wideNetworkOf(value);
  return wide === null ? [own] : [own, attemptLimit(ctx, { ...limit, value: wide, max: max * WIDE_NETWORK_FACTOR })];
}

export function passwordLimits(ctx: Ctx, { emailKey, network }: { emailKey: string; network: string }) {
  const { loginMaxFailuresPerAccount, loginMaxFailuresPerAddress } = ctx.config;
  return {
    account: attemptLimit(ctx, { kind: "login-account", value: emailKey, max: loginMaxFailuresPerAccount }),
    networks: networkLimits(ctx, { kind: "login-network", value: network, max: loginMaxFailuresPerAddress }),
  };
}

/** Statements for a correct password: they clear the account's failures and take this attempt off its networks. */
export function takeBackFailures(ctx: Ctx, { account, networks }: ReturnType<typeof passwordLimits>) {
  const networkKeys = networks.map(({ key }) => key);
  return [forgetAttempts(ctx.db, [account.key]), takeBackAttempt(ctx.db, networkKeys)] as const;
}

export function accountKeys(config: Config, emailKey: string): string[] {
  return [attemptKey(config, "login-account", emailKey), attemptKey(config, "login-tries", emailKey)];
}

/** Returns the end of the UTC day, because the email provider's daily quota runs by UTC days. */
export function endOfQuotaDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** `refusedBy` lists the used-up limits. `isFirst` marks the first refusal by that limit in its window. */
type Attempt = { isWithin: boolean; refusedBy: { key: string; windowEndsAt: number; isFirst: boolean }[] };

/** Counts one attempt under every limit, or none if any is used up. `isCounted: false` only checks, by a call that looks the same. */
export async function tryAttempt(ctx: Ctx, limits: AttemptLimit[], { isCounted = true } = {}): Promise<Attempt> {
  const keys = limits.map((limit) => limit.key);
  // If D1's answer is lost, the retry counts the attempt twice. That's better than refusing a valid caller.
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

/** `message` says what to do meanwhile; as a function it gets when to try again ("a minute", "30 minutes"). */
type Refusal = { isCounted?: boolean; message?: string | ((when: string) => string) };

/** Counts one attempt under every limit. @throws AppError `rate_limited`, with `message` if given, if a limit is used up */
export async function requireAttempt(ctx: Ctx, limits: AttemptLimit[], refusal: Refusal = {}): Promise<void> {
  const { isWithin, refusedBy } = await tryAttempt(ctx, limits, refusal);
  if (isWithin) return;
  const waitMs = Math.max(...refusedBy.map((limit) => limit.windowEndsAt)) - ctx.now;
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const { message } = refusal;
  const text = typeof message === "function" ? message(minutes === 1 ? "a minute" : `${minutes} minutes`) : message;
  throw rateLimited(Math.ceil(waitMs / 1000), text);
}

/** Counts nothing. @throws AppError `rate_limited` if a limit is used up */
export function requireAttemptsLeft(ctx: Ctx, limits: AttemptLimit[]): Promise<void> {
  return requireAttempt(ctx, limits, { isCounted: false });
}

/** Daily limits for emails that strangers trigger. A third of `total` is kept for accounts that haven't asked for a reset that day. */
export function strangersLimits(ctx: Ctx): Record<"total" | "shared", AttemptLimit> {
  const { resetMaxInTotal: max } = ctx.config;
  const of = { value: "", windowEndsAt: endOfQuotaDay(ctx.now) };
  return {
    total: attemptLimit(ctx, { ...of, kind: "reset-total", max }),
    shared: attemptLimit(ctx, { ...of, kind: "reset-shared", max: Math.ceil((2 * max) / 3) }),
  };
}

type OfAnHour = { kind: string; member: string; max: number; messageOf: (when: string) => string };

/** Allows a member `max` attempts an hour. @throws AppError `rate_limited`, which says when to try again */
export async function requireWithinHour(ctx: Ctx, { kind, member, max, messageOf }: OfAnHour): Promise<void> {
  const limit = attemptLimit(ctx, { kind, value: member, max, windowEndsAt: ctx.now + HOUR_MS });
  await requireAttempt(ctx, [limit], { message: messageOf });
}

/** Rejects an invalid or expired link with `error`. @throws AppError `rate_limited` once the network has tried too many */
export async function refuseLink(ctx: Ctx, error: AppError): Promise<never> {
  const value = networkOf(ctx.ipAddress);
  await requireAttempt(ctx, networkLimits(ctx, { kind: "link-network", value, max: WRONG_LINKS }));
  throw error;
}

/** Counts a failure across all accounts, after the response. It refuses no one; it logs one alarm per window for the operator. */
export function countFailure(ctx: Ctx, kind: "login-total" | "admin-total", alarmAt: number): void {
  const limit = { ...attemptLimit(ctx, { kind, value: "", max: alarmAt }), max: null };
  afterAnswer(ctx, async () => {
    const [counter] = await countAttempt(ctx.db, [limit], ctx.now);
    if (counter?.count !== alarmAt) return;
    const until = new Date(counter.windowEndsAt).toISOString();
    log("error", "failures_alarm", { of: kind, failures: alarmAt, until });
  });
}

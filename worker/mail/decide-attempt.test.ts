import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { asksToWait, decideAttempt } from "./decide-attempt.ts";

const DAY_MS = 24 * 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 2, 10, 12);
const backOff = { firstMs: 10_000, longestMs: 15 * MINUTE_MS };
const first = { attempts: 1, isOnlyAttempt: true, now: NOON, backOff };
const later = { ...first, attempts: 3, isOnlyAttempt: false };

const rejected = [{ index: 1, message: "Invalid `to` field." }];
const rateLimited = (retryAfterSeconds: number): SendOutcome => ({ kind: "rate_limited", retryAfterSeconds });
const LONG_WAIT = { kind: "pause", cause: "rate_limit", key: "new", reason: "rate_limited" } as const;
const unclear: SendOutcome = { kind: "unclear", message: "gone" };
const dailyQuota: SendOutcome = { kind: "blocked", reason: "daily_quota", message: "spent" };
const account: SendOutcome = { kind: "blocked", reason: "account", message: "bad key" };
const midnight = NOON + DAY_MS / 2;

test.for([
  ["accepted", first, { kind: "accepted", rejected }, { kind: "sent", rejected }],
  ["accepted before", later, { kind: "accepted_before" }, { kind: "sent", rejected: [] }],
  ["refused", first, { kind: "refused", message: "no" }, { kind: "failed", reason: "no" }],
  ["unclear", first, unclear, { kind: "retry", at: NOON + 10_000, key: "same", reason: "gone" }],
  ["unclear again", later, unclear, { kind: "retry", at: NOON + 40_000, key: "same", reason: "gone" }],
  ["in flight", first, { kind: "in_flight" }, { kind: "retry", at: NOON + 10_000, key: "same", reason: "in_flight" }],
  ["rate limited", first, rateLimited(1), { kind: "retry", at: NOON + 10_000, key: "new", reason: "rate_limited" }],
  [
    "rate limited for two minutes",
    first,
    rateLimited(120),
    { kind: "retry", at: NOON + 120_000, key: "new", reason: "rate_limited" },
  ],
  ["rate limited for half an hour", first, rateLimited(1800), { ...LONG_WAIT, at: NOON + 30 * MINUTE_MS }],
  ["rate limited for years", first, rateLimited(10 ** 9), { ...LONG_WAIT, at: NOON + DAY_MS }],
  [
    "rate limited after an unclear attempt",
    later,
    rateLimited(1),
    { kind: "retry", at: NOON + 40_000, key: "same", reason: "rate_limited" },
  ],
  ["quota", first, dailyQuota, { kind: "pause", cause: "daily_quota", at: midnight, key: "new", reason: "spent" }],
  [
    "account",
    later,
    account,
    { kind: "pause", cause: "account", at: NOON + 5 * MINUTE_MS, key: "same", reason: "bad key" },
  ],
] as const)("decides the next step after: %s", ([, attempt, outcome, decision]) => {
  expect(decideAttempt({ ...attempt, outcome: outcome as SendOutcome })).toEqual(decision);
});

const outcomes: fc.Arbitrary<SendOutcome> = fc.oneof(
  fc.constant<SendOutcome>({ kind: "accepted", rejected: [] }),
  fc.constantFrom<SendOutcome>({ kind: "accepted_before" }, { kind: "in_flight" }, unclear, dailyQuota, account),
  fc.constant<SendOutcome>({ kind: "refused", message: "no" }),
  fc.integer({ min: 1, max: 3600 }).map(rateLimited),
);
const attempts = fc.record({
  outcome: outcomes,
  attempts: fc.integer({ min: 1, max: 1000 }),
  isOnlyAttempt: fc.boolean(),
  now: fc.integer({ min: 0, max: 2 ** 42 }),
  backOff: fc.constant(backOff),
});

test("a possibly accepted email keeps its key, and one that wasn't accepted is never marked as sent", () => {
  fc.assert(
    fc.property(attempts, (attempt) => {
      const decision = decideAttempt(attempt);
      const isRefusal = ["rate_limited", "blocked"].includes(attempt.outcome.kind);
      if ("key" in decision) expect(decision.key).toBe(isRefusal && attempt.isOnlyAttempt ? "new" : "same");
      expect(decision.kind === "sent").toBe(attempt.outcome.kind.startsWith("accepted"));
      expect(decision.kind === "failed").toBe(attempt.outcome.kind === "refused");
    }),
  );
});

test("retries come within a day, no sooner than allowed; only a block or a long wait pauses sending", () => {
  fc.assert(
    fc.property(attempts, (attempt) => {
      const { outcome, now } = attempt;
      const decision = decideAttempt(attempt);
      const isLong = outcome.kind === "rate_limited" && outcome.retryAfterSeconds > 600;
      expect(decision.kind === "pause").toBe(outcome.kind === "blocked" || isLong);
      if (!("at" in decision)) return;
      expect(decision.at).toBeGreaterThan(now);
      expect(decision.at).toBeLessThanOrEqual(now + DAY_MS);
      if (outcome.kind === "rate_limited")
        expect(decision.at).toBeGreaterThanOrEqual(now + outcome.retryAfterSeconds * 1000);
      if (decision.kind === "pause" && decision.cause === "daily_quota") expect(decision.at % DAY_MS).toBe(0);
    }),
  );
});

test("a response that asks us to wait ends a series of calls, but one about a single call doesn't", () => {
  expect([rateLimited(1), dailyQuota, account, { kind: "in_flight" } as const].every(asksToWait)).toBe(true);
  const others: SendOutcome[] = [unclear, { kind: "refused", message: "no" }, { kind: "accepted", rejected: [] }];
  expect(others.some(asksToWait)).toBe(false);
});

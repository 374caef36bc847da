import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { endOfQuotaDay } from "../kernel/limits/attempt-limit.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";

const PAUSE_MS = 5 * MINUTE_MS;
/** A wait up to this long just pushes back the starts; a longer one pauses all sending. */
export const LONGEST_SLOWING_SECONDS = 600;

type PauseCause = Extract<SendOutcome, { kind: "blocked" }>["reason"] | "rate_limit";
type Rejected = Extract<SendOutcome, { kind: "accepted" }>["rejected"];

/** `same`: the recipients stay bound to the key and the content sent. `new`: nothing was accepted, so build a new call. */
type Again = { at: number; key: "same" | "new"; reason: string };

export type Decision =
  | { kind: "sent"; rejected: Rejected }
  | { kind: "failed"; reason: string }
  | ({ kind: "retry" } & Again)
  /** Like `retry`, but nothing is sent at all until then. */
  | ({ kind: "pause"; cause: PauseCause } & Again);

type Attempt = {
  outcome: SendOutcome;
  attempts: number;
  /** No other attempt with this key can have been accepted. */
  isOnlyAttempt: boolean;
  now: number;
  /** The first wait; it doubles up to `longestMs`. */
  backOff: { firstMs: number; longestMs: number };
};

/** Decides what follows an attempt at a call, whatever emails it carried (docs/rules/mail.md, "Responses"). */
export function decideAttempt({ outcome, attempts, isOnlyAttempt, now, backOff }: Attempt): Decision {
  const waitMs = Math.min(backOff.firstMs * 2 ** Math.max(0, attempts - 1), backOff.longestMs);
  // A refusal proves something only if it's the key's sole attempt: an earlier one may have been accepted without our knowing.
  const keyAfterRefusal = isOnlyAttempt ? "new" : "same";
  switch (outcome.kind) {
    case "accepted":
      return { kind: "sent", rejected: outcome.rejected };
    case "accepted_before":
      return { kind: "sent", rejected: [] };
    case "refused":
      return { kind: "failed", reason: outcome.message };
    case "unclear":
      return { kind: "retry", at: now + waitMs, key: "same", reason: outcome.message };
    case "in_flight":
      return { kind: "retry", at: now + waitMs, key: "same", reason: outcome.kind };
    case "rate_limited": {
      const askedMs = Math.min(outcome.retryAfterSeconds * 1000, DAY_MS);
      const again = { at: now + Math.max(askedMs, waitMs), key: keyAfterRefusal, reason: outcome.kind } as const;
      const isLong = outcome.retryAfterSeconds > LONGEST_SLOWING_SECONDS;
      return isLong ? { kind: "pause", cause: "rate_limit", ...again } : { kind: "retry", ...again };
    }
    case "blocked": {
      const at = outcome.reason === "daily_quota" ? endOfQuotaDay(now) : now + PAUSE_MS;
      return { kind: "pause", at, key: keyAfterRefusal, reason: outcome.message, cause: outcome.reason };
    }
  }
}

export function asksToWait(outcome: SendOutcome): boolean {
  return ["rate_limited", "blocked", "in_flight"].includes(outcome.kind);
}

import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";

/** How long nothing is sent after a refusal about our account. */
const PAUSE_MS = 5 * MINUTE_MS;
/** So long a wait that the provider asks for moves the starts; for a longer one all sending pauses. */
export const LONGEST_SLOWING_SECONDS = 600;

type PauseCause = Extract<SendOutcome, { kind: "blocked" }>["reason"] | "rate_limit";
type Rejected = Extract<SendOutcome, { kind: "accepted" }>["rejected"];

/** `same`: the recipients stay bound to the key and to what was sent. `new`: nothing was accepted, ask afresh. */
type Again = { at: number; key: "same" | "new"; reason: string };

export type Decision =
  | { kind: "sent"; rejected: Rejected }
  | { kind: "failed"; reason: string }
  | ({ kind: "retry" } & Again)
  /** As retry, and until then nothing is sent at all. */
  | ({ kind: "pause"; cause: PauseCause } & Again);

type Attempt = {
  outcome: SendOutcome;
  /** Attempts made so far, this one included. */
  attempts: number;
  /** Whether no other attempt under the same key can have been accepted. */
  isOnlyAttempt: boolean;
  now: number;
  /** The wait after the first failure; it doubles up to the longest. */
  backOff: { firstMs: number; longestMs: number };
};

/** What follows from one attempt at a call, whichever mails it carried (docs/design.md, "The daily wake-up mail"). */
export function decideAttempt({ outcome, attempts, isOnlyAttempt, now, backOff }: Attempt): Decision {
  const waitMs = Math.min(backOff.firstMs * 2 ** Math.max(0, attempts - 1), backOff.longestMs);
  // Only the sole attempt of a key proves anything by a refusal: an earlier one may have been accepted unseen.
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
      const at = outcome.reason === "daily_quota" ? startOfNextDay(now) : now + PAUSE_MS;
      return { kind: "pause", at, key: keyAfterRefusal, reason: outcome.message, cause: outcome.reason };
    }
  }
}

/** The daily quota begins again at 00:00 UTC. */
function startOfNextDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Whether an answer asks for patience, so that a row of calls ends with it. */
export function asksToWait(outcome: SendOutcome): boolean {
  return ["rate_limited", "blocked", "in_flight"].includes(outcome.kind);
}

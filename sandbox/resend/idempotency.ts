import { createHash } from "node:crypto";
import { type ResendError, resendError } from "./resend-errors.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

export type Claim =
  | { kind: "first"; settle: (answer: unknown) => void; release: () => void }
  | { kind: "replay"; answer: unknown }
  | { kind: "conflict"; error: ResendError };

type Use = { payloadHash: string; firstUsedAt: number; settled: boolean; answer: unknown };

/** A key belongs to one endpoint. A response that accepted nothing frees its key, so the call can be repeated. */
export function createIdempotencyKeys({ now }: { now: () => number }) {
  const uses = new Map<string, Use>();

  const forgetExpired = () => {
    for (const [id, use] of uses) {
      if (now() - use.firstUsedAt < KEPT_MS) break;
      uses.delete(id);
    }
  };

  return {
    claim(endpoint: string, key: string, body: string): Claim {
      forgetExpired();
      const id = `${endpoint} ${key}`;
      const payloadHash = createHash("sha256").update(body).digest("hex");
      const earlier = uses.get(id);
      if (earlier) {
        if (earlier.payloadHash !== payloadHash) return conflict("invalid_idempotent_request");
        if (!earlier.settled) return conflict("concurrent_idempotent_requests");
        return { kind: "replay", answer: earlier.answer };
      }
      const use: Use = { payloadHash, firstUsedAt: now(), settled: false, answer: undefined };
      uses.set(id, use);
      return {
        kind: "first",
        settle: (answer) => Object.assign(use, { settled: true, answer }),
        release: () => uses.delete(id),
      };
    },
  };
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

const conflict = (name: "invalid_idempotent_request" | "concurrent_idempotent_requests"): Claim => ({
  kind: "conflict",
  error: resendError(name),
});

import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { openLinesFile } from "../lines-file.ts";
import { type ResendError, resendError } from "./resend-errors.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

export type Claim =
  | { kind: "first"; settle: (answer: unknown) => void; release: () => void }
  | { kind: "replay"; answer: unknown }
  | { kind: "conflict"; error: ResendError };

type Use = { payloadHash: string; firstUsedAt: number; settled: boolean; answer: unknown };

/** A use whose response the caller may not have got before the sandbox stopped. */
const schema = z.object({ id: z.string(), payloadHash: z.string(), firstUsedAt: z.number(), answer: z.unknown() });
const MOST_KEPT = 10_000;

type KeysOptions = {
  now: () => number;
  /** A folder where keys outlive the sandbox. By default they don't. */
  keptIn?: string | undefined;
};

/** A key belongs to one endpoint. A response that accepted nothing frees its key, so the call can be repeated. */
export function createIdempotencyKeys({ now, keptIn }: KeysOptions) {
  const file =
    keptIn === undefined ? null : openLinesFile(join(keptIn, "idempotency.jsonl"), { schema, kept: MOST_KEPT });
  const uses = new Map<string, Use>(file?.lines.map(({ id, ...use }) => [id, { ...use, settled: true }]));

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
        settle: (answer) => {
          Object.assign(use, { settled: true, answer });
          file?.add({ id, payloadHash, firstUsedAt: use.firstUsedAt, answer });
        },
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

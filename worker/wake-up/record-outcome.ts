import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import type { SendOutcome } from "../mail/send-outcome.ts";
import { type BatchRow, changeBatch, changeHeldBatch } from "./batches.queries.ts";
import { recordDeliveries, releaseClaims } from "./deliveries.queries.ts";
import { pauseSending, resumeSending } from "./dispatcher.queries.ts";
import { backOffMs, MINUTE_MS } from "./timing.ts";
import type { Recipient } from "./wake-up-mail.ts";

const PAUSE_MS = 5 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Input = {
  batch: BatchRow;
  recipients: Recipient[];
  outcome: SendOutcome;
  /** Whether no other attempt of the batch's key version can have been accepted. */
  isOnlyAttempt: boolean;
};
type Return = { at: number; reason: string; isOnlyAttempt: boolean };
type Rejected = { index: number; message: string }[];

/** Records what an answer means for a batch and its claimed recipients (docs/design.md, "Answers"). */
export async function recordOutcome(ctx: Ctx, { batch, recipients, outcome, isOnlyAttempt }: Input): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return recordAccepted(ctx, batch, recipients, outcome.rejected);
    case "accepted_before":
      return recordAccepted(ctx, batch, recipients, []);
    case "refused":
      await ctx.db.batch([
        recordDeliveries(ctx.db, { batch, state: "failed", recipients, now: ctx.now, reason: outcome.message }),
        changeBatch(ctx.db, batch.id, { state: "failed", lastError: outcome.message, settledAt: ctx.now }),
      ]);
      return;
    case "unclear":
      return tryAgain(ctx, batch, ctx.now + backOffMs(batch.attempts), outcome.message);
    case "in_flight":
      return tryAgain(ctx, batch, ctx.now + backOffMs(batch.attempts), outcome.kind);
    case "rate_limited":
      return giveBack(ctx, batch, {
        at: ctx.now + Math.max(outcome.retryAfterSeconds * 1000, backOffMs(batch.attempts)),
        reason: outcome.kind,
        isOnlyAttempt,
      });
    case "blocked": {
      const until = outcome.reason === "daily_quota" ? Math.ceil((ctx.now + 1) / DAY_MS) * DAY_MS : ctx.now + PAUSE_MS;
      log("error", "sending_paused", { until: new Date(until).toISOString(), reason: outcome.message });
      await ctx.db.batch([
        pauseSending(ctx.db, until, outcome.message),
        auditEvent(ctx, { actor: "system", action: "sending.pause", subject: outcome.reason, details: { until } }),
      ]);
      return giveBack(ctx, batch, { at: until, reason: outcome.message, isOnlyAttempt });
    }
  }
}

async function recordAccepted(ctx: Ctx, batch: BatchRow, recipients: Recipient[], rejected: Rejected): Promise<void> {
  const reasons = new Map(rejected.map(({ index, message }) => [index, message]));
  const sent = recipients.filter((_, index) => !reasons.has(index));
  await ctx.db.batch([
    recordDeliveries(ctx.db, { batch, state: "sent", recipients: sent, now: ctx.now }),
    ...recipients.flatMap((recipient, index) => {
      const reason = reasons.get(index);
      if (reason === undefined) return [];
      return recordDeliveries(ctx.db, { batch, state: "failed", recipients: [recipient], now: ctx.now, reason });
    }),
    changeBatch(ctx.db, batch.id, { state: "sent", settledAt: ctx.now, lastError: null }),
    resumeSending(ctx.db),
  ]);
}

/** The attempt may have been accepted: same recipients, same key, later. */
async function tryAgain(ctx: Ctx, batch: BatchRow, nextAttemptAt: number, lastError: string): Promise<void> {
  await changeHeldBatch(ctx.db, batch, { nextAttemptAt, lastError, leaseUntil: ctx.now });
}

/**
 * The answer proves that nothing of this attempt was accepted. If it was the key version's only one, the recipients are
 * given back and a new key version will ask afresh who is due; else an earlier, unclear attempt still binds them.
 */
async function giveBack(ctx: Ctx, batch: BatchRow, { at, reason, isOnlyAttempt }: Return): Promise<void> {
  if (!isOnlyAttempt) return tryAgain(ctx, batch, at, reason);
  await ctx.db.batch([
    releaseClaims(ctx.db, batch),
    changeHeldBatch(ctx.db, batch, {
      keyVersion: batch.keyVersion + 1,
      keyAttempts: 0,
      nextAttemptAt: at,
      lastError: reason,
      leaseUntil: ctx.now,
    }),
  ]);
}

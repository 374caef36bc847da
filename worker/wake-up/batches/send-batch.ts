import { MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import { presentKey, signingAs } from "../../kernel/links/signing-keys.ts";
import { log } from "../../kernel/log.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import type { Mail } from "../../kernel/resend/mailer.ts";
import { type Decision, decideAttempt } from "../../mail/decide-attempt.ts";
import { resumeSending, selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { slowDownFor } from "../../mail/pace.ts";
import { pauseSending } from "../../mail/pause-sending.ts";
import { claimDeliveries, recordFailed, recordSent, releaseClaims } from "../deliveries/deliveries.queries.ts";
import { recordSkippedClaims } from "../skipped-morning.queries.ts";
import { CUT_OFF_MS } from "../slots/slots.ts";
import { wakeUpCopies } from "../slots/wake-up-mail.ts";
import {
  type BatchRow,
  changeBatch,
  changeLeasedBatch,
  selectMailOfBatch,
  settleBatch,
  takeBatch,
} from "./batches.queries.ts";
import { closeLateBatch } from "./open-batches.ts";

const BACK_OFF = { firstMs: 10_000, longestMs: 15 * MINUTE_MS };
/** No second consumer works on a batch for this long: well over the wait for its start and a provider call, 30 s each. */
const LEASE_MS = 4 * MINUTE_MS;

type Message = Pick<BatchMessage, "batchId" | "tickAt">;
/** A claimed batch. Its emails (about 1 MB) are built as they go out: built earlier, they'd outlive cheap garbage collection. */
type Attempt = { batch: BatchRow; makeMails: () => Mail[]; slowedMs: number };

/** A message delivered twice finds the batch leased or settled. A repeat uses the same key and bytes, so the provider drops the copy. */
export async function sendBatch(ctx: Ctx, message: Message): Promise<void> {
  const attempt = await prepareAttempt(ctx, message);
  if (attempt) await finishAttempt(ctx, attempt);
}

export async function prepareAttempt(ctx: Ctx, { batchId, tickAt }: Message): Promise<Attempt | null> {
  const clock = Math.max(ctx.now, tickAt);
  const { batch, mail, slowedMs } = await claimBatch(ctx, { batchId, clock });
  if (!batch) return null;
  const isLate = batch.closesAt === null ? batch.slotAt < clock - CUT_OFF_MS : batch.closesAt <= clock;
  if (isLate) {
    await closeLateBatch(ctx, batch);
    return null;
  }
  if (!mail) throw new Error(`Batch ${batchId} has no email.`);
  if (batch.recipients.length === 0) {
    await changeBatch(ctx.db, batch.id, { state: "empty", settledAt: ctx.now });
    return null;
  }
  const makeMails = () => batch.recipients.map(wakeUpCopies(signingAs(ctx.config, batch.signingKey), mail, batch.hour));
  return { batch, makeMails, slowedMs };
}

export async function finishAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  const { batch, makeMails } = attempt;
  const { attempts } = batch;
  const startedAt = ctx.clock();
  const key = `wake-up/${batch.id}/${batch.keyVersion}`;
  const outcome = await ctx.mailer.sendBatch(makeMails(), key);
  await slowDownFor(ctx, outcome);
  const isOnlyAttempt = batch.keyAttempts === 1;
  const now = ctx.clock();
  const decision = decideAttempt({ outcome, attempts, isOnlyAttempt, now, backOff: BACK_OFF });
  try {
    await recordDecision({ ...ctx, now }, { batch, decision });
  } finally {
    log(outcome.kind === "accepted" ? "info" : "warn", "batch_sent", {
      batchId: batch.id,
      slot: new Date(batch.slotAt).toISOString(),
      attempt: attempts,
      mails: batch.recipients.length,
      outcome: outcome.kind,
      durationMs: ctx.clock() - startedAt,
    });
  }
}

/** Ends an attempt that made no call; the next one is due at `at`. */
export async function giveBack(ctx: Ctx, { batch }: Attempt, at: number): Promise<void> {
  const key = batch.keyAttempts === 1 ? "new" : "same";
  await recordDecision(ctx, { batch, decision: { kind: "retry", at, key, reason: "rate_limited" } });
}

/** The first attempt of a key version claims its recipients. One transaction, one round trip. `clock` decides who is too late. */
async function claimBatch(ctx: Ctx, { batchId, clock }: { batchId: string; clock: number }) {
  const attempt = { batchId, leaseUntil: ctx.now + LEASE_MS, now: ctx.now };
  const [taken, , mails, [dispatcher]] = await ctx.db.batch([
    takeBatch(ctx.db, { ...attempt, clock, oldestSlot: clock - CUT_OFF_MS, signingKey: presentKey(ctx.config).id }),
    claimDeliveries(ctx.db, attempt),
    selectMailOfBatch(ctx.db, batchId),
    selectDispatcher(ctx.db),
  ]);
  return { batch: taken[0], mail: mails[0], slowedMs: dispatcher?.slowedMs ?? 0 };
}

type Decided = { batch: BatchRow; decision: Decision };

async function recordDecision(ctx: Ctx, { batch, decision }: Decided): Promise<void> {
  const { recipients } = batch;
  switch (decision.kind) {
    case "sent": {
      const rejected = decision.rejected.flatMap(({ index, message }) => {
        const memberId = recipients[index]?.memberId;
        return memberId === undefined ? [] : [{ memberId, reason: message }];
      });
      await ctx.db.batch([
        recordSent(ctx.db, { batch, now: ctx.now, rejected }),
        settleBatch(ctx.db, batch.id, { state: "sent", now: ctx.now, lastError: null, failed: rejected.length }),
        resumeSending(ctx.db, ctx.now),
      ]);
      return;
    }
    case "failed": {
      const { reason } = decision;
      await ctx.db.batch([
        recordFailed(ctx.db, { batch, now: ctx.now, reason }),
        settleBatch(ctx.db, batch.id, { state: "failed", now: ctx.now, lastError: reason, failed: "all" }),
      ]);
      return;
    }
    case "retry":
    case "pause": {
      const again = { nextAttemptAt: decision.at, lastError: decision.reason, leaseUntil: ctx.now };
      const pausing = decision.kind === "pause" ? pauseSending(ctx, decision) : [];
      if (decision.key === "same") {
        await ctx.db.batch([changeLeasedBatch(ctx.db, batch, again), ...pausing]);
        return;
      }
      // Nothing was accepted: release the recipients, and let a new key version select who's due again.
      const newKey = { keyVersion: batch.keyVersion + 1, keyAttempts: 0 };
      await ctx.db.batch([
        recordSkippedClaims(ctx, batch),
        releaseClaims(ctx.db, batch),
        changeLeasedBatch(ctx.db, batch, { ...again, ...newKey }),
        ...pausing,
      ]);
    }
  }
}

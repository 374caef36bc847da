import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import type { Mail } from "../mail/mailer.ts";
import type { SendOutcome } from "../mail/send-outcome.ts";
import type { BatchMessage } from "./batch-message.ts";
import { type BatchRow, changeBatch, claimBatch } from "./batches.queries.ts";
import { closeLateBatch } from "./close-late-batches.ts";
import { recordOutcome } from "./record-outcome.ts";
import { BATCH_LEASE_MS, CUT_OFF_MS } from "./timing.ts";
import { personaliseWakeUpMail } from "./wake-up-mail.ts";

const MAX_WAIT_SECONDS = 30;
const IN_FLIGHT_WAIT_SECONDS = 5;
/** Waits in place before the batch goes back to its back-off; together they stay well within the lease. */
const MAX_WAITS = 2;

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function waitOf(outcome: SendOutcome): number | null {
  if (outcome.kind === "in_flight") return IN_FLIGHT_WAIT_SECONDS;
  return outcome.kind === "rate_limited" && outcome.retryAfterSeconds <= MAX_WAIT_SECONDS
    ? outcome.retryAfterSeconds
    : null;
}

type Call = { batch: BatchRow; mails: Mail[] };

type Attempt = { outcome: SendOutcome; isOnlyAttempt: boolean };

/**
 * One call whose key is the batch's and key version's, repeated in place while the provider only asks for patience. It is the
 * key version's only attempt if no earlier one was made and the provider knows of none under way.
 */
async function callProvider(ctx: Ctx, { batch, mails }: Call): Promise<Attempt> {
  const key = `wake-up/${batch.id}/${batch.keyVersion}`;
  let isOnlyAttempt = batch.keyAttempts === 1;
  for (let waits = 0; ; waits += 1) {
    const outcome = await ctx.mailer.sendBatch(mails, key);
    if (outcome.kind === "in_flight") isOnlyAttempt = false;
    const wait = waits < MAX_WAITS ? waitOf(outcome) : null;
    if (wait === null) return { outcome, isOnlyAttempt };
    await sleep(wait);
  }
}

/**
 * Sends a batch: claim, one provider call, record the outcome. A second delivery of the same message finds the batch leased or settled; a
 * Worker that died on the way is repeated under the same key with the same bytes, and the provider drops the copy.
 */
export async function sendBatch(ctx: Ctx, { batchId, tickAt }: BatchMessage): Promise<void> {
  const oldestSlot = Math.max(ctx.now, tickAt) - CUT_OFF_MS;
  const leaseUntil = ctx.now + BATCH_LEASE_MS;
  const { batch, recipients, mail } = await claimBatch(ctx.db, { batchId, now: ctx.now, leaseUntil, oldestSlot });
  if (!batch) return;
  if (batch.slotAt < oldestSlot) return closeLateBatch(ctx, batch);
  if (!mail) throw new Error(`Batch ${batchId} has no mail.`);
  if (recipients.length === 0) {
    await changeBatch(ctx.db, batch.id, { state: "empty", settledAt: ctx.now });
    return;
  }
  const mails = recipients.map((recipient) => personaliseWakeUpMail(ctx.config, mail, recipient));
  const { outcome, isOnlyAttempt } = await callProvider(ctx, { batch, mails });
  log(outcome.kind === "accepted" ? "info" : "warn", "batch_sent", {
    batchId,
    mails: mails.length,
    outcome: outcome.kind,
  });
  await recordOutcome(ctx, { batch, recipients, outcome, isOnlyAttempt });
}

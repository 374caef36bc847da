import { MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import { presentKey, signingAs } from "../../kernel/links/signing-keys.ts";
import { log, meterFields } from "../../kernel/log.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import type { Mail } from "../../kernel/resend/mailer.ts";
import type { SendOutcome } from "../../kernel/resend/send-outcome.ts";
import { type Decision, decideAttempt, pauseSending } from "../../mail/decide-attempt.ts";
import { resumeSending, selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { awaitStart, slowDownFor } from "../../mail/pace.ts";
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
/** No second consumer works on a batch for this long: more than three provider calls and two waits of 30 s each. */
const LEASE_MS = 4 * MINUTE_MS;
const MAX_WAIT_SECONDS = 30;
const IN_FLIGHT_WAIT_SECONDS = 5;
const MAX_START_WAIT_MS = (MAX_WAIT_SECONDS - IN_FLIGHT_WAIT_SECONDS) * 1000;
/** Number of waits in place before the batch goes back to its backoff; all of them fit within the lease. */
const MAX_WAITS = 2;

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

export async function finishAttempt(ctx: Ctx, attempt: Attempt, lane?: string): Promise<void> {
  const { batch } = attempt;
  const startedAt = ctx.clock();
  const { outcome, isOnlyAttempt } = await callProvider(ctx, attempt, lane);
  const { attempts } = batch;
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
      ...meterFields(ctx.meter),
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

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

function waitOf(outcome: SendOutcome): number | null {
  if (outcome.kind === "in_flight") return IN_FLIGHT_WAIT_SECONDS;
  return outcome.kind === "rate_limited" && outcome.retryAfterSeconds <= MAX_WAIT_SECONDS
    ? outcome.retryAfterSeconds
    : null;
}

/** Repeats in place while the provider only asks to wait. It's the only attempt if no earlier one was made and none is in progress. */
async function callProvider(ctx: Ctx, { batch, makeMails }: Attempt, lane: string | undefined) {
  const key = `wake-up/${batch.id}/${batch.keyVersion}`;
  let isOnlyAttempt = batch.keyAttempts === 1;
  for (let waits = 0; ; waits += 1) {
    const outcome = await ctx.mailer.sendBatch(makeMails(), key, lane);
    if (outcome.kind === "in_flight") isOnlyAttempt = false;
    // A requested delay moves all starts, this call's too, so it keeps its place. Without a delay it needs a new start.
    await slowDownFor(ctx, outcome);
    const wait = waits < MAX_WAITS ? waitOf(outcome) : null;
    if (wait === null) return { outcome, isOnlyAttempt };
    await sleep(wait);
    const needsStart = outcome.kind === "in_flight";
    if (needsStart && !(await awaitStart(ctx, { withinMs: MAX_START_WAIT_MS }))) return { outcome, isOnlyAttempt };
  }
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

import type { SendAgainResponse } from "#domain/contract/wake-up.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { AppError, conflict, notFound } from "../../kernel/errors.ts";
import { KEY_LIFETIME_MS } from "../../kernel/resend/mailer.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { areWakeUpsPaused } from "../../mail/sending-state.ts";
import type { BatchRow } from "../batches/batches.queries.ts";
import { handOutBatches } from "../slots/hand-out-batches.ts";
import {
  type AgainState,
  claimUnknown,
  insertAgain,
  markNoOneLeft,
  markSentAgain,
  releaseForAgain,
  reopenBatch,
  selectBatch,
  selectRepeatable,
} from "./send-again.queries.ts";

export function endOfMorning({ localDate, timezone }: Pick<BatchRow, "localDate" | "timezone">): number {
  return instantAt(addDays(localDate, 1), 0, timezone);
}

const UNDER_WAY: SendAgainResponse = { outcome: "under_way", message: "This batch is already being sent." };
const NOBODY_DUE: SendAgainResponse = { outcome: "nobody_due", message: "No one left to resend to." };
const ASK: SendAgainResponse = {
  outcome: "ask",
  message: "We don't know whether these emails arrived. If you resend, some members may get a second copy.",
};

type Asked = { mayRepeat: boolean; isRepeatable: boolean };

/** Why a batch isn't resent now: a response, or an error to throw; null if it can be. */
export function hindranceOf(
  { now }: Pick<Ctx, "now">,
  batch: BatchRow,
  { mayRepeat, isRepeatable }: Asked,
): SendAgainResponse | AppError | null {
  if (endOfMorning(batch) <= now) return conflict("That morning has ended, so its email can't be resent.");
  if (batch.sentAgainAs === batch.id) return NOBODY_DUE;
  if (batch.state === "open" || batch.sentAgainAs !== null) return UNDER_WAY;
  const { failedCount, missedCount, unknownCount } = batch;
  if (failedCount + missedCount + unknownCount === 0) return conflict("Everyone in this batch got their email.");
  return unknownCount > 0 && !isRepeatable && !mayRepeat ? ASK : null;
}

/** The statements that resend a batch, for one transaction and in this order: their conditions let only the first of several callers through. */
export function resendStatements({ db, now }: Ctx, batch: BatchRow, { isRepeatable }: Pick<Asked, "isRepeatable">) {
  const { id, createdAt, unknownCount } = batch;
  const endsAt = endOfMorning(batch);
  const states: AgainState[] =
    isRepeatable || unknownCount === 0 ? ["failed", "missed"] : ["failed", "missed", "unknown"];
  const again = { id, againId: `${id}.again`, states };
  // An empty ID matches no batch.
  const repeated = isRepeatable ? id : "";
  const closesAt = Math.min(endsAt, createdAt + KEY_LIFETIME_MS);
  return {
    make: insertAgain(db, { ...again, now, closesAt: endsAt, nextAttemptAt: now }),
    mark: markSentAgain(db, again),
    release: releaseForAgain(db, again),
    reopen: reopenBatch(db, { id: repeated, now, keysFrom: keysFrom(now), nextAttemptAt: now, closesAt }),
    claim: claimUnknown(db, repeated),
    // If unknown emails were to be repeated and can't be anymore, the next click asks.
    close: markNoOneLeft(db, isRepeatable ? { ...again, id: "" } : again),
  };
}

export const keysFrom = (now: number) => now - KEY_LIFETIME_MS;

/**
 * Sends a settled batch again to members it didn't reach, even past the cutoff, until their day ends. Failed and missed members
 * who are still due get a new batch. Unknown ones repeat under the same key and bytes, so no one gets two copies; if that's no
 * longer possible, they join the new batch, but only with `mayRepeat`. Repeated clicks make one batch.
 * @throws AppError `not_found`, or `conflict` once the day is over or everyone has the email
 */
export async function sendAgain(
  ctx: Ctx,
  { id, mayRepeat }: { id: string; mayRepeat: boolean },
): Promise<SendAgainResponse> {
  const [[batch], [repeatable], pauses] = await ctx.db.batch([
    selectBatch(ctx.db, id),
    selectRepeatable(ctx.db, { id, now: ctx.now, keysFrom: keysFrom(ctx.now) }),
    selectPauses(ctx.db),
  ]);
  if (!batch) throw notFound("Batch");
  const isRepeatable = repeatable !== undefined;
  const hindrance = hindranceOf(ctx, batch, { mayRepeat, isRepeatable });
  if (hindrance instanceof AppError) throw hindrance;
  if (hindrance) return hindrance;

  const { make, mark, release, reopen, claim, close } = resendStatements(ctx, batch, { isRepeatable });
  const entry = { actor: "admin", action: "batch.send-again", subject: id } as const;
  const written = await batchOf(ctx.db, {
    make,
    mark,
    markAudited: auditChange(ctx, entry),
    release,
    reopen,
    reopenAudited: auditChange(ctx, { ...entry, details: { sameKey: true } }),
    claim,
    close,
    closeAudited: auditChange(ctx, { ...entry, details: { change: "no one left" } }),
    batch: selectBatch(ctx.db, id),
  });
  if (written.make.length + written.reopen.length === 0) {
    const [now] = written.batch;
    return now?.sentAgainAs !== id || now.state === "open" ? UNDER_WAY : NOBODY_DUE;
  }
  if (areWakeUpsPaused(pauses, ctx.now))
    return { outcome: "queued", message: "Sending is paused. These emails go out when it resumes." };
  // The answer doesn't wait: a tick picks up whatever isn't handed out now or finds no start in the next minute.
  ctx.defer(handOutBatches(ctx));
  return { outcome: "queued", message: "Resending now." };
}

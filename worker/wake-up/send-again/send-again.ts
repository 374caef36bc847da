import type { SendAgainResponse } from "#domain/contract/wake-up.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { KEY_LIFETIME_MS } from "../../kernel/resend/mailer.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
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
  const keysFrom = ctx.now - KEY_LIFETIME_MS;
  const [[batch], [repeatable], [dispatcher]] = await ctx.db.batch([
    selectBatch(ctx.db, id),
    selectRepeatable(ctx.db, { id, now: ctx.now, keysFrom }),
    selectDispatcher(ctx.db),
  ]);
  if (!batch) throw notFound("Batch");
  const endsAt = endOfMorning(batch);
  if (endsAt <= ctx.now) throw conflict("That morning has ended, so its email can't be resent.");
  if (batch.sentAgainAs === id) return NOBODY_DUE;
  if (batch.state === "open" || batch.sentAgainAs !== null) return UNDER_WAY;
  const { failedCount, missedCount, unknownCount } = batch;
  if (failedCount + missedCount + unknownCount === 0) throw conflict("Everyone in this batch got their email.");

  if (unknownCount > 0 && !repeatable && !mayRepeat) return ASK;
  const states: AgainState[] =
    repeatable || unknownCount === 0 ? ["failed", "missed"] : ["failed", "missed", "unknown"];
  const isPaused = areWakeUpsPaused(dispatcher, ctx.now);
  return send(ctx, batch, { states, endsAt, keysFrom, repeats: repeatable !== undefined, isPaused });
}

type Plan = { states: AgainState[]; endsAt: number; keysFrom: number; repeats: boolean; isPaused: boolean };

/** Runs as one transaction whose conditions let only the first of several clicks through. */
async function send(ctx: Ctx, { id, createdAt }: BatchRow, { states, endsAt, keysFrom, repeats, isPaused }: Plan) {
  const nextAttemptAt = ctx.now;
  const again = { id, againId: `${id}.again`, states };
  const closesAt = Math.min(endsAt, createdAt + KEY_LIFETIME_MS);
  const reopening = { id, now: ctx.now, keysFrom, nextAttemptAt, closesAt };
  const entry = { actor: "admin", action: "batch.send-again", subject: id } as const;
  const [made, , , , reopened, , , , , [now]] = await ctx.db.batch([
    insertAgain(ctx.db, { ...again, now: ctx.now, closesAt: endsAt, nextAttemptAt }),
    markSentAgain(ctx.db, again),
    auditChange(ctx, entry),
    releaseForAgain(ctx.db, again),
    // An empty ID matches no batch, so nothing is reopened.
    reopenBatch(ctx.db, repeats ? reopening : { ...reopening, id: "" }),
    auditChange(ctx, { ...entry, details: { sameKey: true } }),
    claimUnknown(ctx.db, repeats ? id : ""),
    // If unknown emails were to be repeated and can't be anymore, the next click asks.
    markNoOneLeft(ctx.db, repeats ? { ...again, id: "" } : again),
    auditChange(ctx, { ...entry, details: { change: "no one left" } }),
    selectBatch(ctx.db, id),
  ]);
  if (made.length + reopened.length === 0)
    return now?.sentAgainAs !== id || now.state === "open" ? UNDER_WAY : NOBODY_DUE;
  if (isPaused)
    return { outcome: "queued", message: "Sending is paused. These emails go out when it resumes." } as const;
  // The answer doesn't wait: a tick picks up whatever isn't handed out now or finds no start in the next minute.
  ctx.defer(handOutBatches(ctx));
  return { outcome: "queued", message: "Resending now." } as const;
}

import type { TroubledBatch, TroubledBatches, TroubledBatchesQuery } from "#domain/contract/wake-up.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type BatchCursor, selectTroubledBatches, type Troubled } from "../deliveries/delivery.queries.ts";
import { endOfMorning } from "../send-again/send-again.ts";

const PAGE = 50;

const toCursor = ({ isTakenUp, slotAt, id }: BatchCursor) => `${isTakenUp ? 1 : 0}.${slotAt}.${id}`;

function readCursor(text: string): BatchCursor {
  const [group, slotAt, ...id] = text.split(".");
  return { isTakenUp: group === "1", slotAt: Number(slotAt), id: id.join(".") };
}

const isTakenUp = ({ state, sentAgainAs }: Troubled) => state === "open" || sentAgainAs !== null;

function toBatch(batch: Troubled, now: number): TroubledBatch {
  const { id, sentAgainAs } = batch;
  return {
    id,
    timezone: batch.timezone,
    hour: batch.hour,
    state: batch.state,
    failed: batch.failedCount,
    missed: batch.missedCount,
    unknown: batch.unknownCount,
    open: batch.open,
    reason: batch.reason,
    at: new Date(batch.slotAt).toISOString(),
    canSendAgain: !isTakenUp(batch) && endOfMorning(batch) > now,
    wasSentAgain: sentAgainAs !== null && sentAgainAs !== id,
    hasNobodyLeft: sentAgainAs === id,
  };
}

/** Lists batches that wait for an administrator first, so they're quick to find however many were sent again. */
export async function listTroubledBatches(ctx: Ctx, { date, after }: TroubledBatchesQuery): Promise<TroubledBatches> {
  const start = { isTakenUp: false, slotAt: 0, id: "" };
  const from = after === undefined ? start : readCursor(after);
  const [waiting, takenUp] = await ctx.db.batch([
    selectTroubledBatches(ctx.db, date, { ...from, isTakenUp: false }, from.isTakenUp ? 0 : PAGE + 1),
    selectTroubledBatches(ctx.db, date, from.isTakenUp ? from : { ...start, isTakenUp: true }, PAGE + 1),
  ]);
  const found = [...waiting, ...takenUp];
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    batches: shown.map((batch) => toBatch(batch, ctx.now)),
    next: last && found.length > PAGE ? toCursor({ ...last, isTakenUp: isTakenUp(last) }) : null,
  };
}

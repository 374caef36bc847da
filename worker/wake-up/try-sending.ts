import type { SendingState } from "#domain/contract/delivery.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { endPause, selectDispatcher } from "../mail/dispatcher.queries.ts";
import { toSendingState } from "../mail/sending-state.ts";
import { bringForward } from "./delivery.queries.ts";
import { handOutBatches } from "./hand-out-batches.ts";

/** Ends a pause ahead of its time. One batch goes first; the pause is lifted for all others when its call gets through. */
export async function trySending(ctx: Ctx): Promise<SendingState> {
  const [, , , [dispatcher]] = await ctx.db.batch([
    endPause(ctx.db, ctx.now),
    auditChange(ctx, { actor: "admin", action: "sending.try", subject: "sending" }),
    bringForward(ctx.db, ctx.now),
    selectDispatcher(ctx.db),
  ]);
  // The answer does not wait for it: what is not given out now is the next tick's.
  if (dispatcher?.pausedUntil) ctx.defer(handOutBatches(ctx, { limit: 1 }));
  return toSendingState(dispatcher);
}

import type { SendingState } from "#domain/contract/wake-up.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { endComplaintPauses, endPause, selectPauses } from "../../mail/pauses.queries.ts";
import { pauseOf, toSendingState } from "../../mail/sending-state.ts";
import { bringForward } from "../deliveries/delivery.queries.ts";
import { handOutBatches } from "../slots/hand-out-batches.ts";

/** Ends every pause early. After a pause of all sending, one batch goes first, and its success lifts the pause. Email held by complaints goes out next tick. */
export async function trySending(ctx: Ctx): Promise<SendingState> {
  const entry = { actor: "admin", action: "sending.try" } as const;
  const { pauses } = await batchOf(ctx.db, {
    pause: endPause(ctx.db, ctx.now),
    pauseAudited: auditChange(ctx, { ...entry, subject: "sending" }),
    complaintPauses: endComplaintPauses(ctx.db, ctx.now),
    complaintsAudited: auditChange(ctx, { ...entry, subject: "complaints" }),
    broughtForward: bringForward(ctx.db, ctx.now),
    pauses: selectPauses(ctx.db),
  });
  // The answer doesn't wait: the next tick picks up whatever isn't handed out now.
  if (pauseOf(pauses, "all")) ctx.defer(handOutBatches(ctx, { limit: 1 }));
  return toSendingState(pauses, ctx.now);
}

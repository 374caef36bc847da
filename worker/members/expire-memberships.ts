import type { Ctx } from "../context.ts";
import { expireLabels } from "./members.queries.ts";

const LABELS_PER_TICK = 500;

/** Turns the label of memberships that have ended by the tick's time. Access is a matter of `accessEndsAt` alone. */
export function expireMemberships(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  return expireLabels(ctx.db, tickAt, LABELS_PER_TICK);
}

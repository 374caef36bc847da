import type { Ctx } from "../context.ts";
import { expireStatuses } from "./members.queries.ts";

const STATUSES_PER_TICK = 500;

/** Turns the status of memberships that have ended by the tick's time. Access is a matter of `accessEndsAt` alone. */
export function expireMemberships(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  return expireStatuses(ctx.db, tickAt, STATUSES_PER_TICK);
}

import type { Health } from "#domain/contract/health.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import type { Ctx } from "../kernel/context.ts";
import { errorFields, log } from "../kernel/log.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";

/** Whether members are woken: an answer for a machine that asks each minute. */
export async function readHealth(ctx: Ctx): Promise<Health> {
  try {
    const [dispatcher] = await selectDispatcher(ctx.db);
    const lastTickAt = dispatcher?.lastTickAt ?? null;
    const isLate = lastTickAt === null || lastTickAt < ctx.now - CADENCES.tick.lateAfterMs;
    return {
      status: isLate ? "late" : "ok",
      lastTickAt: lastTickAt === null ? null : new Date(lastTickAt).toISOString(),
    };
  } catch (error) {
    log("error", "health_failed", errorFields(error));
    return { status: "failing", lastTickAt: null };
  }
}

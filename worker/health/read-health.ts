import type { Health } from "#domain/contract/health.ts";
import type { Ctx } from "../kernel/context.ts";
import { errorFields, log } from "../kernel/log.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { TICK_CHECK } from "./checks/checks.ts";

/** Whether members are being woken, for a monitor that asks every minute. */
export async function readHealth(ctx: Ctx): Promise<Health> {
  try {
    const [dispatcher] = await selectDispatcher(ctx.db);
    const lastTickAt = dispatcher?.lastTickAt ?? null;
    const { state } = TICK_CHECK.judge({ now: ctx.now, dispatcher });
    return {
      status: state === "ok" ? "ok" : "late",
      lastTickAt: lastTickAt === null ? null : new Date(lastTickAt).toISOString(),
    };
  } catch (error) {
    log("error", "health_failed", errorFields(error));
    return { status: "failing", lastTickAt: null };
  }
}

import { createMiddleware } from "hono/factory";
import { TICK_LATE_MS } from "#domain/rules/incidents.ts";
import { afterAnswer } from "../after-answer.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { raiseAlarms } from "./raise-alarms.ts";

/** How often an isolate looks: one row read a minute, whatever the requests. */
const EVERY_MS = 60_000;

/** By its bindings, which an isolate has once. */
const nextLooks = new WeakMap<object, number>();

function isTimeToLook(env: object, now: number): boolean {
  const next = nextLooks.get(env);
  if (next !== undefined && now < next) return false;
  nextLooks.set(env, now + EVERY_MS);
  // An isolate's first request is spared.
  return next !== undefined;
}

/**
 * Lets requests notice, after their answer, that no tick has come: crons that stand still cannot tell of it. On a developer's
 * machine they stand still whenever it sleeps.
 */
export const watchTicks = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  const { ctx } = c.var;
  if (ctx.config.isDevelopment || !isTimeToLook(c.env, ctx.now)) return;
  afterAnswer(ctx, async () => {
    const [dispatcher] = await selectDispatcher(ctx.db);
    if (dispatcher?.lastTickAt != null && dispatcher.lastTickAt < ctx.now - TICK_LATE_MS) await raiseAlarms(ctx);
  });
});

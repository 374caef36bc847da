import { createMiddleware } from "hono/factory";
import { MINUTE_MS } from "#domain/durations.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { TICK_CHECK } from "./checks.ts";
import { raiseAlarms } from "./raise-alarms.ts";

/** How often an isolate looks: one row read a minute, whatever the requests. */
const EVERY_MS = MINUTE_MS;

/** By its bindings, which an isolate has once. */
const nextLooks = new WeakMap<object, number>();
const nextRaises = new WeakMap<object, number>();

function isTime(next: WeakMap<object, number>, env: object, now: number): boolean {
  if (now < (next.get(env) ?? 0)) return false;
  next.set(env, now + EVERY_MS);
  return true;
}

/** Whether this isolate may raise alarms in a tick's place: once a minute, however many requests notice that none comes. */
export function isTimeToRaise(env: object, now: number): boolean {
  return isTime(nextRaises, env, now);
}

/** An isolate's first request is spared. */
function isTimeToLook(env: object, now: number): boolean {
  const isFirst = !nextLooks.has(env);
  return isTime(nextLooks, env, now) && !isFirst;
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
    const { state } = TICK_CHECK.judge({ now: ctx.now, dispatcher });
    if (state === "failing" && isTimeToRaise(c.env, ctx.now)) await raiseAlarms(ctx);
  });
});

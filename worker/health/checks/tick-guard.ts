import { createMiddleware } from "hono/factory";
import { MINUTE_MS } from "#domain/durations.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { TICK_CHECK } from "./checks.ts";
import { raiseAlarms } from "./raise-alarms.ts";

/** How often an isolate checks: one row read a minute, however many requests. */
const EVERY_MS = MINUTE_MS;

/** Keyed by the bindings, which exist once per isolate. */
const nextLooks = new WeakMap<object, number>();
const nextRaises = new WeakMap<object, number>();

function isTime(next: WeakMap<object, number>, env: object, now: number): boolean {
  if (now < (next.get(env) ?? 0)) return false;
  next.set(env, now + EVERY_MS);
  return true;
}

/** Whether this isolate may raise alarms in a tick's place: once a minute, however many requests notice the missing tick. */
export function isTimeToRaise(env: object, now: number): boolean {
  return isTime(nextRaises, env, now);
}

/** Skips an isolate's first request. */
function isTimeToLook(env: object, now: number): boolean {
  const isFirst = !nextLooks.has(env);
  return isTime(nextLooks, env, now) && !isFirst;
}

/**
 * Lets requests notice, after their answer, that ticks have stopped: stopped crons can't report it themselves. Off in
 * development, where they stop whenever the machine sleeps.
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

import { createMiddleware } from "hono/factory";
import { MINUTE_MS } from "#domain/durations.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { afterAnswer } from "../../kernel/after-answer.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { TICK_CHECK } from "./checks.ts";
import { raiseAlarms } from "./raise-alarms.ts";

/** Keyed by the bindings, which exist once per isolate. */
const nextChecks = new WeakMap<object, number>();
const nextRaises = new WeakMap<object, number>();

/** Lets an isolate do something once a minute, however many requests ask. */
function isTime(next: WeakMap<object, number>, env: object, now: number): boolean {
  if (now < (next.get(env) ?? 0)) return false;
  next.set(env, now + MINUTE_MS);
  return true;
}

/** Whether this isolate may raise alarms in a tick's place. */
export const isTimeToRaise = (env: object, now: number) => isTime(nextRaises, env, now);

/** Lets requests notice that ticks have stopped, which crons can't report. Off in development, where they stop while the machine sleeps. */
export const watchTicks = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  const { ctx } = c.var;
  const isFirst = !nextChecks.has(c.env);
  if (ctx.config.isDevelopment || !isTime(nextChecks, c.env, ctx.now) || isFirst) return;
  afterAnswer(ctx, async () => {
    const [dispatcher] = await selectDispatcher(ctx.db);
    const { state } = TICK_CHECK.judge({ now: ctx.now, dispatcher });
    if (state === "failing" && isTimeToRaise(c.env, ctx.now)) await raiseAlarms(ctx);
  });
});

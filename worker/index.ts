import { raiseAlarms } from "./alarms/raise-alarms.ts";
import { api } from "./api.ts";
import { createContext } from "./context.ts";
import { tick } from "./cron.ts";
import { EVERY_FIVE_MINUTES, EVERY_HOUR } from "./cron-times.ts";
import type { Env } from "./env.ts";
import { hourly } from "./hourly.ts";
import { takeMail } from "./inbound/take-mail.ts";
import { consume } from "./queue.ts";
import { runParts } from "./run-parts.ts";

/** A context for work that no request started. */
function jobContext(env: Env, execution: ExecutionContext, now: number) {
  const startedAt = Date.now();
  const clock = () => now + Date.now() - startedAt;
  return createContext(env, { now, clock, requestId: crypto.randomUUID(), defer: (work) => execution.waitUntil(work) });
}

export default {
  fetch: api.fetch,
  // A tick sent ahead of time decides which slots have come; whatever writes off or waits goes by the real clock.
  scheduled({ scheduledTime, cron }, env, execution) {
    const ctx = jobContext(env, execution, Math.min(scheduledTime, Date.now()));
    if (cron === EVERY_HOUR) return hourly(ctx);
    if (cron === EVERY_FIVE_MINUTES)
      return runParts(ctx, { name: "look", at: scheduledTime }, { raiseAlarms: () => raiseAlarms(ctx) });
    return tick(ctx, { tickAt: scheduledTime });
  },
  email: (message, env, execution) => takeMail(jobContext(env, execution, Date.now()), message),
  queue: (batch, env, execution) => consume(jobContext(env, execution, Date.now()), batch),
} satisfies ExportedHandler<Env>;
